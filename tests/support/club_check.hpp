// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <club_model.hpp>

#include <map>
#include <string>

namespace club_model {

/// The inconsistencies of a town that has a policy: dangling references and wrong counts. Empty if there are none.
template <class Town>
std::string faults_of(mt::store<Town> const& db) {
    std::string faults;
    std::map<std::string, std::map<std::string, int>> counted; // by relation, by partition key
    auto const refer = [&](char const* relation, std::string const& key) { ++counted[relation][key]; };
    for (membership const& each : db.template scan<membership>()) {
        refer("linked#belongs", "M#" + each.member_id);
        refer("linked#belongs", std::string(db.to_item(club{each.club_number, {}}).find("PK")->as_string()));
    }
    for (friendship const& each : db.template scan<friendship>()) {
        refer("linked#likes", "M#" + each.who);
        refer("linked#likes", "M#" + each.whom);
    }
    for (tool const& each : db.template scan<tool>())
        if (each.owner) refer("linked#tools", "M#" + *each.owner);
    auto const compare = [&](mt::item const& side) {
        for (char const* relation : {"linked#belongs", "linked#likes", "linked#tools"}) {
            auto const found = side.find(relation);
            std::string const key(side.find("PK")->as_string());
            int const wanted = counted[relation][key];
            mt::decimal const stored = found ? found->as_number() : mt::decimal(0);
            if (stored != mt::decimal(wanted))
                faults += key + " has " + stored.to_string() + " by " + relation + " instead of " +
                          std::to_string(wanted) + "\n";
            counted[relation].erase(key);
        }
    };
    for (mt::item const& each : db.template scan<member>().template as<mt::item>()) compare(each);
    for (mt::item const& each : db.template scan<club>().template as<mt::item>()) compare(each);
    for (auto const& [relation, missing] : counted)
        for (auto const& [key, count] : missing)
            faults += std::to_string(count) + " by " + relation + " refer to " + key + ", which is not there\n";
    return faults;
}

} // namespace club_model
