// SPDX-License-Identifier: BSL-1.0 "DynamoDB - How to design your data relationship fit into One Table": businesses,
// their customers, orders and stores, a many-to-many relationship and tags, all in the table Entity with its keys id
// and type. The article's figures show few items; those with ids above 004 are added so that answers exclude some
// items.
#include "common/show.hpp"

#include <monotable/relations.hpp>
#include <monotable/streams.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace mt = monotable;
using namespace mt::literals;
using namespace std::chrono_literals;

using optional_string = std::optional<std::string>;

// Core data. Ids are numbers of three digits in the keys, so that the key of a core item cannot equal that of a
// relationship; otherwise the table would not compile. The sort key has the kind of the item and its sort order.

struct Business {
    unsigned id;
    std::string name;
};
struct Customer {
    unsigned id, business_id;
    std::string first_name, last_name;
};
struct Order {
    unsigned id, business_id, customer_id;
    std::chrono::sys_seconds created;
    std::string status;
};
struct Store {
    unsigned id, business_id;
    std::string name, city;
};

template <>
struct mt::entity<Business> {
    using key = mt::key<"{id:3}", "business">;
    using attributes = mt::attributes<mt::key_only<"id">, mt::renamed<"name", "businessName">>;
};
template <>
struct mt::entity<Customer> {
    using key = mt::key<"{id:3}", "customer.{first_name:lower}.{last_name:lower}">;
    using indexes =
        mt::indexes<mt::index<"businessIdGsi", "{business_id:3}", "customer.{first_name:lower}.{last_name:lower}">>;
    using attributes = mt::attributes<mt::key_only<"id", "business_id">, mt::renamed<"first_name", "firstName">,
                                      mt::renamed<"last_name", "lastName">>;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"{id:3}", "order#{created:epoch}">;
    using indexes = mt::indexes<mt::index<"businessIdGsi", "{business_id:3}", "order#{created:epoch}">,
                                mt::index<"customerIdGsi", "{customer_id:3}", "order#{created:epoch}">>;
    using attributes = mt::attributes<mt::key_only<"id", "business_id", "customer_id", "created">>;
};
template <>
struct mt::entity<Store> {
    using key = mt::key<"{id:3}", "store.{name:lower}">;
    using indexes = mt::indexes<mt::index<"businessIdGsi", "{business_id:3}", "store.{name:lower}">>;
    using attributes = mt::attributes<mt::key_only<"id", "business_id">, mt::renamed<"name", "storeName">>;
};

// Customers manage stores, many to many: two items for each pair, each with the attributes of the item that its sort
// key names. Copies omit businessId and customerId, which would add them to the indexes of the originals.

struct ManagedStore {
    unsigned customer_id, store_id;
    std::string name, city;
};
struct Manager {
    unsigned store_id, customer_id;
    std::string first_name, last_name;
};

template <>
struct mt::entity<ManagedStore> {
    using key = mt::key<"customer#{customer_id:3}", "store#{store_id:3}">;
    using attributes = mt::attributes<mt::key_only<"customer_id", "store_id">, mt::renamed<"name", "storeName">>;
};
template <>
struct mt::entity<Manager> {
    using key = mt::key<"store#{store_id:3}", "customer#{customer_id:3}">;
    using attributes = mt::attributes<mt::key_only<"store_id", "customer_id">, mt::renamed<"first_name", "firstName">,
                                      mt::renamed<"last_name", "lastName">>;
};

// Items of all kinds can have tags: one relation for each kind.

enum class Kind { business, customer, order, store };
struct Tagged {
    std::string tag;
    Kind kind;
    unsigned id;
    optional_string business_name = {}, first_name = {}, last_name = {}, status = {}, store_name = {}, city = {};
};
template <>
struct mt::entity<Tagged> {
    using key = mt::key<"tag#{tag}", "{kind}#{id:3}">;
    using attributes = mt::attributes<mt::key_only<"tag", "kind", "id">, mt::renamed<"business_name", "businessName">,
                                      mt::renamed<"first_name", "firstName">, mt::renamed<"last_name", "lastName">,
                                      mt::renamed<"store_name", "storeName">>;
};

// As in the article, the application writes core data only, and a worker that follows the table's stream updates the
// copies.

