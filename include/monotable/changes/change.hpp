// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/stream.hpp>
#include <monotable/violation/changes.hpp>
#include <monotable/changes/change_visit.hpp>
#include <monotable/codec/time.hpp>
#include <monotable/core/item.hpp>
#include <monotable/model/decode.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/model/stream.hpp>
#include <monotable/store/read/projection.hpp>
#include <monotable/store/table_of.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

/// Typed changes: the records of a table's stream, by entity.
namespace monotable {

namespace detail {

/// The position of a change, which identifies it among the changes of a table. The texts are those of the backend
/// (backend/stream.hpp).
struct change_position {
    std::string stream = {};
    std::string shard = {};
    std::string sequence = {};
    std::int64_t time = 0; ///< milliseconds since 1970

    friend bool operator==(change_position const&, change_position const&) = default;
};

struct recorded_change {
    std::string stream = {};
    std::string shard = {};
    bool after_gap = false;
    stream_record record = {};
};

/// The part of a change that does not depend on the entity.
class change_base {
  public:
    explicit change_base(std::shared_ptr<recorded_change const> recorded) noexcept : recorded_(std::move(recorded)) {}

    change_kind kind() const noexcept { return record().change; }
    bool inserted() const noexcept { return kind() == change_kind::insert; }
    bool modified() const noexcept { return kind() == change_kind::modify; }
    bool removed() const noexcept { return kind() == change_kind::remove; }
    /// True if the item was removed because its time to live has expired.
    bool expired() const noexcept { return record().expired; }
    /// True if preceding records have expired that the consumer had not read (when_trimmed::restart).
    bool after_gap() const noexcept { return recorded_->after_gap; }

    change_position position() const { return {recorded_->stream, recorded_->shard, record().sequence, record().time}; }
    timestamp time() const noexcept { return timestamp(std::chrono::milliseconds(record().time)); }

    /// The attributes of the primary key. Valid as long as the change.
    item_view keys() const noexcept { return record().keys; }
    /// The record of the backend. Valid as long as the change.
    stream_record const& record() const noexcept { return recorded_->record; }

  protected:
    std::shared_ptr<recorded_change const> const& recorded() const noexcept { return recorded_; }

  private:
    std::shared_ptr<recorded_change const> recorded_;
};

/// True if the change is of an item of the entity: an image belongs to it or, if there are no images, the key does.
inline bool is_change_of(entity_data const& entity, stream_record const& record) {
    if (!record.before && !record.after) return belongs_to(entity, record.keys);
    return (record.after && belongs_to(entity, *record.after)) || (record.before && belongs_to(entity, *record.before));
}

/// The first field of Result that the primary key of E does not contain; the number of fields if it contains all.
template <class Table, class E, class Result>
constexpr std::size_t first_beyond_key() {
    entity_data const& entity = entity_model<Table, E>::data;
    for (std::size_t i = 0; i != reflect<Result>::size; ++i) {
        std::size_t const field = field_index<E>(reflect<Result>::names[i]);
        bool found = false;
        for (std::size_t s = 0; s != Table::data.indexes[0].key_count(); ++s)
            for (template_part const& part : entity.parts_of(entity.slots[s]))
                if (part.placeholder && static_cast<std::size_t>(part.field) == field)
                    found = found || entity.slots[s].native != no_field || !is_lossy(part, *entity.fields[field].type);
        if (!found) return i;
    }
    return reflect<Result>::size;
}

/// True if Result can be read from the primary key of E alone; otherwise reports one error.
template <class Table, class E, class Result>
constexpr bool valid_keys() {
    if constexpr (!valid_result<Table, E, 0, Result>()) {
        return false;
    } else if constexpr (first_beyond_key<Table, E, Result>() != reflect<Result>::size) {
        constexpr std::string_view field = reflect<Result>::names[first_beyond_key<Table, E, Result>()];
        return report<change_rule::beyond_the_key, E, Result, named<to_fixed<field.size()>(field)>>();
    } else {
        return true;
    }
}

} // namespace detail

/// A change of an item of E. Copies share the record.
template <class Table, class E = item>
class change : public detail::change_base {
  public:
    using change_base::change_base;

