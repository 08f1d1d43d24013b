// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/dynamodb/sign.hpp>

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <utility>
#include <vector>

namespace monotable::client {

class signer {
  public:
    explicit signer(signable_request const& request) {
        for (auto const& each : request.headers) { // equal names stay in their order
            std::pair added(lower(each.name), trimmed(each.value));
            auto const before = [](auto const& a, auto const& b) { return a.first < b.first; };
            headers_.insert(std::upper_bound(headers_.begin(), headers_.end(), added, before), std::move(added));
        }
        for (std::size_t i = 1; i < headers_.size();) { // values of one header are joined in their order
            if (headers_[i].first != headers_[i - 1].first) {
                ++i;
                continue;
            }
            (headers_[i - 1].second += ',') += headers_[i].second;
            headers_.erase(headers_.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }

    std::string signed_headers() const {
        std::string out;
        for (auto const& each : headers_) (out += out.empty() ? "" : ";") += each.first;
        return out;
    }

    std::string canonical(signable_request const& request) const {
        std::string out(request.method);
        ((out += '\n') += request.path) += "\n\n";
        for (auto const& [name, value] : headers_) (((out += name) += ':') += value) += '\n';
        return (((out += '\n') += signed_headers()) += '\n') += hex(sha256(request.body));
    }

    static std::string sha256(std::string_view bytes) {
        std::string out(32, '\0');
        unsigned size = 0;
        EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char*>(out.data()), &size, EVP_sha256(),
                   nullptr);
        return out;
    }

    static std::string hmac(std::string_view key, std::string_view bytes) {
        std::string out(32, '\0');
        unsigned size = 0;
        HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
             reinterpret_cast<unsigned char const*>(bytes.data()), bytes.size(),
             reinterpret_cast<unsigned char*>(out.data()), &size);
        return out;
    }

    static std::string hex(std::string_view bytes) {
        std::string out;
        for (char const c : bytes) {
            auto const byte = static_cast<unsigned char>(c);
            (out += "0123456789abcdef"[byte >> 4]) += "0123456789abcdef"[byte & 15];
        }
        return out;
    }

  private:
    static std::string lower(std::string_view text) {
        std::string out(text);
        for (char& c : out)
            if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        return out;
    }

    /// Without white space at the ends, and with one space for each run of white space inside.
    static std::string trimmed(std::string_view text) {
        std::string out;
        bool space = false;
        for (char const c : text) {
            if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
                space = !out.empty();
                continue;
            }
            if (std::exchange(space, false)) out += ' ';
            out += c;
        }
        return out;
    }

    std::vector<std::pair<std::string, std::string>> headers_;
};

MONOTABLE_INLINE std::string amz_date(std::int64_t seconds_since_1970) {
    std::time_t const time = seconds_since_1970;
    std::tm parts{};
    gmtime_r(&time, &parts);
    char text[32];
    return std::string(text, std::strftime(text, sizeof text, "%Y%m%dT%H%M%SZ", &parts));
}

MONOTABLE_INLINE std::string canonical_request(signable_request const& request) {
    return signer(request).canonical(request);
}

MONOTABLE_INLINE std::string credential_scope(std::string_view date, std::string_view region,
                                              std::string_view service) {
    std::string out(date.substr(0, 8));
    ((((out += '/') += region) += '/') += service) += "/aws4_request";
    return out;
}

MONOTABLE_INLINE std::string string_to_sign(std::string_view canonical_request, std::string_view date,
                                            std::string_view region, std::string_view service) {
    std::string out = "AWS4-HMAC-SHA256\n";
    ((((out += date) += '\n') += credential_scope(date, region, service)) += '\n') +=
        signer::hex(signer::sha256(canonical_request));
    return out;
}

MONOTABLE_INLINE std::string authorization(signable_request const& request, credentials const& who,
                                           std::string_view date, std::string_view region, std::string_view service) {
    signer const with(request);
    std::string key = signer::hmac("AWS4" + who.secret_access_key, date.substr(0, 8));
    for (std::string_view const part : {region, service, std::string_view("aws4_request")})
        key = signer::hmac(key, part);
    std::string const signature =
        signer::hex(signer::hmac(key, string_to_sign(with.canonical(request), date, region, service)));
    return "AWS4-HMAC-SHA256 Credential=" + who.access_key_id + '/' + credential_scope(date, region, service) +
           ", SignedHeaders=" + with.signed_headers() + ", Signature=" + signature;
}

} // namespace monotable::client
