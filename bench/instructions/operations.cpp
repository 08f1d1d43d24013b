// SPDX-License-Identifier: BSL-1.0
// Operations through the typed interface on a store in memory with 400 customers, ten orders each, and two indexes.
// measure.sh counts the instructions of the functions named measured_*.
#include <monotable/monotable.hpp>

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;
using namespace std::chrono;

enum class Status { open, paid, shipped };

struct Customer {
    std::string id, name;
};
struct Order {
    std::string id, customer_id;
    sys_seconds placed_at;
    Status status = Status::open;
    mt::decimal total;
    std::string note;
    std::vector<std::string> tags;
};

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

constexpr int customers = 400, orders = 10, repetitions = 200;

std::string customer_id(int c) { return "c" + std::to_string(100000 + c); }
sys_seconds time_of(int c, int o) { return sys_days(2025y / 1 / 1) + minutes(o * 1000 + c); }
Order order_of(int c, int o) {
    return {"o" + std::to_string(1000000 + c * orders + o),
            customer_id(c),
            time_of(c, o),
            static_cast<Status>(o % 3),
            mt::decimal("12.50"),
            "a note of some forty bytes, as users write",
            {"new", "gift"}};
}

} // namespace

extern "C" {
[[gnu::noinline]] void measured_put(mt::store<shop>& db, Order const& order) { db.put(order).or_throw(); }
[[gnu::noinline]] bool measured_get(mt::store<shop>& db, std::string const& customer, sys_seconds at,
                                    std::string const& id) {
    return db.get<Order>("customer_id"_f == customer, "placed_at"_f == at, "id"_f == id).has_value();
}
[[gnu::noinline]] std::size_t measured_last_ten(mt::store<shop>& db, std::string const& customer) {
    std::size_t size = 0;
    for (Order const& each : db.query<Order>("customer_id"_f == customer).descending().limit(10))
        size += each.id.size();
    return size;
}
[[gnu::noinline]] bool measured_get_field(mt::store<shop>& db, std::string const& customer, sys_seconds at,
                                          std::string const& id) {
    auto const status = db.get<Order>("customer_id"_f == customer, "placed_at"_f == at, "id"_f == id,
                                      [](mt::view<Order> order) { return order["status"_f]; });
    return status.has_value();
}
[[gnu::noinline]] std::size_t measured_last_ten_in_place(mt::store<shop>& db, std::string const& customer) {
    std::size_t size = 0;
    db.query<Order>("customer_id"_f == customer).descending().limit(10).visit([&](mt::view<Order> order) {
        size += order["id"_f].size();
    });
    return size;
}
[[gnu::noinline]] bool measured_by_id(mt::store<shop>& db, std::string const& id) {
    return db.query<Order>("id"_f == id).first().has_value();
}
[[gnu::noinline]] bool measured_update(mt::store<shop>& db, std::string const& customer, sys_seconds at,
                                       std::string const& id, Status status) {
    return static_cast<bool>(
        db.update<Order>("customer_id"_f == customer, "placed_at"_f == at, "id"_f == id, "status"_f = status));
}
[[gnu::noinline]] bool measured_erase(mt::store<shop>& db, std::string const& customer, sys_seconds at,
                                      std::string const& id) {
    return static_cast<bool>(db.erase<Order>("customer_id"_f == customer, "placed_at"_f == at, "id"_f == id));
}
}

int main() {
    mt::store<shop> db;
    for (int c = 0; c != customers; ++c) {
        db.put(Customer{customer_id(c), "Ann"}).or_throw();
        for (int o = 0; o != orders - 1; ++o) db.put(order_of(c, o)).or_throw();
    }
    std::size_t found = 0;
    for (int i = 0; i != repetitions; ++i) {
        int const c = i * 7 % customers, o = i % (orders - 1);
        Order const order = order_of(c, o), added = order_of(c, orders - 1);
        measured_put(db, added);
        found += measured_get(db, order.customer_id, order.placed_at, order.id);
        found += measured_last_ten(db, order.customer_id) == 10 * order.id.size();
        found += measured_by_id(db, order.id);
        found += measured_get_field(db, order.customer_id, order.placed_at, order.id);
        found += measured_last_ten_in_place(db, order.customer_id) == 10 * order.id.size();
        found += measured_update(db, order.customer_id, order.placed_at, order.id, static_cast<Status>((o + 1) % 3));
        found += measured_erase(db, added.customer_id, added.placed_at, added.id);
    }
    std::printf("%zu of %d found\n", found, 7 * repetitions);
    return found == 7 * repetitions ? 0 : 1;
}
