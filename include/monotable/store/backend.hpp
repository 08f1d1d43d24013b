// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/expression/tree_view.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/store/description.hpp>
#include <monotable/value/item.hpp>
#include <monotable/value/value.hpp>
#include <monotable/value/view.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What a store does: DynamoDB's operations on items. Names, views, spans and expressions in requests are borrowed for the
/// call; expressions are ones that `check` (expression/validate.hpp) lets through.
namespace monotable {

class capacity_meter;   // store/capacity.hpp
struct table_status;    // store/table_status.hpp
struct stream_status;   // store/stream.hpp
struct stream_position; // store/stream.hpp
struct stream_page;     // store/stream.hpp

enum class existence : std::uint8_t { any, must_not_exist, must_exist };

enum class write_kind : std::uint8_t {
    put,
    update,
    erase,
    check ///< of a transaction: only the condition
};

/// What a write gives back. The updated_ ones, and all_new, are of updates only: what the update touched, before or after it.
enum class return_values : std::uint8_t { none, all_old, updated_old, all_new, updated_new };

struct write_request {
    std::string_view table = {};
    item_view item = {}; ///< of a put: the item; of the others: the key attributes and no others
    write_kind kind = write_kind::put;
    existence expected = existence::any; ///< and `condition`
    expression_view condition = {};
    expression_view update = {}; ///< of an update; empty: creates the item with its key alone, unless there is one
    /// Of a put, if not empty: attributes of the item that is replaced are kept unless they are among these names. One
    /// atomic step with the replacement.
    detail::array_view<std::string_view> known_attributes = {};
    return_values returns = return_values::none;
    bool return_failed = false; ///< what is there, if the condition failed
    capacity_meter* capacity = nullptr;
};

struct write_outcome {
    bool done = false;                   ///< false: the condition failed, nothing was changed
    bool existed = false;                ///< was there an item with this key before?
    std::optional<item> attributes = {}; ///< what was asked for; nothing if there is none
};

struct get_request {
    std::string_view table = {};
    item_view key = {}; ///< the key attributes and no others
    bool consistent = false;
    detail::array_view<std::string_view> attributes = {}; ///< empty: every attribute
    expression_view projection = {};                      ///< instead of attributes
    capacity_meter* capacity = nullptr;
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
    detail::array_view<std::string_view> attributes = {}; ///< empty: everything that is selected
    expression_view projection = {};                      ///< instead of attributes
    expression_view filter = {};                          ///< which of the items evaluated are returned
    capacity_meter* capacity = nullptr;
};

/// All items: those of a partition together and in order, partitions in no promised order.
struct scan_request {
    std::string_view table = {};
    std::string_view index = {}; ///< empty: the table itself
    bool consistent = false;     ///< refused for global indexes
    selection select = selection::projected;
    std::size_t limit = 0; ///< items evaluated; 0: as many as a page holds
    std::optional<item> exclusive_start_key = {};
    detail::array_view<std::string_view> attributes = {}; ///< empty: everything that is selected
    expression_view projection = {};                      ///< instead of attributes
    expression_view filter = {};                          ///< which of the items evaluated are returned
    capacity_meter* capacity = nullptr;
    std::uint32_t segment = 0; ///< of total_segments, which divide the items among themselves
    std::uint32_t total_segments = 1;
};

/// Ends at the limit or when 1 MB of items was evaluated. Then last_evaluated_key is where the next page starts, even if
/// no item follows; it holds the key attributes of the table and of the index. A query of a table without sort key, which
/// finds at most one item, has no next page.
struct item_page {
    std::vector<item> items; ///< none if only counted
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

/// A store. All operations may be called from several threads at once. Those on single items and transactions are
/// serializable; a page is a snapshot. What breaks a rule of the data model throws bad_value, a malformed request
/// store_error; neither changes anything.
class backend {
  public:
    backend() = default;
    backend(backend const&) = delete;
    backend& operator=(backend const&) = delete;
    virtual ~backend() = default;

    virtual write_outcome write(write_request const& request) = 0;
    virtual std::optional<item> get(get_request const& request) = 0;
    virtual item_page query(query_request const& request) = 0;
    virtual item_page scan(scan_request const& request) = 0;

    // write() of one kind.
    write_outcome put(write_request request) { return write(as(request, write_kind::put)); }
    write_outcome update(write_request request) { return write(as(request, write_kind::update)); }
    write_outcome erase(write_request request) { return write(as(request, write_kind::erase)); }

    /// At most 100 requests. Not a snapshot: each is as if alone.
    virtual batch_get_result batch_get(detail::array_view<get_request> requests) = 0;
    /// At most 25 puts and erasures without conditions, of different items. Each is as if alone, but if one cannot be done
    /// for a reason of its own none is. Returns what is left to be done, ascending.
    virtual std::vector<std::size_t> batch_write(detail::array_view<write_request> requests) = 0;

    /// At most 100 items at one moment; in the order of the requests, nothing for what is not there.
    virtual std::vector<std::optional<item>> transact_get(detail::array_view<get_request> requests) = 0;
    /// At most 100 actions on different items, all or nothing. A token that is not empty makes repetitions within ten minutes
    /// do nothing; one that comes with other actions is refused.
    virtual transaction_outcome transact_write(detail::array_view<write_request> actions, std::string_view token) = 0;

    /// True if it was created, false if it exists with this description; throws store_error if it has another one.
    virtual bool create_table(table_description const& table, table_settings const& settings) = 0;
    bool create_table(table_description const& table) { return create_table(table, {}); }
    virtual table_description describe(std::string_view table) = 0;
    virtual table_status status(std::string_view table) = 0;
    /// Their names, sorted.
    virtual std::vector<std::string> tables() = 0;
    /// Adds a global index and fills it; items whose attributes cannot be its keys are left out.
    virtual void add_index(std::string_view table, index_description const& index) = 0;
    virtual void drop_index(std::string_view table, std::string_view index) = 0;
    virtual void change_settings(std::string_view table, table_settings const& settings) = 0;
    /// The table with its items. Its streams can be read for another day.
    virtual void delete_table(std::string_view table) = 0;
    /// Erases the items of all tables whose time to live is over. Returns how many there were.
    virtual std::size_t sweep(std::int64_t now) = 0;

    /// Streams of one table or, if it is empty, of all.
    virtual std::vector<stream_status> streams(std::string_view table) = 0;
    virtual stream_page read_stream(stream_position const& from) = 0;

  private:
    static write_request const& as(write_request& request, write_kind kind) noexcept {
        request.kind = kind;
        return request;
    }
};

} // namespace monotable
