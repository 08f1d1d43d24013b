// SPDX-License-Identifier: BSL-1.0
// monotable's store in memory through its public typed interface.
#include <monotable/batches.hpp>
#include <monotable/monotable.hpp>

#include "contender.hpp"

namespace mt = monotable;
using namespace mt::literals;
using namespace bench;

template <>
struct mt::entity<Customer> {
    using key = mt::key<"CUSTOMER#{id}", "CUSTOMER">;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"CUSTOMER#{customer_id}", "ORDER#{placed_at}#{id}">;
    using indexes =
        mt::indexes<mt::index<"Ids", "ORDER#{id}", "ORDER">, mt::index<"Statuses", "{status}", "{placed_at}">>;
};
struct shop : mt::table<"shop", mt::gsi<"Ids">, mt::gsi<"Statuses">, mt::entities<Customer, Order>> {};

namespace {

struct total_only {
    std::int64_t total = 0;
};

class typed_store {
  public:
    static constexpr std::string_view name = "monotable";
    using mutex = no_mutex;

    void put(Customer const& c) { db_.put(c).or_throw(); }
    void put(Order const& o) { db_.put(o).or_throw(); }
    std::optional<Order> get(order_key const& key) const {
        return db_.get<Order>("customer_id"_f == key.customer_id, "placed_at"_f == key.placed_at, "id"_f == key.id);
    }
    std::int64_t total(order_key const& key) const {
        return db_
            .get<Order>("customer_id"_f == key.customer_id, "placed_at"_f == key.placed_at, "id"_f == key.id,
                        [](mt::view<Order> o) { return o["total"_f]; })
            .value();
    }
    auto get(key_span all) const { return db_.batch_get<Order>(all); }
    std::vector<Order> last(std::string const& customer, std::size_t n) const {
        return db_.query<Order>("customer_id"_f == customer).descending().limit(n).all();
    }
    std::uint64_t read_last(std::string const& customer, std::size_t n) const {
        std::uint64_t sum = 0;
        db_.query<Order>("customer_id"_f == customer).descending().limit(n).visit([&](mt::view<Order> o) {
            auto const note = o["note"_f];
            sum += digest(o["total"_f], note.view());
        });
        return sum;
    }
    std::vector<Order> from(std::string const& customer, time_point at, std::size_t n) const {
        return db_.query<Order>("customer_id"_f == customer, "placed_at"_f >= at).limit(n).all();
    }
    std::optional<Order> by_id(std::string const& id) const { return db_.query<Order>("id"_f == id).first(); }
    std::vector<Order> from(Status status, time_point at, std::size_t n) const {
        return db_.query<Order>("status"_f == status, "placed_at"_f >= at).limit(n).all();
    }
    std::int64_t scan(Status status, std::int64_t below) const {
        std::int64_t sum = 0;
        for (auto const& found : db_.scan<Order>().filter("status"_f == status && "total"_f < below).as<total_only>())
            sum += found.total;
        return sum;
    }
    bool set_status(order_key const& key, Status status) {
        return static_cast<bool>(db_.update<Order>("customer_id"_f == key.customer_id, "placed_at"_f == key.placed_at,
                                                   "id"_f == key.id, "status"_f = status));
    }
    bool set_total(order_key const& key, std::int64_t total) {
        return static_cast<bool>(db_.update<Order>("customer_id"_f == key.customer_id, "placed_at"_f == key.placed_at,
                                                   "id"_f == key.id, "total"_f = total));
    }
    bool erase(order_key const& key) {
        return static_cast<bool>(
            db_.erase<Order>("customer_id"_f == key.customer_id, "placed_at"_f == key.placed_at, "id"_f == key.id));
    }
    /// The store maps memory without malloc.
    std::size_t other_memory() const { return mapped() - mapped_before_; }

  private:
    /// Resident memory that malloc does not hold.
    static std::size_t mapped() {
        std::size_t total = 0, resident = 0;
        if (auto* const file = std::fopen("/proc/self/statm", "r")) {
            if (std::fscanf(file, "%zu %zu", &total, &resident) != 2) fail("/proc/self/statm");
            std::fclose(file);
        }
        auto const info = mallinfo2();
        auto const held = info.arena + info.hblkhd;
        return resident * 4096 > held ? resident * 4096 - held : 0;
    }

    std::size_t mapped_before_ = mapped();
    mt::store<shop> db_;
};

} // namespace

int main(int argc, char** argv) { return run<typed_store>(argc, argv); }