    /// The object before the change; nullopt if the item did not exist or did not belong to E. Throws bad_item if it
    /// does not fit the struct.
    std::optional<E> before() const {
        if constexpr (detail::has_before(Table::data.stream)) return read(record().before);
        else static_cast<void>(detail::report<detail::change_rule::no_before, Table, E>());
        return std::nullopt;
    }
    /// The object after the change; nullopt if the item does not exist or does not belong to E. Throws bad_item if it
    /// does not fit the struct.
    std::optional<E> after() const {
        if constexpr (detail::has_after(Table::data.stream)) return read(record().after);
        else static_cast<void>(detail::report<detail::change_rule::no_after, Table, E>());
        return std::nullopt;
    }

    /// The fields of Result, which the primary key contains. Also available if the stream has keys only.
    template <class Result>
    Result keys_as() const {
        if constexpr (detail::valid_keys<Table, E, Result>()) return detail::decode_as<Table, E, Result>(keys());
        else return Result{};
    }

  private:
    static std::optional<E> read(std::optional<item> const& image) {
        if constexpr (detail::valid_result<Table, E, 0, E>())
            if (image && detail::belongs_to(detail::entity_model<Table, E>::data, *image))
                return detail::decode_as<Table, E, E>(*image);
        return std::nullopt;
    }
};

/// A change of any item of the table.
template <class Table>
class change<Table, item> : public detail::change_base {
  public:
    using change_base::change_base;

    /// The item before the change; nullopt if it did not exist.
    std::optional<item> before() const {
        if constexpr (detail::has_before(Table::data.stream)) return record().before;
        else static_cast<void>(detail::report<detail::change_rule::no_before, Table, item>());
        return std::nullopt;
    }
    /// The item after the change; nullopt if it does not exist.
    std::optional<item> after() const {
        if constexpr (detail::has_after(Table::data.stream)) return record().after;
        else static_cast<void>(detail::report<detail::change_rule::no_after, Table, item>());
        return std::nullopt;
    }

    /// The name of the item's entity; empty if it does not belong to any entity of the table.
    std::string_view entity() const { return entity_name(typename Table::entity_list{}); }

    /// The change as one of E; nullopt if the item does not belong to E.
    template <class E>
    std::optional<change<Table, E>> as() const {
        if constexpr (!detail::lists_entity<E, typename Table::entity_list>) {
            static_cast<void>(detail::report<detail::change_rule::not_an_entity, E, Table>());
        } else if constexpr (detail::valid_entity<Table, E>()) {
            if (detail::is_change_of(detail::entity_model<Table, E>::data, record()))
                return change<Table, E>(recorded());
        }
        return std::nullopt;
    }

    /// Calls the overload that takes change<Table, E> const&, where E is the item's entity or, if there is none, the
    /// one that takes change<Table> const&, which is required. A generic overload (auto const&) has lower precedence
    /// than those that name an entity.
    template <class... F>
    decltype(auto) visit(F&&... overloads) const {
        if constexpr (detail::valid_visit<Table, typename Table::entity_list, F...>())
            return visit_entities(typename Table::entity_list{}, overloads...);
    }

  private:
    template <class... E>
    std::string_view entity_name(entities<E...>) const {
        std::string_view found;
        static_cast<void>(((as<E>() && (found = detail::declaration_of<E>.name, true)) || ...));
        return found;
    }

    template <class First, class... Rest, class... F>
    decltype(auto) visit_entities(entities<First, Rest...>, F&... overloads) const {
        constexpr std::size_t taker = detail::taker_of<change<Table, First>, F...>();
        if constexpr (taker != sizeof...(F))
            if (auto const typed = as<First>()) return detail::nth_overload<taker>(overloads...)(*typed);
        return visit_entities(entities<Rest...>{}, overloads...);
    }
    template <class... F>
    decltype(auto) visit_entities(entities<>, F&... overloads) const {
        return detail::nth_overload<detail::taker_of<change, F...>()>(overloads...)(*this);
    }
};

} // namespace monotable
