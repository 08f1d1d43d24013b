// SPDX-License-Identifier: BSL-1.0 The online shop of AWS's design patterns for DynamoDB: nine entities in one table
// with two indexes, its sixteen access patterns in their order, and the revision at its end. Table, keys, attributes
// and items are those of its NoSQL Workbench models.
//
//     online_shop [--json] [directory of the models]
#include "common/json.hpp"
#include "common/show.hpp"

#include <monotable/batches.hpp>
#include <monotable/relations.hpp>

#include <chrono>
#include <exception>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;
using namespace std::literals;

// ------------------------------------------------------------------------------------------------------------- model
//
//                  PK   SK     GSI1-PK  GSI1-SK   GSI2-PK  GSI2-SK
//   customer       c#   c#
//   product        p#   p#
//   warehouse      w#   w#
//   warehouseItem  p#   w#                        w#       p#
//   order          o#   c#
//   orderItem      o#   p#     p#       date      c#       p#date
//   invoice        o#   i#     i#       i#        c#       i#date
//   shipment       o#   sh#    sh#      sh#       w#       sh#
//   shipmentItem   o#   shp#   sh#      p#

using date_time = std::chrono::local_seconds;

struct Amount {
    mt::decimal value;
}; // the models store prices and quantities as strings
template <>
struct mt::codec<Amount> {
    using stored = std::string;
    static stored encode(Amount const& amount) { return amount.value.to_string(); }
    static Amount decode(stored const& text) { return {mt::decimal(text)}; }
};

struct Description {
    std::string Name, Description;
}; // inside an attribute members keep their names
struct Address {
    std::string Country, County, City, Street, Number, ZipCode;
};
struct Payment {
    std::string Type;
    mt::decimal Amount;
    std::string Data;
};
struct Bill {
    std::vector<Payment> Payments;
};

struct Customer {
    std::string customer_id, email, name;
};
struct Product {
    std::string product_id;
    Description detail;
    Amount price;
};
struct Warehouse {
    std::string warehouse_id;
    Address address;
};
struct WarehouseItem {
    std::string product_id, warehouse_id;
    Amount quantity;
};
struct Order {
    std::string order_id, customer_id;
    date_time date;
};
struct OrderItem {
    std::string order_id, product_id, customer_id;
    date_time date;
    Amount quantity, price;
};
struct Invoice {
    std::string order_id, invoice_id, customer_id;
    date_time date;
    Amount amount;
    Bill detail;
};
struct Shipment {
    std::string order_id, shipment_id, warehouse_id;
    Address address;
    std::string type;
    date_time date;
};
struct ShipmentItem {
    std::string order_id, item_id, shipment_id, product_id;
    Amount quantity;
};

template <>
struct mt::entity<Customer> {
    using type = mt::entity_type<"customer">;
    using key = mt::key<"c#{customer_id}", "c#{customer_id}">;
    using attributes =
        mt::attributes<mt::key_only<"customer_id">, mt::renamed<"email", "Email">, mt::renamed<"name", "Name">>;
};
template <>
struct mt::entity<Product> {
    using type = mt::entity_type<"product">;
    using key = mt::key<"p#{product_id}", "p#{product_id}">;
    using attributes =
        mt::attributes<mt::key_only<"product_id">, mt::renamed<"detail", "Detail">, mt::renamed<"price", "Price">>;
};
template <>
struct mt::entity<Warehouse> {
    using type = mt::entity_type<"warehouse">;
    using key = mt::key<"w#{warehouse_id}", "w#{warehouse_id}">;
    using attributes = mt::attributes<mt::key_only<"warehouse_id">, mt::renamed<"address", "Address">>;
};
template <>
struct mt::entity<WarehouseItem> {
    using type = mt::entity_type<"warehouseItem">;
    using key = mt::key<"p#{product_id}", "w#{warehouse_id}">;
    using indexes = mt::indexes<mt::index<"GSI2", "w#{warehouse_id}", "p#{product_id}">>;
    using attributes = mt::attributes<mt::key_only<"product_id", "warehouse_id">, mt::renamed<"quantity", "Quantity">>;
};
template <>
struct mt::entity<Order> {
    using type = mt::entity_type<"order">;
    using key = mt::key<"o#{order_id}", "c#{customer_id}">;
    using attributes = mt::attributes<mt::key_only<"order_id", "customer_id">, mt::renamed<"date", "Date">>;
};
template <>
struct mt::entity<OrderItem> {
    using type = mt::entity_type<"orderItem">;
    using key = mt::key<"o#{order_id}", "p#{product_id}">;
    using indexes =
        mt::indexes<mt::index<"GSI1", "p#{product_id}", "{date}">, mt::index<"GSI2", "c#{customer_id}", "p#{date}">>;
    using attributes = mt::attributes<mt::key_only<"order_id", "product_id", "customer_id", "date">,
                                      mt::renamed<"quantity", "Quantity">, mt::renamed<"price", "Price">>;
};
template <>
struct mt::entity<Invoice> {
    using type = mt::entity_type<"invoice">;
    using key = mt::key<"o#{order_id}", "i#{invoice_id}">;
    using indexes = mt::indexes<mt::index<"GSI1", "i#{invoice_id}", "i#{invoice_id}">,
                                mt::index<"GSI2", "c#{customer_id}", "i#{date}">>;
    using attributes =
        mt::attributes<mt::key_only<"order_id", "invoice_id", "customer_id">, mt::renamed<"date", "Date">,
                       mt::renamed<"amount", "Amount">, mt::renamed<"detail", "Detail">>;
};
template <>
struct mt::entity<Shipment> {
    using type = mt::entity_type<"shipment">;
    using key = mt::key<"o#{order_id}", "sh#{shipment_id}">;
    using indexes = mt::indexes<mt::index<"GSI1", "sh#{shipment_id}", "sh#{shipment_id}">,
                                mt::index<"GSI2", "w#{warehouse_id}", "sh#{shipment_id}">>;
    using attributes =
        mt::attributes<mt::key_only<"order_id", "shipment_id", "warehouse_id">, mt::renamed<"address", "Address">,
                       mt::renamed<"type", "Type">, mt::renamed<"date", "Date">>;
};
template <>
struct mt::entity<ShipmentItem> {
    using type = mt::entity_type<"shipmentItem">;
    using key = mt::key<"o#{order_id}", "shp#{item_id}">;
    using indexes = mt::indexes<mt::index<"GSI1", "sh#{shipment_id}", "p#{product_id}">>;
    using attributes = mt::attributes<mt::key_only<"order_id", "item_id", "shipment_id", "product_id">,
                                      mt::renamed<"quantity", "Quantity">>;
};

