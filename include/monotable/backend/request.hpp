// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/description.hpp>
#include <monotable/backend/item_sink.hpp>
#include <monotable/core/item.hpp>
#include <monotable/core/value.hpp>
#include <monotable/core/view.hpp>
#include <monotable/expression/tree_view.hpp>
#include <monotable/meta/array_view.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Requests and replies of DynamoDB's operations on items. Names, views, arrays and expressions in requests are borrowed for
/// the call; expressions are ones that `check` (expression/validate.hpp) lets through.
namespace monotable {

class capacity_meter; // backend/capacity.hpp

/// A view of adjacent constant elements, made of anything with data() and size().
using detail::array_view;

enum class existence : std::uint8_t { any, must_not_exist, must_exist };

enum class write_kind : std::uint8_t {
    put,
    update,
    erase,
    check ///< of a transaction: only the condition
};

/// Which part of the item a write returns, before or after it. Over the wire all but `none` make the store send attributes.
enum class return_values : std::uint8_t {
    none,
    existed,     ///< only whether there was an item with this key
    all_old,     ///< the whole item before the write
    updated_old, ///< an update only: the attributes that it sets or removes, before it
    all_new,     ///< an update only: the whole item after it
    updated_new  ///< an update only: the attributes that it sets, after it
};

struct write_request {
    std::string_view table = {};
    item_view item = {}; ///< of a put: the item; of the others: the key attributes and no others
    write_kind kind = write_kind::put;
    existence expected = existence::any; ///< and `condition`
    expression_view condition = {};
    expression_view update = {}; ///< of an update; empty: creates the item with its key alone, unless there is one
    /// Of a put, if not empty: attributes of the item that is replaced are kept unless they are among these names. One
    /// atomic step with the replacement.
    array_view<std::string_view> known_attributes = {};
    return_values returns = return_values::none;
    bool return_failed = false; ///< what is there, if the condition failed
    capacity_meter* capacity = nullptr;
};

struct write_outcome {
    bool done = false;    ///< false: the condition failed, nothing was changed
    bool existed = false; ///< done, `existed` or `all_old` was requested, and there was an item with this key
    /// What was requested by `returns` or, if the condition failed, by return_failed; nothing where there is no item.
    std::optional<item> attributes = {};
};

struct get_request {
    std::string_view table = {};
    item_view key = {}; ///< the key attributes and no others
    bool consistent = false;
    array_view<std::string_view> attributes = {}; ///< empty: every attribute
    expression_view projection = {};              ///< instead of attributes
    capacity_meter* capacity = nullptr;
    item_sink* sink = nullptr; ///< takes the item; in the reply an empty item then stands for it
};

struct sort_bound {
    value limit = {};
    bool inclusive = true;
};

enum class selection : std::uint8_t {
    projected, ///< what the index projects, or what is asked for
    all,       ///< every attribute, be it in the index or not; not of a global index that does not project everything
    count      ///< no items, only their number
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
    selection select = selection::projected;
    std::size_t limit = 0; ///< items evaluated; 0: as many as a page holds
    std::optional<item> exclusive_start_key = {};
    array_view<std::string_view> attributes = {}; ///< empty: everything that is selected
    expression_view projection = {};              ///< instead of attributes
    expression_view filter = {};                  ///< which of the items evaluated are returned
    capacity_meter* capacity = nullptr;
    item_sink* sink = nullptr; ///< takes the items, which the page then does not hold
};

/// All items: those of a partition together and in order, partitions in no promised order.
struct scan_request {
    std::string_view table = {};
    std::string_view index = {}; ///< empty: the table itself
    bool consistent = false;     ///< refused for global indexes
    selection select = selection::projected;
    std::size_t limit = 0; ///< items evaluated; 0: as many as a page holds
    std::optional<item> exclusive_start_key = {};
    array_view<std::string_view> attributes = {}; ///< empty: everything that is selected
    expression_view projection = {};              ///< instead of attributes
    expression_view filter = {};                  ///< which of the items evaluated are returned
    capacity_meter* capacity = nullptr;
    std::uint32_t segment = 0; ///< of total_segments, which divide the items among themselves
    std::uint32_t total_segments = 1;
    item_sink* sink = nullptr; ///< takes the items, which the page then does not hold
};

/// Ends at the limit or when 1 MB of items was evaluated. Then last_evaluated_key is where the next page starts, even if
/// no item follows; it holds the key attributes of the table and of the index. A query of a table without sort key, which
/// finds at most one item, has no next page.
struct item_page {
    std::vector<item> items; ///< none if only counted, or if the request has a sink
    std::size_t count = 0;   ///< that the filter let through
    std::size_t scanned_count = 0;
    std::optional<item> last_evaluated_key = {};
};

struct batch_get_result {
    std::vector<std::optional<item>> items;    ///< one per request; nothing if it is not there
    std::vector<std::size_t> unprocessed = {}; ///< requests to be made again, ascending: the answer was full
};

enum class cancellation : std::uint8_t {
    none,
    condition_failed,
    item_collection_size,
    conflict,
    throughput,
    throttling,
    invalid
};

struct action_outcome {
    cancellation reason = cancellation::none;
    std::string message = {};
    std::optional<item> attributes = {}; ///< of a failed condition: what is there, if asked for
};

struct transaction_outcome {
    bool done = false; ///< false: some action has a reason, nothing was changed
    std::vector<action_outcome> actions;
};

} // namespace monotable
