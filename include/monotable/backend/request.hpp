// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/description.hpp>
#include <monotable/backend/item_sink.hpp>
#include <monotable/backend/key_values.hpp>
#include <monotable/core/assign.hpp>
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

/// Requests and replies of DynamoDB's operations on items. Requests do not own names, views, arrays and expressions,
/// which must be valid during the call. REQUIRES: expressions satisfy `check` (expression/validate.hpp).
namespace monotable {

class capacity_meter; // backend/capacity.hpp

/// A view of contiguous constant elements, constructed from any type with data() and size().
using detail::array_view;

enum class precondition : std::uint8_t { any, must_not_exist, must_exist };

enum class write_kind : std::uint8_t {
    put,
    update,
    erase,
    check ///< transactions only: checks the condition
};

/// The part of the item that a write returns. Over the wire, all but `none` make the service send attributes.
enum class return_values : std::uint8_t {
    none,
    existed,     ///< only whether the item existed
    all_old,     ///< the whole item before the write
    updated_old, ///< an update only: the attributes that it sets or removes, before it
    all_new,     ///< an update only: the whole item after it
    updated_new  ///< an update only: the attributes that it sets, after it
};

namespace detail {

/// The places of the attributes in an item's encoding, known to the function that encoded it.
struct attribute_places {
    /// All attributes that such an item can have, sorted. The list has static storage duration, and identifies them.
    array_view<std::string_view> names = {};
    char const* encoding = nullptr;       ///< of the item
    std::size_t const* offsets = nullptr; ///< of each attribute's value in the encoding; 0 if the item does not have it
    std::size_t size = 0;                 ///< of the item, as DynamoDB counts it
};

/// An update that assigns values to whole attributes, none of which is part of the primary key.
struct attribute_assignments {
    /// The assignments for the stored item, sorted by name. They are valid until the next call or the end of the request.
    array_view<attribute_assignment> (*make)(void* context, item_view stored);
    void* context;
};

} // namespace detail

struct write_request {
    std::string_view table = {};
    item_view item = {}; ///< the item of a put; exactly the key attributes for other writes
    write_kind kind = write_kind::put;
    precondition expected = precondition::any; ///< and `condition`
    expression_view condition = {};
    expression_view update = {}; ///< for updates; an empty one creates the item with its key only, unless it exists
    /// For puts, if not empty: attributes of the replaced item that are not in this list are preserved, atomically with
    /// the replacement.
    array_view<std::string_view> known_attributes = {};
    return_values returns = return_values::none;
    bool return_failed = false; ///< return the stored item if the condition fails
    capacity_meter* capacity = nullptr;
    /// For puts, if not null: the places of the attributes of `item`, so that a local store need not search for them. Other
    /// backends ignore it, and it is ignored if it describes another encoding than that of `item`.
    detail::attribute_places const* places = nullptr;
    /// For updates, if not null: the update, instead of `update`. Only for backends that take assignments.
    detail::attribute_assignments const* assignments = nullptr;
};

struct write_outcome {
    bool done = false;    ///< false if the condition failed and nothing was changed
    bool existed = false; ///< true if done, the item existed, and `existed` or `all_old` was requested
    /// The attributes requested by `returns` or, if the condition failed, by return_failed; nullopt if there is no
    /// item.
    std::optional<item> attributes = {};
};

struct get_request {
    std::string_view table = {};
    item_view key = {}; ///< the key attributes and no others
    bool consistent = false;
    array_view<std::string_view> attributes = {}; ///< empty: every attribute
    expression_view projection = {};              ///< instead of attributes
    capacity_meter* capacity = nullptr;
    item_sink* sink = nullptr; ///< receives the item, which is then empty in the reply
};

struct sort_bound {
    value limit = {};
    bool inclusive = true;
};

enum class selection : std::uint8_t {
    projected, ///< the projected attributes of the index, or those that are requested
    all,  ///< all attributes, even if the index does not project them; not for global indexes that do not project all
    count ///< no items, only their number
};

/// Reads the items of one partition in the order of their sort keys. The sort condition is the conjunction of values of
/// the leading sort attributes, and of bounds or a prefix (strings and binaries) for the next one.
struct query_request {
    std::string_view table = {};
    std::string_view index = {}; ///< empty: the table itself
    key_values partition = {};   ///< one per partition attribute
    key_values sort_equals = {};
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
    /// False: the caller can derive the start of the next page from the last item, so that last_evaluated_key may be an empty
    /// item, which only says that there is one.
    bool wants_start_key = true;
};

/// Reads all items: those of a partition consecutively and in order, partitions in unspecified order.
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
    std::uint32_t segment = 0; ///< one of total_segments disjoint segments
    std::uint32_t total_segments = 1;
    item_sink* sink = nullptr; ///< takes the items, which the page then does not hold
};

/// A page ends at the limit or after evaluating 1 MB of items. last_evaluated_key is then the start of the next page,
/// even if no item follows; it has the key attributes of the table and of the index. A query of a table without sort
/// key, which finds at most one item, has no next page.
struct item_page {
    std::vector<item> items; ///< empty if items are only counted, or if the request has a sink
    std::size_t count = 0;   ///< the number of items that satisfy the filter
    std::size_t scanned_count = 0;
    std::optional<item> last_evaluated_key = {};
};

struct batch_get_result {
    std::vector<std::optional<item>> items;    ///< one per request; nullopt if the item does not exist
    std::vector<std::size_t> unprocessed = {}; ///< positions of unprocessed requests, ascending
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
    std::optional<item> attributes = {}; ///< the stored item if the condition failed and it was requested
};

struct transaction_outcome {
    bool done = false; ///< false if an action has a reason; nothing was changed then
    std::vector<action_outcome> actions;
};

} // namespace monotable
