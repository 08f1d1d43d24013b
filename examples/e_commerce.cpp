// SPDX-License-Identifier: BSL-1.0 The e-commerce table of "DynamoDB Database Design": five entities in one table, two
// indexes, ten access patterns. The text of the article does not include the data of its figures; the items here have
// the keys and dates that the text queries. With --json, prints one line per pattern.
#include "common/show.hpp"

#include <monotable/relations.hpp>
#include <monotable/streams.hpp>
#include <monotable/transactions.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;
using namespace std::literals;

// ------------------------------------------------------------------------------------------------------------- model
// Identifiers are stored in the keys only, after a letter for the entity.
//
//              PK         SK         GSI1PK     GSI1SK     GSI2PK     GSI2SK
//   customer   c#12345    c#12345
//   product    p#12345    p#12345
//   order      o#12345    c#12345
//   orderItem  o#12345    p#12345    p#12345    date       c#12345    p#date
//   invoice    o#12345    i#55443    i#55443    i#55443    c#12345    i#date

using date = std::chrono::year_month_day;
using date_time = std::chrono::local_seconds;

struct Customer {
    std::string customer_id, name, email;
};
struct Product {
    std::string product_id, name;
    mt::decimal price;
};
struct Order {
    std::string order_id, customer_id;
    date_time ordered_at;
    std::string address;
};

struct OrderItem {
    std::string order_id, product_id;
    int quantity;
    mt::decimal price;
    std::optional<std::string> customer_id = {}; // kept as the order's, as is the time
    std::optional<date_time> ordered_at = {};
};

enum class Method { discount_code, gift_card, credit_card };
struct Payment {
    Method method;
    mt::decimal amount;
};
struct Invoice {
    std::string order_id, invoice_id;
    date invoiced_on;
    mt::decimal total;
    std::vector<Payment> payments; // never queried alone, so part of the invoice
    std::optional<std::string> customer_id = {};
};

template <>
struct mt::entity<Customer> {
    using type = mt::entity_type<"customer">;
    using key = mt::key<"c#{customer_id}", "c#{customer_id}">;
    using attributes = mt::attributes<mt::key_only<"customer_id">>;
};
template <>
struct mt::entity<Product> {
    using type = mt::entity_type<"product">;
    using key = mt::key<"p#{product_id}", "p#{product_id}">;
    using attributes = mt::attributes<mt::key_only<"product_id">>;
};
template <>
struct mt::entity<Order> {
    using type = mt::entity_type<"order">;
    using key = mt::key<"o#{order_id}", "c#{customer_id}">;
    using attributes = mt::attributes<mt::key_only<"order_id", "customer_id">>;
};
template <>
struct mt::entity<OrderItem> {
    using type = mt::entity_type<"orderItem">;
    using key = mt::key<"o#{order_id}", "p#{product_id}">;
    using attributes = mt::attributes<mt::key_only<"order_id", "product_id">>;
    using indexes = mt::indexes<mt::index<"GSI1", "p#{product_id}", "{ordered_at}">,
                                mt::index<"GSI2", "c#{customer_id}", "p#{ordered_at:day}">>;
};
template <>
struct mt::entity<Invoice> {
    using type = mt::entity_type<"invoice">;
    using key = mt::key<"o#{order_id}", "i#{invoice_id}">;
    using attributes = mt::attributes<mt::key_only<"order_id", "invoice_id">>;
    using indexes = mt::indexes<mt::index<"GSI1", "i#{invoice_id}", "i#{invoice_id}">,
                                mt::index<"GSI2", "c#{customer_id}", "i#{invoiced_on}">>;
};

struct e_commerce
    : mt::table<
          "ECommerce", mt::type_attribute<"EntityType">, mt::gsi<"GSI1">, mt::gsi<"GSI2">, mt::stream,
          mt::entities<Customer, Product, Order, OrderItem, Invoice>,
          mt::duplicated<"items", Order, OrderItem, mt::match<"order_id">, mt::copy<"customer_id">,
                         mt::copy<"ordered_at">, mt::by_stream>,
          mt::duplicated<"invoices", Order, Invoice, mt::match<"order_id">, mt::copy<"customer_id">, mt::by_stream>> {};
static_assert(mt::valid<e_commerce>);

// -------------------------------------------------------------------------------------------------------------- data

mt::decimal operator""_eur(char const* amount) { return mt::decimal(amount); }

date_time at(date day, std::chrono::minutes time = 0min) { return std::chrono::local_days(day) + time; }

