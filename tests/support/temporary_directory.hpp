// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <filesystem>
#include <random>
#include <string>
#include <string_view>

namespace store_support {

/// A new directory, which is removed with everything in it.
class temporary_directory {
  public:
    temporary_directory() {
        static std::atomic<unsigned> count = 0;
        auto const name = "monotable-test-" + std::to_string(std::random_device()()) + "-" + std::to_string(count++);
        path_ = std::filesystem::temp_directory_path() / name;
        std::filesystem::create_directory(path_);
    }
    temporary_directory(temporary_directory const&) = delete;
    temporary_directory& operator=(temporary_directory const&) = delete;
    ~temporary_directory() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    std::string file(std::string_view name) const { return (path_ / name).string(); }

  private:
    std::filesystem::path path_;
};

} // namespace store_support
