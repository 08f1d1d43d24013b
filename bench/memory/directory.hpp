// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "contender.hpp"

#include <cstdlib>
#include <filesystem>
#include <string>

namespace bench {

/// A temporary directory in memory if the system has one, removed with its content.
class directory {
  public:
    directory() {
        auto const parent = std::filesystem::exists("/dev/shm") ? std::filesystem::path("/dev/shm")
                                                                : std::filesystem::temp_directory_path();
        path_ = (parent / "monotable-bench-XXXXXX").string();
        if (!mkdtemp(path_.data())) fail("no temporary directory");
    }
    directory(directory const&) = delete;
    directory& operator=(directory const&) = delete;
    ~directory() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    std::string const& path() const { return path_; }

  private:
    std::string path_;
};

} // namespace bench