void fill(mt::store<e_commerce>& db) {
    db.put(Customer{"12345", "Maria Silva", "maria@example.com"}).or_throw();
    db.put(Customer{"67890", "Tom Becker", "tom@example.com"}).or_throw();
    db.put(Product{"12345", "Keyboard", 49.90_eur}).or_throw();
    db.put(Product{"55555", "Monitor", 189_eur}).or_throw();
    db.put(Product{"99887", "Mouse", 19.95_eur}).or_throw();

    db.transact(mt::create(Order{"12345", "12345", at(2023y / 4 / 18, 10h + 15min), "Rua das Flores 12, Porto"}),
                mt::create(OrderItem{"12345", "12345", 1, 49.90_eur}),
                mt::create(OrderItem{"12345", "99887", 2, 19.95_eur}),
                mt::create(Invoice{"12345",
                                   "55443",
                                   2023y / 4 / 19,
                                   89.80_eur,
                                   {{Method::gift_card, 20_eur}, {Method::credit_card, 69.80_eur}}}))
        .or_throw();
    db.transact(mt::create(Order{"23456", "12345", at(2023y / 4 / 25, 12h), "Rua das Flores 12, Porto"}),
                mt::create(OrderItem{"23456", "99887", 1, 19.95_eur}),
                mt::create(Invoice{"23456", "55444", 2023y / 4 / 27, 19.95_eur, {{Method::credit_card, 19.95_eur}}}))
        .or_throw();
    db.transact(mt::create(Order{"34567", "67890", at(2023y / 4 / 25, 20h + 30min), "Lindenweg 3, Ulm"}),
                mt::create(OrderItem{"34567", "99887", 3, 19.95_eur}),
                mt::create(Invoice{"34567",
                                   "55445",
                                   2023y / 4 / 26,
                                   59.85_eur,
                                   {{Method::discount_code, 5.95_eur}, {Method::credit_card, 53.90_eur}}}))
        .or_throw();
    db.transact(mt::create(Order{"45678", "12345", at(2023y / 5 / 2, 9h), "Rua das Flores 12, Porto"}),
                mt::create(OrderItem{"45678", "55555", 1, 189_eur}),
                mt::create(OrderItem{"45678", "99887", 1, 19.95_eur}),
                mt::create(Invoice{"45678", "55446", 2023y / 5 / 3, 208.95_eur, {{Method::credit_card, 208.95_eur}}}))
        .or_throw();
    mt::worker<e_commerce>(db).run_once();
}

// --------------------------------------------------------------------------------------------------- access patterns

struct OrderDetails {
    Order order;
    std::vector<OrderItem> items;
    std::optional<Invoice> invoice;
};
struct Payments {
    std::string invoice_id;
    std::vector<Payment> payments;
};

int main(int argc, char** argv) {
    mt::store<e_commerce> db;
    fill(db);
    examples::answers answers(db, argc, argv);

    answers.show("1", "Get customer for a given customerId", db.get<Customer>("customer_id"_f == "12345"));
    answers.show("2", "Get product for a given productId", db.get<Product>("product_id"_f == "12345"));
    answers.show("3", "Get order for a given orderId", db.collect<OrderDetails>("order_id"_f == "12345"));
    answers.show("4", "Get all products for a given orderId", db.query<OrderItem>("order_id"_f == "12345"));
    answers.show("5", "Get invoice for a given orderId", db.query<Invoice>("order_id"_f == "12345"));
    answers.show("6", "Get all orders for a given productId for a given date range",
                 db.query<OrderItem>("product_id"_f == "99887",
                                     "ordered_at"_f.between(at(2023y / 4 / 25), at(2023y / 4 / 25, 23h + 59min))));
    answers.show("7", "Get invoice for a given invoiceId", db.query<Invoice>("invoice_id"_f == "55443"));
    answers.show("8", "Get all payments for a given invoiceId",
                 db.query<Invoice>("invoice_id"_f == "55443").as<Payments>());
    answers.show(
        "9", "Get all invoices for a given customerId for a given date range",
        db.query<Invoice>("customer_id"_f == "12345", "invoiced_on"_f.between(2023y / 4 / 15, 2023y / 4 / 30)));
    answers.show("10", "Get all products ordered by a given customerId for a given date range",
                 db.query<OrderItem>("customer_id"_f == "12345",
                                     "ordered_at:day"_f.between(at(2023y / 4 / 15), at(2023y / 4 / 30))));
}
