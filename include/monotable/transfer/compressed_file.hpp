// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

struct gzFile_s;

namespace monotable::detail {

/// A file that is read or written from the beginning to the end, plain or compressed with gzip. Functions throw error, with the
/// name of the file and the reason.
class compressed_file {
  public:
    enum class mode : std::uint8_t { read, write_plain, write_compressed };

    compressed_file(std::string const& path, mode how);
    compressed_file(compressed_file const&) = delete;
    compressed_file& operator=(compressed_file const&) = delete;
    ~compressed_file();

    /// Up to `size` bytes, decompressed; 0 at the end.
    std::size_t read(char* to, std::size_t size);
    void write(std::string_view bytes);
    /// Writes what is left. No other call follows.
    void close();

    /// The number of bytes of the file that were read or written.
    std::uint64_t position() const noexcept;

  private:
    [[noreturn]] void fail(std::string const& what) const;

    std::string path_;
    gzFile_s* file_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/transfer/compressed_file.ipp>
#endif