struct online_shop
    : mt::table<
          "OnlineShop", mt::type_attribute<"EntityType">,
          mt::gsi<"GSI1", mt::partition_key<"GSI1-PK">, mt::sort_key<"GSI1-SK">>,
          mt::gsi<"GSI2", mt::partition_key<"GSI2-PK">, mt::sort_key<"GSI2-SK">>,
          mt::entities<Customer, Product, Warehouse, WarehouseItem, Order, OrderItem, Invoice, Shipment, ShipmentItem>,
          mt::many_to_many<"stock", Product, Warehouse,
                           mt::edge<WarehouseItem, mt::left<"product_id">, mt::right<"warehouse_id">>>> {};
static_assert(mt::valid<online_shop>);

// The revision: in GSI2 a customer's order items and invoices have no prefixes, so that one query reads both by date.

namespace revised {
struct OrderItem {
    std::string order_id, product_id, customer_id;
    date_time date;
    Amount quantity, price;
};
struct Invoice {
    std::string order_id, invoice_id, customer_id;
    date_time date;
    Amount amount;
    Bill detail;
};
} // namespace revised

template <>
struct mt::entity<revised::OrderItem> : mt::entity<OrderItem> {
    using indexes =
        mt::indexes<mt::index<"GSI1", "p#{product_id}", "{date}">, mt::index<"GSI2", "c#{customer_id}", "{date}">>;
};
template <>
struct mt::entity<revised::Invoice> : mt::entity<Invoice> {
    using indexes = mt::indexes<mt::index<"GSI1", "i#{invoice_id}", "i#{invoice_id}">,
                                mt::index<"GSI2", "c#{customer_id}", "{date}">>;
};
struct revised_shop : mt::table<"OnlineShop", mt::type_attribute<"EntityType">,
                                mt::gsi<"GSI1", mt::partition_key<"GSI1-PK">, mt::sort_key<"GSI1-SK">>,
                                mt::gsi<"GSI2", mt::partition_key<"GSI2-PK">, mt::sort_key<"GSI2-SK">>,
                                mt::entities<Customer, Product, Warehouse, WarehouseItem, Order, revised::OrderItem,
                                             revised::Invoice, Shipment, ShipmentItem>> {};
static_assert(mt::valid<revised_shop>);

// -------------------------------------------------------------------------------------------------------------- data

/// Reads and rewrites every object of these types.
template <class Table, class... Es>
void copy(mt::store<Table> const& from, mt::store<Table>& to, mt::entities<Es...>) {
    (to.batch_put(from.template scan<Es>().all()).or_throw(), ...);
}

/// Imports the items of a model as the tool has written them, and rewrites them.
template <class Table>
void load(mt::store<Table>& db, std::filesystem::path const& file) {
    mt::store<Table> model;
    auto const content = examples::json_reader(file).read();
    for (mt::value_view const table : examples::elements(examples::member(content, "DataModel")))
        for (mt::value_view const each : examples::elements(examples::member(table, "TableData")))
            model.implementation()->put({.table = Table::name.view(), .item = examples::read_item(each)});
    copy(model, db, typename Table::entity_list());
}

// --------------------------------------------------------------------------------------------------- access patterns