struct one_table
    : mt::table<"Entity", mt::partition_key<"id">, mt::sort_key<"type">, mt::stream,
                mt::gsi<"businessIdGsi", mt::partition_key<"businessId">, mt::sort_key<"type">>,
                mt::gsi<"customerIdGsi", mt::partition_key<"customerId">, mt::sort_key<"type">>,
                mt::gsi<"typeGsi", mt::partition_key<"type">,
                        mt::sort_key<"id">>, // the table's key attributes, exchanged: contains every item
                mt::entities<Business, Customer, Order, Store, ManagedStore, Manager, Tagged>,
                mt::many_to_many<
                    "manages", Customer, Store,
                    mt::copies<ManagedStore, Manager, mt::left<"id", "customer_id">, mt::right<"id", "store_id">>,
                    mt::by_stream>,
                mt::duplicated<"tagged businesses", Business, Tagged, mt::match<"id">,
                               mt::where<"kind", Kind::business>, mt::copy<"name", "business_name">, mt::by_stream>,
                mt::duplicated<"tagged customers", Customer, Tagged, mt::match<"id">, mt::where<"kind", Kind::customer>,
                               mt::copy<"first_name">, mt::copy<"last_name">, mt::by_stream>,
                mt::duplicated<"tagged orders", Order, Tagged, mt::match<"id">, mt::where<"kind", Kind::order>,
                               mt::copy<"status">, mt::by_stream>,
                mt::duplicated<"tagged stores", Store, Tagged, mt::match<"id">, mt::where<"kind", Kind::store>,
                               mt::copy<"name", "store_name">, mt::copy<"city">, mt::by_stream>> {};

static_assert(mt::valid<one_table>);

using database = mt::store<one_table>;

void fill(database& db) {
    db.put(Business{2, "Coffee Shop"}).or_throw();
    db.put(Business{5, "Book Shop"}).or_throw();

    Customer const joey{1, 2, "Joey", "Zhao"}, anna{6, 2, "Anna", "Berg"};
    for (Customer const& customer : {joey, anna, Customer{7, 5, "Joey", "Reed"}}) db.put(customer).or_throw();

    for (Order const& order : {Order{3, 2, 1, std::chrono::sys_days(2021y / 3 / 1), "FINISHED"},
                               Order{8, 2, 6, std::chrono::sys_days(2021y / 4 / 1), "FINISHED"},
                               Order{9, 2, 1, std::chrono::sys_days(2021y / 5 / 1), "PENDING"},
                               Order{10, 5, 7, std::chrono::sys_days(2021y / 4 / 2), "PENDING"}})
        db.put(order).or_throw();

    Store const central{4, 2, "Central", "Melbourne"}, beach{11, 2, "Beach", "Sydney"};
    for (Store const& store : {central, beach}) db.put(store).or_throw();
    db.link<"manages">(joey, central).or_throw();
    db.link<"manages">(joey, beach).or_throw();
    db.link<"manages">(anna, central).or_throw();

    for (Tagged const& tagged :
         {Tagged{"music", Kind::business, 2}, Tagged{"music", Kind::customer, 1}, Tagged{"music", Kind::order, 3},
          Tagged{"music", Kind::store, 4}, Tagged{"book", Kind::business, 5}, Tagged{"book", Kind::order, 3},
          Tagged{"book", Kind::order, 10}, Tagged{"art", Kind::order, 9}, Tagged{"art", Kind::store, 4}})
        db.put(tagged).or_throw();
}

int main(int argc, char** argv) {
    database db;
    mt::worker<one_table> worker(db);
    fill(db);
    worker.run_once();
    examples::answers answers(db, argc, argv);

    answers.show("1", "A customer", db.query<Customer>("id"_f == 1));
    answers.show("2", "All customers under one business", db.query<Customer>("business_id"_f == 2));
    answers.show("3", "All orders made by one customer", db.query<Order>("customer_id"_f == 1));
    answers.show("4", "All orders under one business", db.query<Order>("business_id"_f == 2));

    auto const newest = db.query<Order>("business_id"_f == 2).descending().limit(2);
    answers.show("4, page 1", "All orders under one business, newest first", newest);
    answers.show("4, page 2", "All orders under one business, newest first", newest.after(newest.page().cursor));

    answers.show("5", "An order", db.query<Order>("id"_f == 3));
    answers.show("6", "Customers under one business by name, whatever its case",
                 db.query<Customer>("business_id"_f == 2, "first_name:lower"_f == "joey"));
    answers.show("7", "All stores under one business", db.query<Store>("business_id"_f == 2));
    answers.show("8", "All stores for one customer",
                 db.linked<"manages">(db.query<Customer>("id"_f == 1).first().value()));
    answers.show("9", "All customers for one store",
                 db.linked<"manages">(db.query<Store>("id"_f == 4).first().value()));

    db.update<Store>("id"_f == 4, "name"_f == "Central", "city"_f = "Brunswick").or_throw();
    worker.run_once();
    answers.show("10", "All copies of a store for its customers, after an update",
                 db.query<ManagedStore>("store_id"_f == 4));

    answers.show("11", "All orders with tag music", db.query<Tagged>("tag"_f == "music", "kind"_f == Kind::order));
    answers.show("12", "All data with tag music", db.query<Tagged>("tag"_f == "music"));

    // All subjects that have any of the tags, each once.
    auto const tagged = db.query<Tagged>("tag"_f.in("music", "book", "art")).distinct().limit(3);
    std::string cursor;
    for (int page = 1; page == 1 || !cursor.empty(); ++page) {
        answers.show("13, page " + std::to_string(page), "All data with tag music, book or art", tagged.after(cursor));
        cursor = tagged.after(cursor).page().cursor;
    }
}
