// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/forwarding.hpp>
#include <monotable/error.hpp>
#include <monotable/extras/json.hpp>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// Performs each operation on two stores, which must give the same replies and errors.
class comparing_backend : public monotable::forwarding_backend {
  public:
    comparing_backend(std::shared_ptr<backend> expected, std::shared_ptr<backend> actual)
        : forwarding_backend(std::move(expected)), actual_(std::move(actual)) {}

    void perform(monotable::operation const& what) override {
        monotable::calls::visit(what.kind, [&](auto call) { compare_owned(call, what); });
        ++operations;
    }

    std::size_t operations = 0;

  private:
    /// Items are compared as the replies hold them, and then shown to the sinks of their requests.
    template <class Call>
    void compare_owned(Call call, monotable::operation const& what) {
        constexpr bool is_batch = Call::kind == monotable::operation_kind::batch_get;
        if constexpr (is_batch || Call::kind == monotable::operation_kind::transact_get) {
            auto const& requests = what.request<Call>();
            std::vector<monotable::get_request> owned(requests.begin(), requests.end());
            for (auto& each : owned) each.sink = nullptr;
            typename Call::request const place = owned;
            compare(call, {what.kind, &place, what.reply_place});
            for (std::size_t i = 0; i != owned.size(); ++i)
                if constexpr (is_batch) show(requests[i], what.reply<Call>().items[i]);
                else show(requests[i], what.reply<Call>()[i]);
        } else if constexpr (requires(typename Call::request const& request) { request.sink; }) {
            auto owned = what.request<Call>();
            owned.sink = nullptr;
            compare(call, {what.kind, &owned, what.reply_place});
            show(what.request<Call>(), what.reply<Call>());
        } else {
            compare(call, what);
        }
    }

    static void show(monotable::get_request const& request, std::optional<monotable::item>& found) {
        if (request.sink == nullptr) return;
        request.sink->restart();
        if (!found) return;
        request.sink->show(*found);
        found.emplace();
    }
    template <class Request>
    static void show(Request const& request, monotable::item_page& page) {
        if (request.sink == nullptr) return;
        request.sink->restart();
        for (auto const& each : page.items) request.sink->show(each);
        page.items.clear();
    }

    template <class Call>
    void compare(Call, monotable::operation const& what) {
        typename Call::reply reply{};
        std::string error, other_error;
        std::exception_ptr thrown;
        try {
            inner().perform(what);
        } catch (monotable::error const& e) {
            error = text_of(e);
            thrown = std::current_exception();
        }
        try {
            actual_->perform({what.kind, what.request_place, &reply});
        } catch (monotable::error const& e) {
            other_error = text_of(e);
        }
        if (error != other_error) differ(what, "\nexpected error: " + error + "\nactual error:   " + other_error);
        if (thrown) std::rethrow_exception(thrown);
        if constexpr (Call::kind == monotable::operation_kind::query) {
            // The service takes one condition on a sort key: the client leaves out an item at an open bound itself.
            auto const& request = what.request<Call>();
            if (request.lower && request.upper && !request.upper->inclusive) {
                auto const& all = what.reply<Call>().items;
                for (std::size_t i = 0; i != reply.items.size(); ++i)
                    if (i == all.size() || reply.items[i] != all[i])
                        differ(what, shown(what.reply<Call>()) + shown(reply));
                return;
            }
        }
        if constexpr (Call::kind == monotable::operation_kind::query) {
            // Where no start key is requested, only whether there is one counts.
            auto const& mine = what.reply<Call>().last_evaluated_key;
            if (!what.request<Call>().wants_start_key && mine.has_value() == reply.last_evaluated_key.has_value())
                reply.last_evaluated_key = mine;
        }
        if (!same(what.reply<Call>(), reply)) differ(what, shown(what.reply<Call>()) + shown(reply));
    }

    [[noreturn]] static void differ(monotable::operation const& what, std::string const& how) {
        throw std::logic_error("stores differ in " + std::string(name_of(what.kind)) + how);
    }

    static std::string text_of(monotable::error const& e) {
        auto const* const fault = dynamic_cast<monotable::store_error const*>(&e);
        std::string rule(e.rule());
        if (rule.starts_with("Item size")) rule = "Item size"; // the service has other words for puts than for updates
        return (fault != nullptr ? std::string(name_of(fault->fault())) : "bad_value") + ": " + rule;
    }

    static std::string shown(monotable::write_outcome const& of) {
        return std::string("\ndone ") + (of.done ? "1" : "0") + " existed " + (of.existed ? "1 " : "0 ") +
               (of.attributes ? monotable::to_json(*of.attributes) : "-");
    }
    static std::string shown(monotable::item_page const& of) {
        std::string text = "\ncount " + std::to_string(of.count) + " of " + std::to_string(of.scanned_count);
        for (monotable::item const& each : of.items) text += "\n  " + monotable::to_json(each);
        return text + "\n  last: " + (of.last_evaluated_key ? monotable::to_json(*of.last_evaluated_key) : "-");
    }
    static std::string shown(monotable::transaction_outcome const& of) {
        std::string text = std::string("\ndone ") + (of.done ? "1" : "0");
        for (auto const& each : of.actions)
            text += "\n  " + std::to_string(static_cast<int>(each.reason)) + ' ' + each.message + ' ' +
                    (each.attributes ? monotable::to_json(*each.attributes) : "-");
        return text;
    }
    template <class Reply>
    static std::string shown(Reply const&) {
        return {};
    }

    static bool same(monotable::write_outcome const& a, monotable::write_outcome const& b) {
        return a.done == b.done && a.existed == b.existed && a.attributes == b.attributes;
    }
    static bool same(monotable::item_page const& a, monotable::item_page const& b) {
        return a.items == b.items && a.count == b.count && a.scanned_count == b.scanned_count &&
               a.last_evaluated_key == b.last_evaluated_key;
    }
    static bool same(monotable::batch_get_result const& a, monotable::batch_get_result const& b) {
        return a.items == b.items && a.unprocessed == b.unprocessed;
    }
    static bool same(monotable::transaction_outcome const& a, monotable::transaction_outcome const& b) {
        bool equal = a.done == b.done && (a.done || a.actions.size() == b.actions.size());
        for (std::size_t i = 0; equal && !a.done && i != a.actions.size(); ++i)
            equal = a.actions[i].reason == b.actions[i].reason && a.actions[i].message == b.actions[i].message &&
                    a.actions[i].attributes == b.actions[i].attributes;
        return equal;
    }
    // Stores may list indexes in different orders.
    static bool same(monotable::table_description a, monotable::table_description b) {
        for (auto* const each : {&a.indexes, &b.indexes})
            std::sort(each->begin(), each->end(), [](auto const& x, auto const& y) { return x.name < y.name; });
        return a == b;
    }
    static bool same(monotable::table_status const& a, monotable::table_status const& b) {
        return same(a.description, b.description) && a.settings.stream == b.settings.stream &&
               a.settings.time_to_live == b.settings.time_to_live && a.state == b.state;
    }
    static bool same(std::vector<monotable::stream_status> const&, std::vector<monotable::stream_status> const&) {
        return true;
    }
    static bool same(std::vector<monotable::stream_shard> const&, std::vector<monotable::stream_shard> const&) {
        return true;
    }
    static bool same(monotable::stream_page const&, monotable::stream_page const&) { return true; }
    static bool same(monotable::calls::no_reply const&, monotable::calls::no_reply const&) { return true; }
    template <class Reply>
    static bool same(Reply const& a, Reply const& b) {
        return a == b;
    }

    std::shared_ptr<backend> actual_;
};
