// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/error.hpp>
#include <monotable/transfer/compressed_file.hpp>

#include <zlib.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

namespace monotable::detail {

MONOTABLE_INLINE compressed_file::compressed_file(std::string const& path, mode how) : path_(path), file_(nullptr) {
    errno = 0;
    file_ = gzopen(path.c_str(), how == mode::read ? "rb" : how == mode::write_plain ? "wbT" : "wb6");
    if (file_ == nullptr) fail(errno != 0 ? std::generic_category().message(errno) : "out of memory");
    gzbuffer(file_, 128 * 1024);
}

MONOTABLE_INLINE compressed_file::~compressed_file() {
    if (file_ != nullptr) gzclose(file_);
}

MONOTABLE_INLINE std::size_t compressed_file::read(char* to, std::size_t size) {
    auto const count = gzread(file_, to, static_cast<unsigned>(size));
    int code = Z_OK;
    auto const* const message = gzerror(file_, &code);
    if (count < 0 || (count == 0 && code != Z_OK && code != Z_STREAM_END))
        fail(code == Z_ERRNO ? std::generic_category().message(errno)
                             : std::string("the compressed data is damaged: ") + message);
    return static_cast<std::size_t>(count);
}

MONOTABLE_INLINE void compressed_file::write(std::string_view bytes) {
    if (bytes.empty()) return;
    if (gzwrite(file_, bytes.data(), static_cast<unsigned>(bytes.size())) == 0)
        fail(std::generic_category().message(errno));
}

MONOTABLE_INLINE void compressed_file::close() {
    auto* const closed = file_;
    file_ = nullptr;
    if (gzclose(closed) != Z_OK) fail(std::generic_category().message(errno));
}

MONOTABLE_INLINE std::uint64_t compressed_file::position() const noexcept {
    auto const out = gzoffset(file_);
    return out < 0 ? 0 : static_cast<std::uint64_t>(out);
}

MONOTABLE_INLINE void compressed_file::fail(std::string const& what) const { throw error(path_ + ": " + what); }

} // namespace monotable::detail
