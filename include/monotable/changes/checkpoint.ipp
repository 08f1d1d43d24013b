// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/changes/checkpoint.hpp>
#include <monotable/error.hpp>
#include <monotable/expression/path.hpp>

#include <random>

namespace monotable::detail {

MONOTABLE_INLINE checkpoint_table::checkpoint_table(backend& store, std::string_view name, std::string_view table,
                                                    std::string_view consumer)
    : store_(store), name_(name), table_(table), consumer_(consumer), instance_(random()) {
    if (consumer.empty()) throw bad_value("monotable: a consumer of " + table_ + " has no name; give it one");
    table_description checkpoints;
    checkpoints.name = name_;
    checkpoints.partition.name = "table";
    checkpoints.sort.emplace().name = "consumer";
    store_.create_table(checkpoints);
}

MONOTABLE_INLINE std::optional<checkpoint> checkpoint_table::find() {
    item const key{{"table", table_}, {"consumer", consumer_}};
    get_request request;
    request.table = name_;
    request.key = key;
    request.consistent = true;
    auto const found = store_.get(request);
    if (!found) return std::nullopt;
    return read(*found);
}

MONOTABLE_INLINE checkpoint checkpoint_table::create(stream_place place) {
    checkpoint const created{place, 1};
    auto const done = put(created, existence::must_not_exist, {});
    return done.done || !done.attributes ? created : read(*done.attributes);
}

MONOTABLE_INLINE bool checkpoint_table::replace(checkpoint& known, stream_place place) {
    for (;;) {
        checkpoint const next{place, known.revision + 1};
        auto const unchanged = expression::make(expression_kind::equal, {expression::path(document_path("revision")),
                                                                         expression::constant(value(known.revision))});
        auto const done = put(next, existence::must_exist, unchanged);
        if (done.done) {
            known = next;
            return true;
        }
        // An earlier attempt of this instance was done, although its answer did not arrive.
        if (!done.attributes || number(*done.attributes, "instance") != instance_) return false;
        known = read(*done.attributes);
        if (known.place == place) return true;
    }
}

MONOTABLE_INLINE std::uint64_t checkpoint_table::random() {
    std::random_device device;
    return (std::uint64_t{device()} << 32) | device();
}

MONOTABLE_INLINE write_outcome checkpoint_table::put(checkpoint const& next, existence expected,
                                                     expression_view condition) {
    item const written{{"table", table_},
                       {"consumer", consumer_},
                       {"stream", next.place.stream},
                       {"sequence", next.place.sequence},
                       {"closed", next.place.closed},
                       {"revision", next.revision},
                       {"instance", instance_}};
    write_request request;
    request.table = name_;
    request.item = written;
    request.expected = expected;
    request.condition = condition;
    request.return_failed = true;
    return store_.put(request);
}

MONOTABLE_INLINE std::uint64_t checkpoint_table::number(item_view from, std::string_view name) const {
    auto const found = from.find(name);
    auto const result = found && found->is(value_type::number) ? found->as_uint64() : std::nullopt;
    if (!result)
        throw bad_item("monotable: the checkpoint of consumer " + consumer_ + " of " + table_ + " has no number \"" +
                       std::string(name) + "\"; erase its item from " + name_ + " to begin anew");
    return *result;
}

MONOTABLE_INLINE checkpoint checkpoint_table::read(item_view from) const {
    auto const closed = from.find("closed");
    return {{number(from, "stream"), number(from, "sequence"),
             closed && closed->is(value_type::boolean) && closed->as_bool()},
            number(from, "revision")};
}

} // namespace monotable::detail