struct OrderDetails {
    Order order;
    std::vector<OrderItem> items;
    std::optional<Invoice> invoice;
    std::vector<Shipment> shipments;
    std::vector<ShipmentItem> shipped;
};
struct ShipmentDetails {
    Shipment shipment;
    std::vector<ShipmentItem> items;
};
struct Payments {
    std::string invoice_id;
    Bill detail;
};

template <class Table>
void show_all(mt::store<Table> const& db, examples::answers<Table> const& answers) {
    answers.show("all", "Every item", Table::name.view(), "scan\n",
                 db.implementation()->scan({.table = Table::name.view()}).items);
}

date_time at(std::chrono::year_month_day day, std::chrono::minutes time = 0min) {
    return std::chrono::local_days(day) + time;
}

void patterns(mt::store<online_shop> const& db, examples::answers<online_shop> const& answers) {
    answers.show("1", "Get customer for a given customerId", db.get<Customer>("customer_id"_f == "12345"));
    answers.show("2", "Get product for a given productId", db.get<Product>("product_id"_f == "12345"));
    answers.show("3", "Get warehouse for a given warehouseId", db.get<Warehouse>("warehouse_id"_f == "12345"));
    answers.show("4", "Get a product inventory for all warehouses by a productId",
                 db.linked<"stock">(db.get<Product>("product_id"_f == "99887").value()));
    answers.show("5", "Get order for a given orderId", db.collect<OrderDetails>("order_id"_f == "12345"));
    answers.show("6", "Get all products for a given orderId", db.query<OrderItem>("order_id"_f == "12345"));
    answers.show("7", "Get invoice for a given orderId", db.query<Invoice>("order_id"_f == "12345"));
    answers.show("8", "Get all shipments for a given orderId", db.query<Shipment>("order_id"_f == "12345"));
    answers.show("9", "Get all orders for a given productId for a given date range",
                 db.query<OrderItem>("product_id"_f == "99887",
                                     "date"_f.between(at(2020y / 6 / 21), at(2020y / 6 / 21, 23h + 59min))));
    answers.show("10", "Get invoice for a given invoiceId", db.query<Invoice>("invoice_id"_f == "55443"));
    answers.show("11", "Get all payments for a given invoiceId",
                 db.query<Invoice>("invoice_id"_f == "55443").as<Payments>());
    answers.show("12", "Get shipment detail for a given shipmentId",
                 db.collect<ShipmentDetails>("shipment_id"_f == "98765"));
    answers.show("13", "Get all shipments for a given warehouseId", db.query<Shipment>("warehouse_id"_f == "12345"));
    answers.show("14", "Get inventory of all products for a given warehouseId",
                 db.linked<"stock">(db.get<Warehouse>("warehouse_id"_f == "12345").value()));
    answers.show(
        "15", "Get all invoices for a given customerId for a given date range",
        db.query<Invoice>("customer_id"_f == "12345", "date"_f.between(at(2020y / 6 / 1), at(2020y / 6 / 30))));
    answers.show(
        "16", "Get all products ordered by a given customerId for a given date range",
        db.query<OrderItem>("customer_id"_f == "12345", "date"_f.between(at(2020y / 6 / 1), at(2020y / 6 / 30))));
}

namespace revised {

struct Activities {
    std::vector<OrderItem> ordered;
    std::vector<Invoice> invoices;
};

void patterns(mt::store<revised_shop> const& db, examples::answers<revised_shop> const& answers) {
    answers.show(
        "revised 1", "Get all invoices for a given customerId for a given date range",
        db.query<Invoice>("customer_id"_f == "12345", "date"_f.between(at(2020y / 6 / 1), at(2020y / 6 / 30))));
    answers.show(
        "revised 2", "Get all products ordered by a given customerId for a given date range",
        db.query<OrderItem>("customer_id"_f == "12345", "date"_f.between(at(2020y / 6 / 1), at(2020y / 6 / 30))));
    answers.show("revised 3", "Get all products ordered and also invoices for a given customerId",
                 db.collect<Activities>("customer_id"_f == "12345"));
}

} // namespace revised

int main(int argc, char** argv) {
    bool const json = argc > 1 && argv[1] == "--json"sv;
    std::filesystem::path directory = std::filesystem::path(__FILE__).parent_path() / "data/online_shop";
    if (argc > 1 + json) directory = argv[1 + json];
    try {
        mt::store<online_shop> shop;
        load(shop, directory / "AnOnlineShop_13.json");
        examples::answers answers(shop, json);
        answers.draw();
        patterns(shop, answers);
        show_all(shop, answers);

        mt::store<revised_shop> revision;
        load(revision, directory / "AnOnlineShop_14.json");
        examples::answers revised_answers(revision, json);
        revised_answers.draw();
        revised::patterns(revision, revised_answers);
        show_all(revision, revised_answers);
    } catch (std::exception const& e) {
        std::cerr << e.what() << '\n';
        return 1;
    }
}
