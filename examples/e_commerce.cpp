// SPDX-License-Identifier: BSL-1.0
// The e-commerce table of "DynamoDB Database Design": six entities in one table, two indexes, ten access patterns. The
// article's figures are not reproduced in its text; the rows here carry the keys and dates that the text queries for. Run
// it with --json for one line per pattern.
#include "common/show.hpp"

#include <monotable/monotable.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;
using namespace std::literals;

// ------------------------------------------------------------------------------------------------------------- model
// Identifiers stand in the keys only, behind a letter that says whose they are.
//
//              PK         SK         GSI1PK     GSI1SK     GSI2PK     GSI2SK
//   customer   c#12345    c#12345
//   product    p#12345    p#12345
//   order      o#12345    c#12345
//   orderItem  o#12345    p#12345    p#12345    date       c#12345    p#date
//   invoice    o#12345    i#55443    i#55443    i#55443    c#12345    i#date

using date = std::chrono::year_month_day;
using date_time = std::chrono::local_seconds;

struct Customer { std::string customer_id, name, email; };
struct Product  { std::string product_id, name; mt::decimal price; };
struct Order    { std::string order_id, customer_id; date_time ordered_at; std::string address; };

struct OrderItem {
    std::string order_id, product_id, customer_id;
    date_time ordered_at;
    int quantity;
    mt::decimal price;
};

enum class Method { discount_code, gift_card, credit_card };
struct Payment { Method method; mt::decimal amount; };
struct Invoice {
    std::string order_id, invoice_id, customer_id;
    date invoiced_on;
    mt::decimal total;
    std::vector<Payment> payments; // never queried by themselves, so part of the invoice
};

template <> struct mt::entity<Customer> {
    using type       = mt::entity_type<"customer">;
    using key        = mt::key<"c#{customer_id}", "c#{customer_id}">;
    using attributes = mt::attributes<mt::in_key<"customer_id">>;
};
template <> struct mt::entity<Product> {
    using type       = mt::entity_type<"product">;
    using key        = mt::key<"p#{product_id}", "p#{product_id}">;
    using attributes = mt::attributes<mt::in_key<"product_id">>;
};
template <> struct mt::entity<Order> {
    using type       = mt::entity_type<"order">;
    using key        = mt::key<"o#{order_id}", "c#{customer_id}">;
    using attributes = mt::attributes<mt::in_key<"order_id">, mt::in_key<"customer_id">>;
};
template <> struct mt::entity<OrderItem> {
    using type       = mt::entity_type<"orderItem">;
    using key        = mt::key<"o#{order_id}", "p#{product_id}">;
    using attributes = mt::attributes<mt::in_key<"order_id">, mt::in_key<"product_id">>;
    using indexes    = mt::indexes<mt::in<"GSI1", "p#{product_id}", "{ordered_at}">,
                                   mt::in<"GSI2", "c#{customer_id}", "p#{ordered_at:day}">>;
};
template <> struct mt::entity<Invoice> {
    using type       = mt::entity_type<"invoice">;
    using key        = mt::key<"o#{order_id}", "i#{invoice_id}">;
    using attributes = mt::attributes<mt::in_key<"order_id">, mt::in_key<"invoice_id">>;
    using indexes    = mt::indexes<mt::in<"GSI1", "i#{invoice_id}", "i#{invoice_id}">,
                                   mt::in<"GSI2", "c#{customer_id}", "i#{invoiced_on}">>;
};

struct e_commerce : mt::table<"ECommerce", mt::type_attribute<"EntityType">, mt::gsi<"GSI1">, mt::gsi<"GSI2">,
                              mt::entities<Customer, Product, Order, OrderItem, Invoice>> {};
static_assert(mt::valid<e_commerce>);

// -------------------------------------------------------------------------------------------------------------- data

mt::decimal operator""_eur(char const* amount) { return mt::decimal(amount); }

