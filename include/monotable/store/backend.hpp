// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/description.hpp>
#include <monotable/value/item.hpp>
#include <monotable/value/value.hpp>
#include <monotable/value/view.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

/// What a store does: DynamoDB's operations on items. Names, views and spans in requests are borrowed for the call.
namespace monotable {

enum class existence : std::uint8_t { any, must_not_exist, must_exist };

struct put_request {
    std::string_view table = {};
    item_view item = {};
    existence condition = existence::any;
    /// If not empty: attributes of the item that is replaced are kept unless they are among these names. One atomic
    /// step with the replacement.
    std::span<std::string_view const> known_attributes = {};
    bool return_previous = false;
};

struct put_result {
    bool done = false;                 ///< false: the condition failed, nothing was changed
    std::optional<item> previous = {}; ///< what was there, on request; of a failed put: what is there
};

struct get_request {
    std::string_view table = {};
    item_view key = {}; ///< the key attributes and no others
    bool consistent = false;
    std::span<std::string_view const> projection = {}; ///< empty: every attribute
};

struct erase_request {
    std::string_view table = {};
    item_view key = {}; ///< the key attributes and no others
    bool return_previous = false;
};

struct erase_result {
    bool existed = false;
    std::optional<item> previous = {}; ///< on request
};

struct sort_bound {
    value limit = {};
    bool inclusive = true;
};

/// Items of one partition in the order of their sort keys. The sort condition: values of the leading sort attributes, then
/// bounds or a prefix (strings and binaries) of the one after them. It is the conjunction of what is given.
struct query_request {
    std::string_view table = {};
    std::string_view index = {};       ///< empty: the table itself
    std::vector<value> partition = {}; ///< one per partition attribute
    std::vector<value> sort_equals = {};
    std::optional<sort_bound> lower = {};
    std::optional<sort_bound> upper = {};
    std::optional<value> begins_with = {};
    bool descending = false;
    bool consistent = false; ///< refused for global indexes
    bool count_only = false;
    std::size_t limit = 0; ///< items evaluated; 0: as many as a page holds
    std::optional<item> exclusive_start_key = {};
    std::span<std::string_view const> projection = {}; ///< empty: everything that is projected
};

/// All items: those of a partition together and in order, partitions in no promised order.
struct scan_request {
    std::string_view table = {};
    std::string_view index = {}; ///< empty: the table itself
    bool consistent = false;     ///< refused for global indexes
    bool count_only = false;
    std::size_t limit = 0; ///< items evaluated; 0: as many as a page holds
    std::optional<item> exclusive_start_key = {};
    std::span<std::string_view const> projection = {};
    std::uint32_t segment = 0; ///< of total_segments, which divide the items among themselves
    std::uint32_t total_segments = 1;
};

/// Ends at the limit or when 1 MB of items was evaluated. Then last_evaluated_key is where the next page starts, even if
/// no item follows; it holds the key attributes of the table and of the index. A query of a table without sort key, which
/// finds at most one item, has no next page.
struct item_page {
    std::vector<item> items = {}; ///< none if only counted
    std::size_t count = 0;
    std::size_t scanned_count = 0;
    std::optional<item> last_evaluated_key = {};
};

/// A store. All operations may be called from several threads at once. Those on single items are serializable; a page is a
/// snapshot. What breaks a rule of the data model throws bad_value, a malformed request store_error; neither changes
/// anything.
class backend {
  public:
    backend() = default;
    backend(backend const&) = delete;
    backend& operator=(backend const&) = delete;
    virtual ~backend() = default;

    /// Does nothing if the table exists with this description; throws store_error if it has another one.
    virtual void create_table(table_description const& table) = 0;
    virtual table_description describe(std::string_view table) = 0;

    virtual put_result put(put_request const& request) = 0;
    virtual std::optional<item> get(get_request const& request) = 0;
    virtual erase_result erase(erase_request const& request) = 0;
    virtual item_page query(query_request const& request) = 0;
    virtual item_page scan(scan_request const& request) = 0;
};

} // namespace monotable
