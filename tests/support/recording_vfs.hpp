// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// A disk of the tests' own under SQLite.
namespace store_support {

/// While it exists, SQLite opens files through it: it records what is written and synchronized, and can fail calls. One at a
/// time; its files are closed before it is destroyed. For one thread.
class recording_vfs {
  public:
    enum class call : std::uint8_t { open, read, write, truncate, sync, remove };

    struct event {
        call what;
        std::string file;
        sqlite3_int64 offset = 0; ///< of a write; the size after a truncation
        std::string bytes = {};
    };

    /// Called before each call; a result that is not SQLITE_OK fails it.
    std::function<int(call, std::string_view file)> before;

    recording_vfs() : real_(sqlite3_vfs_find(nullptr)) {
        static_cast<sqlite3_vfs&>(vfs_) = *real_;
        vfs_.self = this;
        vfs_.zName = "recording";
        vfs_.szOsFile = static_cast<int>(sizeof(file)) + real_->szOsFile;
        vfs_.xOpen = &open;
        vfs_.xDelete = &remove;
        vfs_.xFullPathname = [](sqlite3_vfs* of, char const* name, int size, char* out) {
            auto* const real = static_cast<named_vfs*>(of)->self->real_;
            return real->xFullPathname(real, name, size, out);
        };
        vfs_.xAccess = [](sqlite3_vfs* of, char const* name, int flags, int* out) {
            auto* const real = static_cast<named_vfs*>(of)->self->real_;
            return real->xAccess(real, name, flags, out);
        };
        sqlite3_vfs_register(&vfs_, 1);
    }
    recording_vfs(recording_vfs const&) = delete;
    recording_vfs& operator=(recording_vfs const&) = delete;
    ~recording_vfs() {
        sqlite3_vfs_register(real_, 1);
        sqlite3_vfs_unregister(&vfs_);
    }

    std::vector<event> const& events() const noexcept { return events_; }

  private:
    struct named_vfs : sqlite3_vfs {
        recording_vfs* self;
    };

    struct file : sqlite3_file {
        recording_vfs* self;
        std::string* name;
        sqlite3_file* real() noexcept { return reinterpret_cast<sqlite3_file*>(this + 1); }
    };

    static file& of(sqlite3_file* base) noexcept { return *static_cast<file*>(base); }

    int fails(call what, std::string_view name) { return before ? before(what, name) : SQLITE_OK; }

    static int open(sqlite3_vfs* vfs, char const* name, sqlite3_file* base, int flags, int* out) {
        auto& self = *static_cast<named_vfs*>(vfs)->self;
        base->pMethods = nullptr;
        if (auto const code = self.fails(call::open, name != nullptr ? name : ""); code != SQLITE_OK) return code;
        auto& opened = *new (base) file{};
        opened.self = &self;
        if (auto const code = self.real_->xOpen(self.real_, name, opened.real(), flags, out); code != SQLITE_OK)
            return code;
        opened.name = new std::string(name != nullptr ? name : "");
        opened.pMethods = methods();
        return SQLITE_OK;
    }

    static int remove(sqlite3_vfs* vfs, char const* name, int) {
        auto& self = *static_cast<named_vfs*>(vfs)->self;
        if (auto const code = self.fails(call::remove, name); code != SQLITE_OK) return code;
        self.events_.push_back({call::remove, name});
        return self.real_->xDelete(self.real_, name, 0);
    }