void fill(mt::store<e_commerce>& db) {
    db.put(Customer{"12345", "Maria Silva", "maria@example.com"});
    db.put(Customer{"67890", "Tom Becker", "tom@example.com"});
    db.put(Product{"12345", "Keyboard", 49.90_eur});
    db.put(Product{"55555", "Monitor", 189_eur});
    db.put(Product{"99887", "Mouse", 19.95_eur});

    auto const april_18 = std::chrono::local_days(2023y/4/18) + 10h + 15min;
    db.put(Order{"12345", "12345", april_18, "Rua das Flores 12, Porto"});
    db.put(OrderItem{"12345", "12345", "12345", april_18, 1, 49.90_eur});
    db.put(OrderItem{"12345", "99887", "12345", april_18, 2, 19.95_eur});
    db.put(Invoice{"12345", "55443", "12345", 2023y/4/19, 89.80_eur,
                   {{Method::gift_card, 20_eur}, {Method::credit_card, 69.80_eur}}});

    auto const april_25_noon = std::chrono::local_days(2023y/4/25) + 12h;
    db.put(Order{"23456", "12345", april_25_noon, "Rua das Flores 12, Porto"});
    db.put(OrderItem{"23456", "99887", "12345", april_25_noon, 1, 19.95_eur});
    db.put(Invoice{"23456", "55444", "12345", 2023y/4/27, 19.95_eur, {{Method::credit_card, 19.95_eur}}});

    auto const april_25_evening = std::chrono::local_days(2023y/4/25) + 20h + 30min;
    db.put(Order{"34567", "67890", april_25_evening, "Lindenweg 3, Ulm"});
    db.put(OrderItem{"34567", "99887", "67890", april_25_evening, 3, 19.95_eur});
    db.put(Invoice{"34567", "55445", "67890", 2023y/4/26, 59.85_eur,
                   {{Method::discount_code, 5.95_eur}, {Method::credit_card, 53.90_eur}}});

    auto const may_2 = std::chrono::local_days(2023y/5/2) + 9h;
    db.put(Order{"45678", "12345", may_2, "Rua das Flores 12, Porto"});
    db.put(OrderItem{"45678", "55555", "12345", may_2, 1, 189_eur});
    db.put(OrderItem{"45678", "99887", "12345", may_2, 1, 19.95_eur});
    db.put(Invoice{"45678", "55446", "12345", 2023y/5/3, 208.95_eur, {{Method::credit_card, 208.95_eur}}});
}

// --------------------------------------------------------------------------------------------------- access patterns

struct OrderDetails { Order order; std::vector<OrderItem> items; std::optional<Invoice> invoice; };
struct Payments     { std::string invoice_id; std::vector<Payment> payments; };

int main(int argc, char** argv) {
    mt::store<e_commerce> db;
    fill(db);
    examples::answers answers(db, argc, argv);

    auto const april_15 = std::chrono::local_days(2023y/4/15), april_25 = std::chrono::local_days(2023y/4/25),
               april_30 = std::chrono::local_days(2023y/4/30);

    answers.show("1", "Get customer for a given customerId",
                 db.get<Customer>("customer_id"_f == "12345"));
    answers.show("2", "Get product for a given productId",
                 db.get<Product>("product_id"_f == "12345"));
    answers.show("3", "Get order for a given orderId",
                 db.collect<OrderDetails>("order_id"_f == "12345"));
    answers.show("4", "Get all products for a given orderId",
                 db.query<OrderItem>("order_id"_f == "12345"));
    answers.show("5", "Get invoice for a given orderId",
                 db.query<Invoice>("order_id"_f == "12345"));
    answers.show("6", "Get all orders for a given productId for a given date range",
                 db.query<OrderItem>("product_id"_f == "99887", "ordered_at"_f.between(april_25, april_25 + 23h + 59min)));
    answers.show("7", "Get invoice for a given invoiceId",
                 db.query<Invoice>("invoice_id"_f == "55443"));
    answers.show("8", "Get all payments for a given invoiceId",
                 db.query<Invoice>("invoice_id"_f == "55443").as<Payments>());
    answers.show("9", "Get all invoices for a given customerId for a given date range",
                 db.query<Invoice>("customer_id"_f == "12345", "invoiced_on"_f.between(2023y/4/15, 2023y/4/30)));
    answers.show("10", "Get all products ordered by a given customerId for a given date range",
                 db.query<OrderItem>("customer_id"_f == "12345", "ordered_at:day"_f.between(april_15, april_30)));
}
