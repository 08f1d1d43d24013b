// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/forwarding.hpp>
#include <monotable/monotable.hpp>

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

/// A model for queries of several partitions, and a store that counts requests.
namespace tagged_model {

namespace mt = monotable;
using namespace mt::literals;

enum class level { low, middle, high };

/// A tagged subject, stored in the partition of each of its tags.
struct tagged {
    std::string tag, subject;
    int weight = 0;
    level grade = level::low;

    bool operator==(tagged const&) const = default;
};

/// Stored in the same partitions.
struct remark {
    std::string tag, text;
};

/// The field of the partition key is in the sort key too.
struct topic {
    std::string name;
    int year = 0;
    std::string place;
};

/// Stored in shards.
struct job {
    std::string queue, id;
    int rank = 0;
};

/// Indexed by native keys only, single and composite ones.
struct reading {
    std::string room, sensor;
    int hour = 0, value = 0;
};

} // namespace tagged_model

template <>
struct monotable::entity<tagged_model::tagged> {
    using key = monotable::key<"TAG#{tag}", "ON#{subject}">;
    using indexes = monotable::indexes<index<"BySubject", "SUBJECT#{subject}", "{tag}">,
                                       index<"ByGrade", "GRADE#{grade}", "{weight:4}">>;
};
template <>
struct monotable::entity<tagged_model::remark> {
    using key = monotable::key<"TAG#{tag}", "REMARK#{text}">;
};
template <>
struct monotable::entity<tagged_model::topic> {
    using key = monotable::key<"TOPIC#{name}", "TOPIC#{name}#{year}">;
    using indexes = monotable::indexes<index<"BySubject", "PLACE#{place:lower}#{year}", "{name}">>;
};
template <>
struct monotable::entity<tagged_model::job> {
    using key = monotable::key<"JOB#{id}", "JOB">;
    using indexes = monotable::indexes<index<"ByGrade", "QUEUE#{queue}#{id:shard 3}", "{rank:4}#{id}">,
                                       index<"BySubject", "IDS#{id:shard 3}", "{id}">>;
};
template <>
struct monotable::entity<tagged_model::reading> {
    using key = monotable::key<"{room}", "{hour}">;
};

namespace tagged_model {

struct tags : mt::table<"tags", mt::gsi<"BySubject">, mt::gsi<"ByGrade">, mt::entities<tagged, remark, topic, job>> {};
struct readings : mt::table<"readings", mt::partition_key<"room">, mt::sort_key<"hour:N">, mt::entities<reading>> {};
using database = mt::store<tags, readings>;

/// Counts read requests and records what they select.
class counting_backend : public mt::forwarding_backend {
  public:
    using forwarding_backend::forwarding_backend;

    mt::item_page do_query(mt::query_request const& request) override {
        return note(forwarding_backend::do_query(owning(request)));
    }
    mt::item_page do_scan(mt::scan_request const& request) override {
        return note(forwarding_backend::do_scan(owning(request)));
    }

    std::size_t requests() const { return requests_; }
    std::size_t items() const { return items_; }
    std::size_t attributes() const { return attributes_; }
    void reset() { requests_ = items_ = attributes_ = 0; }

  private:
    /// The request of a page that has its items; `backend` shows them to the sink.
    template <class Request>
    static Request owning(Request request) {
        request.sink = nullptr;
        return request;
    }
    mt::item_page note(mt::item_page page) {
        ++requests_;
        items_ += page.items.size();
        for (mt::item const& each : page.items)
            for (auto const& attribute : each) attributes_ += attribute.name.empty() ? 0u : 1u;
        return page;
    }

    std::atomic<std::size_t> requests_ = 0, items_ = 0, attributes_ = 0;
};

inline std::shared_ptr<counting_backend> counted() { return std::make_shared<counting_backend>(mt::memory()); }

/// Subjects in order: "a b c".
template <class Range>
std::string subjects(Range const& range) {
    std::string result;
    for (auto const& each : range) result += (result.empty() ? "" : " ") + each.subject;
    return result;
}

/// Tag and subject: "x:a y:a".
template <class Range>
std::string pairs(Range const& range) {
    std::string result;
    for (auto const& each : range) result += (result.empty() ? "" : " ") + each.tag + ':' + each.subject;
    return result;
}

/// All pages of this size, with their items in brackets. Checks that going back gives the same pages.
template <class Range>
std::string pages(Range const& range, std::size_t size) {
    std::vector<std::string> forward;
    std::string cursor, last_previous;
    do {
        auto const page = range.limit(size).after(cursor).page();
        forward.push_back("[" + pairs(page.items) + "]");
        if (forward.size() == 1 && !page.previous.empty()) return "the first page has a previous one";
        cursor = page.cursor;
        last_previous = page.previous;
    } while (!cursor.empty() && forward.size() < 100);
    std::string result;
    for (auto const& each : forward) result += each;
    for (std::size_t left = forward.size() - 1; left != 0; --left) {
        if (last_previous.empty()) return result + " ends " + std::to_string(left) + " pages early on the way back";
        auto const page = range.limit(size).before(last_previous).page();
        if ("[" + pairs(page.items) + "]" != forward[left - 1])
            return result + " but on the way back [" + pairs(page.items) + "] for " + forward[left - 1];
        auto const next = range.limit(size).after(page.cursor).page();
        if ("[" + pairs(next.items) + "]" != forward[left])
            return result + " but again forward [" + pairs(next.items) + "] for " + forward[left];
        last_previous = page.previous;
    }
    return last_previous.empty() ? result : result + " has something before the first page";
}

} // namespace tagged_model
