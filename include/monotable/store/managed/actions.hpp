// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/model/model.hpp>
#include <monotable/query/action.hpp>
#include <monotable/store/managed/values.hpp>
#include <monotable/store/write/write_intent.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// Writes of entities with managed fields, as updates.
namespace monotable::detail {

/// Actions of an update, with the data that they borrow.
template <class Entity>
class managed_actions {
  public:
    /// `count`: the maximum number of actions.
    managed_actions(Entity const& entity, std::string* keys, std::size_t count);
    managed_actions(managed_actions const&) = delete;
    managed_actions& operator=(managed_actions const&) = delete;

    void add(update_action const& action) { actions_.push_back(action); }
    void set(std::size_t field, expression operand);
    void set(std::size_t field, std::string const& encoding);
    /// The value, unless the item has one.
    void set_once(std::size_t field, expression_view value);
    void count(std::size_t field);

    std::vector<std::string> encodings; ///< the elements of input.key, unless the caller owns them
    write_input input;

    write_input const& finish();

  private:
    update_action& add(std::size_t field) {
        paths_.emplace_back(entity_.fields[field].attribute);
        update_action& action = actions_.emplace_back();
        action.field = field;
        action.path = paths_.back();
        return action;
    }

    Entity const& entity_;
    std::vector<document_path> paths_; // not moved: actions point to them
    std::vector<update_action> actions_;
};

/// The condition that the stored item has this version. For version 0, of an object that was never stored, the condition that it
/// has none.
template <class Entity>
requirement version_requirement(Entity const& entity, std::uint64_t version);

/// Adds the requirement that the stored item has this version.
template <class Entity>
void require_version(write_intent& what, Entity const& entity, std::uint64_t version);

/// Converts the put of a whole object to an update that increments the version and preserves read-only fields atomically.
template <class Entity>
void continue_put(write_intent& what, Entity const& entity, managed_values<Entity>& values, std::int64_t now);

/// Adds the actions of managed fields to those of an update. `version`: the encoding of the object's version, or empty.
template <class Entity>
void add_managed_actions(write_intent& what, Entity const& entity, std::string const& version, std::int64_t now);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/managed/actions.ipp>
#endif
