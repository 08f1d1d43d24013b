// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/changes/checkpoint.hpp>
#include <monotable/core/writer.hpp>
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

MONOTABLE_INLINE checkpoint checkpoint_table::create(stream_progress progress) {
    checkpoint const created{std::move(progress), 1};
    auto const done = put(created, precondition::must_not_exist, {});
    return done.done || !done.attributes ? created : read(*done.attributes);
}

MONOTABLE_INLINE bool checkpoint_table::replace(checkpoint& known, stream_progress const& progress) {
    for (;;) {
        checkpoint next{progress, known.revision + 1};
        auto const unchanged = expression::make(expression_kind::equal, {expression::path(document_path("revision")),
                                                                         expression::constant(value(known.revision))});
        auto const done = put(next, precondition::must_exist, unchanged);
        if (done.done) {
            known = std::move(next);
            return true;
        }
        // An earlier attempt of this instance may have succeeded without its reply having arrived.
        if (!done.attributes || number(*done.attributes, "instance") != instance_) return false;
        known = read(*done.attributes);
        if (known.progress != progress) continue;
        known.progress = progress; // with the members that are not stored
        return true;
    }
}

MONOTABLE_INLINE std::uint64_t checkpoint_table::random() {
    std::random_device device;
    return (std::uint64_t{device()} << 32) | device();
}

MONOTABLE_INLINE write_outcome checkpoint_table::put(checkpoint const& next, precondition expected,
                                                     expression_view condition) {
    item const written = encoded(next);
    write_request request;
    request.table = name_;
    request.item = written;
    request.expected = expected;
    request.condition = condition;
    request.return_failed = true;
    return store_.put(request);
}

MONOTABLE_INLINE item checkpoint_table::encoded(checkpoint const& from) const {
    std::string bytes;
    value_writer out(bytes);
    auto const write_text = [&](std::string_view name, std::string_view text) {
        out.name(name);
        out.string(text);
    };
    auto const write_number = [&](std::string_view name, auto number) {
        out.name(name);
        out.number(number);
    };
    out.begin_map();
    write_text("consumer", consumer_);
    write_number("created", from.progress.created);
    out.name("ended");
    out.boolean(from.progress.ended);
    write_number("format", format);
    out.name("from_horizon");
    out.boolean(from.progress.from_horizon);
    write_number("instance", instance_);
    write_number("revision", from.revision);
    out.name("shards");
    out.begin_list();
    for (auto const& each : from.progress.shards) {
        out.begin_map();
        write_number("from", static_cast<std::uint64_t>(each.from));
        write_number("opened", each.opened);
        write_text("shard", each.shard);
        write_number("since", each.since);
        write_text("text", each.text);
        out.end_map();
    }
    out.end_list();
    write_number("since", from.progress.since);
    write_text("stream", from.progress.stream);
    write_text("table", table_);
    out.end_map();
    return item::from_encoding(std::move(bytes));
}

MONOTABLE_INLINE void checkpoint_table::fail(std::string_view problem, std::string_view name) const {
    std::string message("monotable: the checkpoint of consumer ");
    throw bad_item(message.append(consumer_)
                       .append(" of ")
                       .append(table_)
                       .append(" ")
                       .append(problem)
                       .append(" \"")
                       .append(name)
                       .append("\"; erase its item from ")
                       .append(name_)
                       .append(" to begin anew"));
}

MONOTABLE_INLINE std::uint64_t checkpoint_table::number(item_view from, std::string_view name) const {
    auto const found = from.find(name);
    auto const result = found && found->is(value_type::number) ? found->as_uint64() : std::nullopt;
    if (!result) fail("has no number", name);
    return *result;
}

MONOTABLE_INLINE std::string checkpoint_table::text(item_view from, std::string_view name) const {
    auto const found = from.find(name);
    if (!found || !found->is(value_type::string)) fail("has no text", name);
    return std::string(found->as_string());
}

MONOTABLE_INLINE bool checkpoint_table::flag(item_view from, std::string_view name) {
    auto const found = from.find(name);
    return found && found->is(value_type::boolean) && found->as_bool();
}

MONOTABLE_INLINE checkpoint checkpoint_table::read(item_view from) const {
    if (number(from, "format") != format) fail("is one of another version of this library, by its", "format");
    checkpoint result;
    result.revision = number(from, "revision");
    auto& progress = result.progress;
    progress.stream = text(from, "stream");
    progress.created = static_cast<std::int64_t>(number(from, "created"));
    progress.since = static_cast<std::int64_t>(number(from, "since"));
    progress.from_horizon = flag(from, "from_horizon");
    progress.ended = flag(from, "ended");
    auto const shards = from.find("shards");
    if (!shards || !shards->is(value_type::list)) fail("has no list", "shards");
    for (auto const each : shards->as_list()) {
        if (!each.is(value_type::map)) fail("has something else than maps in", "shards");
        progress.shards.push_back(read_shard(each.as_map()));
    }
    return result;
}

MONOTABLE_INLINE shard_progress checkpoint_table::read_shard(item_view from) const {
    shard_progress result;
    result.shard = text(from, "shard");
    auto const kind = number(from, "from");
    if (kind > static_cast<std::uint64_t>(shard_from::done)) fail("has an unknown number", "from");
    result.from = static_cast<shard_from>(kind);
    result.text = text(from, "text");
    result.since = static_cast<std::int64_t>(number(from, "since"));
    result.opened = static_cast<std::int64_t>(number(from, "opened"));
    return result;
}

} // namespace monotable::detail
