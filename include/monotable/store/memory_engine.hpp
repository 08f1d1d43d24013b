// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/collection_engine.hpp>
#include <monotable/store/collection_keys.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable::detail {

/// One ordered map per collection: hash of the partition, the partition, the sort key. Index entries share the table's
/// records.
class memory_table final : public table_storage {
  public:
    explicit memory_table(std::size_t collections) : collections_(collections) {}

    std::optional<stored_item> find(entry_key key) const override {
        auto const found = collections_[0].find(path(key));
        if (found == collections_[0].end()) return std::nullopt;
        return found->second->view();
    }

    void visit(std::size_t collection, std::string_view partition, sort_range range, bool descending,
               item_visitor& visitor) const override {
        auto const& entries = collections_[collection];
        auto const prefix = path({partition, {}});
        auto const first = entries.lower_bound(prefix + std::string(range.begin));
        auto last = range.end ? entries.lower_bound(prefix + std::string(*range.end))
                              : entries.lower_bound(*after_prefix(prefix));
        if (range.end && *range.end <= range.begin) return;
        if (descending) {
            while (last != first)
                if (!visitor.visit((--last)->second->view())) return;
        } else {
            for (auto each = first; each != last; ++each)
                if (!visitor.visit(each->second->view())) return;
        }
    }

    void scan(std::size_t collection, hash_range partitions, std::optional<entry_key> after,
              item_visitor& visitor) const override {
        auto const& entries = collections_[collection];
        auto each =
            after ? entries.upper_bound(path(*after)) : entries.lower_bound(hash_bytes(partitions.first));
        auto const past = hash_bytes(partitions.last);
        for (; each != entries.end() && std::string_view(each->first).substr(0, 8) <= past; ++each)
            if (!visitor.visit(each->second->view())) return;
    }

  private:
    friend class memory_engine;

    struct record {
        std::string bytes;
        std::uint32_t size;

        stored_item view() const noexcept { return {item_view(bytes.data()), size}; }
    };
    using tree = std::map<std::string, std::shared_ptr<record>, std::less<>>;

    static std::string hash_bytes(std::uint64_t hash) {
        std::string out(8, '\0');
        for (std::size_t i = 8; i-- > 0; hash >>= 8) out[i] = static_cast<char>(hash);
        return out;
    }

    static std::string path(entry_key key) {
        auto out = hash_bytes(partition_hash(key.partition));
        append_component(out, key.partition);
        out.append(key.sort);
        return out;
    }

    std::vector<tree> collections_;
};

class memory_engine final : public collection_engine {
  public:
    std::vector<table_description> tables() override { return {}; }

    std::unique_ptr<table_storage> open(table_description const& table) override {
        return std::make_unique<memory_table>(1 + table.indexes.size());
    }

    void write(std::span<item_change const> changes) override {
        preparation prepared;
        for (auto const& each : changes) prepared.add(each);
        prepared.commit();
    }

  private:
    using tree = memory_table::tree;
    using record = memory_table::record;

    // All that can fail comes first and is taken back on destruction; what remains cannot.
    class preparation {
      public:
        preparation() = default;
        preparation(preparation const&) = delete;
        preparation& operator=(preparation const&) = delete;
        ~preparation() { remove(added_); }

        void add(item_change const& change) {
            auto& collections = static_cast<memory_table*>(change.table)->collections_;
            std::shared_ptr<record> item;
            if (!change.item) {
                gone(collections[0], change.key);
            } else {
                auto fresh = std::string(change.item->view.bytes());
                auto const [place, is_new] = insert(collections[0], change.key, nullptr);
                if (is_new)
                    place->second = std::make_shared<record>(record{std::move(fresh), change.item->size});
                else
                    replaced_.push_back({place->second.get(), {std::move(fresh), change.item->size}});
                item = place->second;
            }
            for (auto const& each : change.indexes) {
                auto& entries = collections[each.index + 1];
                if (each.to) insert(entries, *each.to, item);
                if (each.from) gone(entries, *each.from);
            }
        }

        void commit() noexcept {
            for (auto& [place, fresh] : replaced_) {
                place->bytes.swap(fresh.bytes);
                place->size = fresh.size;
            }
            remove(gone_);
            added_.clear();
        }

      private:
        using spot = std::pair<tree*, tree::iterator>;

        std::pair<tree::iterator, bool> insert(tree& in, entry_key key, std::shared_ptr<record> const& item) {
            added_.reserve(added_.size() + 1);
            auto const result = in.try_emplace(memory_table::path(key), item);
            if (result.second) added_.emplace_back(&in, result.first);
            return result;
        }

        void gone(tree& in, entry_key key) { gone_.emplace_back(&in, in.find(memory_table::path(key))); }

        static void remove(std::vector<spot> const& places) noexcept {
            for (auto const& [in, at] : places) in->erase(at);
        }

        std::vector<spot> added_, gone_;
        std::vector<std::pair<record*, record>> replaced_;
    };
};

} // namespace monotable::detail
