// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/dynamodb/http.hpp>

#include <curl/curl.h>

#include <cstdlib>
#include <new>
#include <utility>

namespace monotable::client {

class http_exchange {
  public:
    http_exchange(CURL* with, std::size_t most) : with_(with), most_(most) {}
    http_exchange(http_exchange const&) = delete;
    http_exchange& operator=(http_exchange const&) = delete;
    ~http_exchange() {
        curl_slist_free_all(headers_);
        // The connection stays; pointers to what ends here do not.
        curl_easy_setopt(with_, CURLOPT_HTTPHEADER, nullptr);
        curl_easy_setopt(with_, CURLOPT_POSTFIELDS, nullptr);
        curl_easy_setopt(with_, CURLOPT_ERRORBUFFER, nullptr);
    }

    void add(std::string const& header) {
        auto* const more = curl_slist_append(headers_, header.c_str());
        if (more == nullptr) throw std::bad_alloc();
        headers_ = more;
    }

    http_reply post(std::string const& url, std::string_view body) {
        curl_easy_setopt(with_, CURLOPT_HTTPHEADER, headers_);
        curl_easy_setopt(with_, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
        curl_easy_setopt(with_, CURLOPT_POSTFIELDS, body.data());
        curl_easy_setopt(with_, CURLOPT_WRITEFUNCTION, &http_exchange::take_body);
        curl_easy_setopt(with_, CURLOPT_WRITEDATA, this);
        curl_easy_setopt(with_, CURLOPT_HEADERFUNCTION, &http_exchange::take_header);
        curl_easy_setopt(with_, CURLOPT_HEADERDATA, this);
        curl_easy_setopt(with_, CURLOPT_ERRORBUFFER, text_);
        CURLcode const code = curl_easy_perform(with_);
        if (code != CURLE_OK) {
            std::string text = "monotable: no answer from " + url + ": ";
            if (too_long_) text += "it is longer than " + std::to_string(most_) + " bytes";
            else text += text_[0] != '\0' ? text_ : curl_easy_strerror(code);
            throw http_failure{was_sent(code), std::move(text)};
        }
        long status = 0;
        curl_easy_getinfo(with_, CURLINFO_RESPONSE_CODE, &status);
        reply_.status = static_cast<int>(status);
        return std::move(reply_);
    }

  private:
    bool was_sent(CURLcode code) const {
        switch (code) {
        case CURLE_COULDNT_RESOLVE_HOST:
        case CURLE_COULDNT_RESOLVE_PROXY:
        case CURLE_COULDNT_CONNECT:
        case CURLE_SSL_CONNECT_ERROR:
        case CURLE_PEER_FAILED_VERIFICATION:
        case CURLE_URL_MALFORMAT:
        case CURLE_UNSUPPORTED_PROTOCOL: return false;
        default: break;
        }
        curl_off_t sent = 0; // a timeout may end the connecting
        curl_easy_getinfo(with_, CURLINFO_SIZE_UPLOAD_T, &sent);
        long request = 0;
        curl_easy_getinfo(with_, CURLINFO_REQUEST_SIZE, &request);
        return sent != 0 || request != 0;
    }

    static std::size_t take_body(char* data, std::size_t, std::size_t size, void* self) {
        auto& exchange = *static_cast<http_exchange*>(self);
        if (exchange.reply_.body.size() + size > exchange.most_) {
            exchange.too_long_ = true;
            return 0;
        }
        try {
            exchange.reply_.body.append(data, size);
        } catch (...) { // must not leave C functions
            return 0;
        }
        return size;
    }

    static bool is_called(std::string_view line, std::string_view name) {
        if (line.size() <= name.size() || line[name.size()] != ':') return false;
        for (std::size_t i = 0; i != name.size(); ++i)
            if ((line[i] | 0x20) != name[i] && line[i] != name[i]) return false;
        return true;
    }

    static std::size_t take_header(char* data, std::size_t, std::size_t size, void* self) {
        auto& reply = static_cast<http_exchange*>(self)->reply_;
        std::string_view line(data, size);
        while (!line.empty() && (line.back() == '\r' || line.back() == '\n' || line.back() == ' '))
            line.remove_suffix(1);
        auto const value = [&](std::size_t name) {
            std::size_t const begin = line.find_first_not_of(" \t", name + 1);
            return begin == line.npos ? std::string_view() : line.substr(begin);
        };
        try {
            if (is_called(line, "date")) reply.date = value(4);
            if (is_called(line, "x-amz-crc32"))
                reply.crc32 = static_cast<std::uint32_t>(std::strtoul(std::string(value(11)).c_str(), nullptr, 10));
        } catch (...) {
            return 0;
        }
        return size;
    }

    CURL* with_;
    std::size_t most_;
    curl_slist* headers_ = nullptr;
    http_reply reply_;
    bool too_long_ = false;
    char text_[CURL_ERROR_SIZE] = {};
};

MONOTABLE_INLINE http_connections::http_connections(std::string url, http_limits limits)
    : url_(std::move(url)), limits_(limits) {
    static bool const ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK; // once, and safe from several threads
    if (!ready) throw http_failure{false, "monotable: libcurl cannot be initialized"};
}

MONOTABLE_INLINE http_connections::~http_connections() {
    for (void* const each : idle_) curl_easy_cleanup(each);
}

/// As libcurl's options take it.
MONOTABLE_INLINE long in_milliseconds(std::chrono::milliseconds duration) {
    return std::chrono::duration_cast<std::chrono::duration<long, std::milli>>(duration).count();
}

MONOTABLE_INLINE void* http_connections::take() {
    {
        std::lock_guard const lock(mutex_);
        if (!idle_.empty()) {
            void* const last = idle_.back();
            idle_.pop_back();
            return last;
        }
    }
    CURL* const made = curl_easy_init();
    if (made == nullptr) throw std::bad_alloc();
    curl_easy_setopt(made, CURLOPT_URL, url_.c_str());
    curl_easy_setopt(made, CURLOPT_POST, 1L);
    curl_easy_setopt(made, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(made, CURLOPT_TCP_NODELAY, 1L);
    curl_easy_setopt(made, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(made, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(made, CURLOPT_CONNECTTIMEOUT_MS, in_milliseconds(limits_.connect_timeout));
    curl_easy_setopt(made, CURLOPT_TIMEOUT_MS, in_milliseconds(limits_.request_timeout));
    return made;
}

MONOTABLE_INLINE void http_connections::give_back(void* connection) {
    {
        std::lock_guard const lock(mutex_);
        if (idle_.size() < limits_.max_connections) {
            idle_.push_back(connection);
            return;
        }
    }
    curl_easy_cleanup(connection);
}

MONOTABLE_INLINE http_reply http_connections::post(detail::array_view<http_header> headers, std::string_view body) {
    void* const connection = take();
    struct returned {
        http_connections& to;
        void* what;
        ~returned() { to.give_back(what); }
    } const back{*this, connection};
    http_exchange exchange(connection, limits_.max_reply_bytes);
    for (http_header const& each : headers) exchange.add(each.name + ": " + each.value);
    exchange.add("Expect:");
    return exchange.post(url_, body);
}

} // namespace monotable::client