    static sqlite3_io_methods const* methods() {
        static sqlite3_io_methods const all = [] {
            sqlite3_io_methods out{};
            out.iVersion = 2;
            out.xClose = [](sqlite3_file* base) {
                auto const code = of(base).real()->pMethods->xClose(of(base).real());
                delete of(base).name;
                return code;
            };
            out.xRead = [](sqlite3_file* base, void* to, int size, sqlite3_int64 at) {
                auto& f = of(base);
                if (auto const code = f.self->fails(call::read, *f.name); code != SQLITE_OK) return code;
                return f.real()->pMethods->xRead(f.real(), to, size, at);
            };
            out.xWrite = [](sqlite3_file* base, void const* from, int size, sqlite3_int64 at) {
                auto& f = of(base);
                if (auto const code = f.self->fails(call::write, *f.name); code != SQLITE_OK) return code;
                f.self->events_.push_back(
                    {call::write, *f.name, at,
                     std::string(static_cast<char const*>(from), static_cast<std::size_t>(size))});
                return f.real()->pMethods->xWrite(f.real(), from, size, at);
            };
            out.xTruncate = [](sqlite3_file* base, sqlite3_int64 size) {
                auto& f = of(base);
                if (auto const code = f.self->fails(call::truncate, *f.name); code != SQLITE_OK) return code;
                f.self->events_.push_back({call::truncate, *f.name, size});
                return f.real()->pMethods->xTruncate(f.real(), size);
            };
            out.xSync = [](sqlite3_file* base, int) { // which a test need not wait for
                auto& f = of(base);
                if (auto const code = f.self->fails(call::sync, *f.name); code != SQLITE_OK) return code;
                f.self->events_.push_back({call::sync, *f.name});
                return SQLITE_OK;
            };
            out.xFileSize = [](sqlite3_file* base, sqlite3_int64* out_size) {
                return of(base).real()->pMethods->xFileSize(of(base).real(), out_size);
            };
            out.xLock = [](sqlite3_file* base, int level) {
                return of(base).real()->pMethods->xLock(of(base).real(), level);
            };
            out.xUnlock = [](sqlite3_file* base, int level) {
                return of(base).real()->pMethods->xUnlock(of(base).real(), level);
            };
            out.xCheckReservedLock = [](sqlite3_file* base, int* result) {
                return of(base).real()->pMethods->xCheckReservedLock(of(base).real(), result);
            };
            out.xFileControl = [](sqlite3_file* base, int what, void* argument) {
                return of(base).real()->pMethods->xFileControl(of(base).real(), what, argument);
            };
            out.xSectorSize = [](sqlite3_file*) { return 512; };
            out.xDeviceCharacteristics = [](sqlite3_file*) { return 0; }; // promises nothing
            out.xShmMap = [](sqlite3_file* base, int page, int size, int extend, void volatile** to) {
                return of(base).real()->pMethods->xShmMap(of(base).real(), page, size, extend, to);
            };
            out.xShmLock = [](sqlite3_file* base, int offset, int n, int flags) {
                return of(base).real()->pMethods->xShmLock(of(base).real(), offset, n, flags);
            };
            out.xShmBarrier = [](sqlite3_file* base) { of(base).real()->pMethods->xShmBarrier(of(base).real()); };
            out.xShmUnmap = [](sqlite3_file* base, int erase) {
                return of(base).real()->pMethods->xShmUnmap(of(base).real(), erase);
            };
            return out;
        }();
        return &all;
    }

    sqlite3_vfs* real_;
    named_vfs vfs_{};
    std::vector<event> events_;
};

/// The files of a disk whose power fails after some events.
class disk_image {
  public:
    /// Which of the writes that were not synchronized are there: none, all, or some of their sectors.
    enum class survival : std::uint8_t { none, all, some };

    disk_image(std::vector<recording_vfs::event> const& events, std::size_t count, survival unsynced,
               std::mt19937& random, std::map<std::string, std::string> before = {})
        : files_(std::move(before)) {
        using call = recording_vfs::call;
        std::map<std::string, std::vector<recording_vfs::event const*>> pending;
        for (std::size_t i = 0; i != count; ++i) {
            auto const& each = events[i];
            if (each.what == call::remove) {
                pending.erase(each.file);
                files_.erase(each.file);
            } else if (each.what == call::sync) {
                for (auto const* one : pending[each.file]) apply(*one);
                pending[each.file].clear();
                files_[each.file];
            } else {
                pending[each.file].push_back(&each);
            }
        }
        if (unsynced == survival::none) return;
        for (auto const& [name, writes] : pending)
            for (auto const* each : writes) {
                if (unsynced == survival::all) {
                    apply(*each);
                } else if (each->what == call::truncate) {
                    if (random() % 2 != 0) apply(*each);
                } else {
                    for (std::size_t at = 0; at < each->bytes.size(); at += 512)
                        if (random() % 2 != 0)
                            apply({call::write, name, each->offset + static_cast<sqlite3_int64>(at),
                                   each->bytes.substr(at, 512)});
                }
            }
    }

    /// By their names.
    std::map<std::string, std::string> const& files() const noexcept { return files_; }

  private:
    void apply(recording_vfs::event const& e) {
        auto& bytes = files_[e.file];
        auto const at = static_cast<std::size_t>(e.offset);
        if (e.what == recording_vfs::call::truncate) {
            bytes.resize(at);
            return;
        }
        if (bytes.size() < at + e.bytes.size()) bytes.resize(at + e.bytes.size());
        bytes.replace(at, e.bytes.size(), e.bytes);
    }

    std::map<std::string, std::string> files_;
};

} // namespace store_support
