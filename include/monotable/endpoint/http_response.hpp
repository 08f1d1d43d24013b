// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/endpoint/crc32.hpp>

#include <boost/beast/http/status.hpp>

#include <charconv>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <random>
#include <string>
#include <string_view>

namespace monotable::endpoint {

/// The contents of a response. Does not own its texts.
struct http_response {
    unsigned status = 200;
    std::string_view body = {};
    std::string_view content_type = "application/x-amz-json-1.0";
    std::string_view headers = {}; ///< additional ones, each with its line end
    bool keep_alive = true;
    bool without_body = false; ///< the size is announced but the body is not sent, as for HEAD
};

/// Writes responses with the headers that DynamoDB adds to each: request id, checksum of the body, date.
class response_writer {
  public:
    response_writer() {
        std::random_device random;
        state_ = std::uint64_t{random()} << 32 | random();
    }

    void append(std::string& out, http_response const& response) {
        out += "HTTP/1.1 ";
        append_number(out, response.status);
        out += ' ';
        auto const reason =
            boost::beast::http::obsolete_reason(static_cast<boost::beast::http::status>(response.status));
        out.append(reason.data(), reason.size());
        out += "\r\nServer: monotable\r\nDate: ";
        append_date(out);
        if (!response.content_type.empty()) {
            out += "\r\nContent-Type: ";
            out += response.content_type;
        }
        out += "\r\nContent-Length: ";
        append_number(out, response.body.size());
        out += response.keep_alive ? "\r\nConnection: keep-alive\r\nx-amzn-RequestId: "
                                   : "\r\nConnection: close\r\nx-amzn-RequestId: ";
        append_id(out);
        out += "\r\nx-amz-crc32: ";
        append_number(out, crc32(response.body));
        out += "\r\n";
        out += response.headers;
        out += "\r\n";
        if (!response.without_body) out += response.body;
    }

  private:
    static void append_number(std::string& out, std::uint64_t number) {
        char digits[20];
        out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
    }

    /// "Sat, 20 Dec 2025 10:00:00 GMT", formatted once a second.
    void append_date(std::string& out) {
        if (auto const now = std::time(nullptr); now != second_ || date_.empty()) {
            second_ = now;
            namespace chrono = std::chrono;
            auto const time = chrono::system_clock::from_time_t(now);
            auto const day = chrono::floor<chrono::days>(time);
            auto const date = chrono::year_month_day(day);
            auto const clock = chrono::hh_mm_ss(chrono::floor<chrono::seconds>(time - day));
            auto const two = [&](std::int64_t number) {
                date_ += static_cast<char>('0' + number / 10 % 10);
                date_ += static_cast<char>('0' + number % 10);
            };
            constexpr std::string_view weekdays = "SunMonTueWedThuFriSat";
            constexpr std::string_view months = "JanFebMarAprMayJunJulAugSepOctNovDec";
            date_.assign(weekdays.substr(3 * chrono::weekday(day).c_encoding(), 3));
            date_ += ", ";
            two(unsigned{date.day()});
            date_ += ' ';
            date_ += months.substr(3 * (unsigned{date.month()} - 1), 3);
            date_ += ' ';
            two(int{date.year()} / 100);
            two(int{date.year()});
            date_ += ' ';
            two(clock.hours().count());
            date_ += ':';
            two(clock.minutes().count());
            date_ += ':';
            two(clock.seconds().count());
            date_ += " GMT";
        }
        out += date_;
    }

    /// Appends a random request id of 52 characters, like DynamoDB's.
    void append_id(std::string& out) {
        constexpr std::string_view digits = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
        for (int part = 0; part != 4; ++part) {
            auto bits = next_random();
            for (int i = 0; i != 13; ++i, bits >>= 5) out += digits[bits & 31];
        }
    }

    // splitmix64
    std::uint64_t next_random() noexcept {
        auto bits = state_ += 0x9E3779B97F4A7C15u;
        bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9u;
        bits = (bits ^ bits >> 27) * 0x94D049BB133111EBu;
        return bits ^ bits >> 31;
    }

    std::uint64_t state_;
    std::time_t second_ = 0;
    std::string date_;
};

} // namespace monotable::endpoint
