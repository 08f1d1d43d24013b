// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/model/encode.hpp>
#include <monotable/model/fill.hpp>
#include <monotable/store/write/key_assignments.hpp>

#include <string_view>

namespace monotable::detail {

MONOTABLE_INLINE key_assignments::key_assignments(plain_arguments const& arguments)
    : arguments_(arguments), entity_(arguments.entity()) {
    possible_ = entity_.stored_attributes.size() <= max_count && entity_.slots.size() <= max_count &&
                entity_.index_mappings.size() <= max_count;
    if (possible_) find_affected();
}

MONOTABLE_INLINE bool key_assignments::is_written(std::size_t slot) const {
    return entity_.slots[slot].native == no_field && !entity_.slots[slot].repeated;
}

/// True if an argument assigns a field that is part of the key of the index, or its condition.
MONOTABLE_INLINE bool key_assignments::depends(index_mapping const& place, std::size_t index) const {
    if (place.condition_field != no_field && arguments_.is_assigned(static_cast<std::size_t>(place.condition_field)))
        return true;
    for (std::size_t k = 0; k != entity_.table->indexes[index].key_count(); ++k)
        for (template_part const& part : entity_.parts_of(entity_.slots[place.first_slot + k]))
            if (part.placeholder && arguments_.is_assigned(static_cast<std::size_t>(part.field))) return true;
    return false;
}

MONOTABLE_INLINE void key_assignments::find_affected() {
    auto const is_available = [&](std::size_t field) {
        field_data const& data = entity_.fields[field];
        return arguments_.is_known(field) || (!data.key_only && !data.defaulted && data.is_stored());
    };
    std::size_t const own = entity_.table->indexes[0].key_count();
    for (std::size_t i = 1; i != entity_.index_mappings.size(); ++i) {
        index_mapping const& place = entity_.index_mappings[i];
        if (!place.member || !depends(place, i)) continue;
        affected_ |= std::uint64_t{1} << i;
        if (place.condition_field != no_field && !is_available(static_cast<std::size_t>(place.condition_field)))
            possible_ = false;
        for (std::size_t s = place.first_slot; s != place.first_slot + entity_.table->indexes[i].key_count(); ++s) {
            for (template_part const& part : entity_.parts_of(entity_.slots[s]))
                if (part.placeholder && !is_available(static_cast<std::size_t>(part.field))) possible_ = false;
            if (is_written(s)) written_ |= std::uint64_t{1} << s;
        }
    }
    // An attribute that several indexes share exists if any of them requires it, which is left to the general plan.
    for (std::size_t s = own; s != entity_.slots.size(); ++s) {
        if (!entity_.slots[s].repeated || entity_.slots[s].native != no_field) continue;
        bool of_primary = false;
        for (std::size_t p = 0; p != own; ++p)
            of_primary = of_primary || entity_.slots[p].attribute.name == entity_.slots[s].attribute.name;
        if (!of_primary) possible_ = false;
    }
}

MONOTABLE_INLINE void key_assignments::fill_index(std::size_t index, item_view stored) {
    index_mapping const& place = entity_.index_mappings[index];
    std::size_t const end = place.first_slot + entity_.table->indexes[index].key_count();
    for (std::size_t s = place.first_slot; s != end; ++s) offsets_[s] = 0;
    auto const value_of_field = [&](std::size_t field) -> char const* {
        if (arguments_.is_known(field)) return arguments_.value(field);
        auto const found = stored.find(entity_.fields[field].attribute);
        return found ? found->bytes().data() : nullptr;
    };
    auto const value_of = [&](template_part const& part) {
        return value_of_field(static_cast<std::size_t>(part.field));
    };
    if (place.condition != nullptr) {
        char const* const value = value_of_field(static_cast<std::size_t>(place.condition_field));
        if (value == nullptr || !place.condition(value_view(value))) return;
    }
    std::size_t offsets[2 * max_key_attributes];
    for (std::size_t s = place.first_slot; s != end; ++s) {
        key_slot const& slot = entity_.slots[s];
        std::size_t const start = offsets[s - place.first_slot] = bytes_.size();
        if (!fill_slot(entity_, slot, value_of, bytes_)) return bytes_.shrink(start);
        check_key_length(entity_, index, s - place.first_slot, value_view(bytes_.data() + start));
    }
    for (std::size_t s = place.first_slot; s != end; ++s) offsets_[s] = offsets[s - place.first_slot];
}

MONOTABLE_INLINE array_view<attribute_assignment> key_assignments::make(void* context, item_view stored) {
    auto& self = *static_cast<key_assignments*>(context);
    entity_data const& entity = self.entity_;
    self.failed_ = true;
    self.bytes_.shrink(0);
    self.bytes_.push_back('\0'); // offset 0 means absence
    for (std::size_t i = 1; i != entity.index_mappings.size(); ++i)
        if ((self.affected_ >> i & 1u) != 0) self.fill_index(i, stored);
    self.count_ = 0;
    for (stored_attribute const& each : entity.stored_attributes) {
        attribute_assignment& to = self.list_[self.count_];
        if (each.from == stored_attribute::source::field) {
            if (!self.arguments_.is_assigned(each.index)) continue;
            to.value = self.arguments_.value(each.index);
        } else if (each.from == stored_attribute::source::slot && (self.written_ >> each.index & 1u) != 0) {
            std::size_t const offset = self.offsets_[each.index];
            to.value = offset != 0 ? self.bytes_.data() + offset : nullptr;
        } else {
            continue;
        }
        to.name = each.name;
        ++self.count_;
    }
    self.failed_ = false;
    return {self.list_, self.count_};
}

} // namespace monotable::detail
