// SPDX-License-Identifier: BSL-1.0 Eleven relations of the Northwind database in one table with four indexes; twenty
// access patterns, each served by a key.
//
//     northwind [--json] [directory of the CSV files]
#include "common/csv.hpp"
#include "common/show.hpp"

#include <monotable/batches.hpp>
#include <monotable/relations.hpp>
#include <monotable/managed_fields.hpp>

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
// The fields are the columns of the CSV files; nullable columns are optionals.
//
//                      PK             SK              index: partition key, sort key
//   Region             REGION#        REGION
//   Territory          TERRITORY#     TERRITORY       GSI1: REGION#, id
//   Employee           EMPLOYEE#      EMPLOYEE        GSI1: MANAGER#, id
//   EmployeeTerritory  EMPLOYEE#      TERRITORY#      GSI1: TERRITORY#, EMPLOYEE#        the edge of a many-to-many relation
//   Supplier           SUPPLIER#      SUPPLIER
//   Category           CATEGORY#      CATEGORY
//   Product            PRODUCT#       PRODUCT         GSI1: CATEGORY#, name   GSI2: SUPPLIER#, name   GSI3: DISCONTINUED, name
//   Shipper            SHIPPER#       SHIPPER
//   Customer           CUSTOMER#      CUSTOMER        GSI1: CUSTOMER#, CUSTOMER   GSI2: COUNTRY#, city
//   Order              ORDER#         ORDER           GSI1: CUSTOMER#, date   GSI2: EMPLOYEE#, date
//                                                     GSI3: SHIPPER#, shipped   GSI4: UNSHIPPED, required
//   OrderDetail        ORDER#         PRODUCT#        GSI1: PRODUCT#, ORDER#

using date = std::chrono::year_month_day;
using optional_string = std::optional<std::string>;

struct Region {
    int RegionID;
    std::string RegionDescription;
};
struct Territory {
    std::string TerritoryID, TerritoryDescription;
    int RegionID;
};
struct Employee {
    int EmployeeID;
    std::string LastName, FirstName, Title, TitleOfCourtesy;
    date BirthDate, HireDate;
    std::string Address, City;
    optional_string Region;
    std::string PostalCode, Country, HomePhone, Extension, Notes;
    std::optional<int> ReportsTo;
};
struct EmployeeTerritory {
    int EmployeeID;
    std::string TerritoryID;
};
struct Supplier {
    int SupplierID;
    std::string CompanyName, ContactName, ContactTitle, Address, City;
    optional_string Region;
    std::string PostalCode, Country, Phone;
    optional_string Fax, HomePage;
};
struct Category {
    int CategoryID;
    std::string CategoryName, Description;
};
struct Product {
    int ProductID;
    std::string ProductName;
    int SupplierID, CategoryID;
    std::string QuantityPerUnit;
    mt::decimal UnitPrice;
    int UnitsInStock, UnitsOnOrder, ReorderLevel;
    bool Discontinued;
};
struct Shipper {
    int ShipperID;
    std::string CompanyName, Phone;
};
struct Customer {
    std::string CustomerID, CompanyName, ContactName, ContactTitle;
    optional_string Address, City, Region, PostalCode, Country, Phone, Fax;
};
struct Order {
    int OrderID;
    std::string CustomerID;
    int EmployeeID;
    date OrderDate, RequiredDate;
    std::optional<date> ShippedDate;
    int ShipVia;
    mt::decimal Freight;
    std::string ShipName, ShipAddress, ShipCity;
    optional_string ShipRegion, ShipPostalCode;
    std::string ShipCountry;
    bool Shipped = false; // not a column

    bool is_shipped() const { return ShippedDate.has_value(); }
};
struct OrderDetail {
    int OrderID, ProductID;
    mt::decimal UnitPrice;
    int Quantity;
    mt::decimal Discount;
};

template <>
struct mt::entity<Region> {
    using key = mt::key<"REGION#{RegionID:2}", "REGION">;
};
template <>
struct mt::entity<Territory> {
    using key = mt::key<"TERRITORY#{TerritoryID}", "TERRITORY">;
    using indexes = mt::indexes<mt::index<"GSI1", "REGION#{RegionID:2}", "{TerritoryID}">>;
};
template <>
struct mt::entity<Employee> {
    using key = mt::key<"EMPLOYEE#{EmployeeID:3}", "EMPLOYEE">;
    using indexes = mt::indexes<mt::index<"GSI1", "MANAGER#{ReportsTo:3}", "{EmployeeID:3}">>;
};
template <>
struct mt::entity<EmployeeTerritory> {
    using key = mt::key<"EMPLOYEE#{EmployeeID:3}", "TERRITORY#{TerritoryID}">;
    using indexes = mt::indexes<mt::index<"GSI1", "TERRITORY#{TerritoryID}", "EMPLOYEE#{EmployeeID:3}">>;
};
template <>
struct mt::entity<Supplier> {
    using key = mt::key<"SUPPLIER#{SupplierID:3}", "SUPPLIER">;
};
template <>
struct mt::entity<Category> {
    using key = mt::key<"CATEGORY#{CategoryID:3}", "CATEGORY">;
};
template <>
struct mt::entity<Product> {
    using key = mt::key<"PRODUCT#{ProductID:3}", "PRODUCT">;
    using indexes = mt::indexes<mt::index<"GSI1", "CATEGORY#{CategoryID:3}", "{ProductName}">,
                                mt::index<"GSI2", "SUPPLIER#{SupplierID:3}", "{ProductName}">,
                                mt::index<"GSI3", "DISCONTINUED", "{ProductName}">::when<"Discontinued", true>>;
};
template <>
struct mt::entity<Shipper> {
    using key = mt::key<"SHIPPER#{ShipperID:2}", "SHIPPER">;
};
template <>
struct mt::entity<Customer> {
    using key = mt::key<"CUSTOMER#{CustomerID}", "CUSTOMER">;
    using indexes = mt::indexes<mt::index<"GSI1", "CUSTOMER#{CustomerID}", "CUSTOMER">,
                                mt::index<"GSI2", "COUNTRY#{Country}", "{City}#{CustomerID}">>;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{OrderID:5}", "ORDER">;
    using indexes = mt::indexes<mt::index<"GSI1", "CUSTOMER#{CustomerID}", "ORDER#{OrderDate}#{OrderID:5}">,
                                mt::index<"GSI2", "EMPLOYEE#{EmployeeID:3}", "{OrderDate}#{OrderID:5}">,
                                mt::index<"GSI3", "SHIPPER#{ShipVia:2}", "{ShippedDate}#{OrderID:5}">,
                                mt::index<"GSI4", "UNSHIPPED", "{RequiredDate}#{OrderID:5}">::when<"Shipped", false>>;
    using attributes = mt::attributes<mt::computed<"Shipped", &Order::is_shipped, "ShippedDate">>;
};
template <>
struct mt::entity<OrderDetail> {
    using key = mt::key<"ORDER#{OrderID:5}", "PRODUCT#{ProductID:3}">;
    using indexes = mt::indexes<mt::index<"GSI1", "PRODUCT#{ProductID:3}", "ORDER#{OrderID:5}">>;
};

struct northwind
    : mt::table<"northwind", mt::gsi<"GSI1">, mt::gsi<"GSI2">, mt::gsi<"GSI3">, mt::gsi<"GSI4">,
                mt::entities<Region, Territory, Employee, EmployeeTerritory, Supplier, Category, Product, Shipper,
                             Customer, Order, OrderDetail>,
                mt::many_to_many<"territories", Employee, Territory,
                                 mt::edge<EmployeeTerritory, mt::left<"EmployeeID">, mt::right<"TerritoryID">>>> {};
static_assert(mt::valid<northwind>);

// -------------------------------------------------------------------------------------------------------------- data

void load(mt::store<northwind>& db, std::filesystem::path const& directory) {
    db.batch_put(examples::read_csv<Region>(directory / "Regions.csv")).or_throw();
    db.batch_put(examples::read_csv<Territory>(directory / "Territories.csv")).or_throw();
    db.batch_put(examples::read_csv<Employee>(directory / "Employees.csv")).or_throw();
    db.batch_put(examples::read_csv<EmployeeTerritory>(directory / "EmployeeTerritories.csv")).or_throw();
    db.batch_put(examples::read_csv<Supplier>(directory / "Suppliers.csv")).or_throw();
    db.batch_put(examples::read_csv<Category>(directory / "Categories.csv")).or_throw();
    db.batch_put(examples::read_csv<Product>(directory / "Products.csv")).or_throw();
    db.batch_put(examples::read_csv<Shipper>(directory / "Shippers.csv")).or_throw();
    db.batch_put(examples::read_csv<Customer>(directory / "Customers.csv")).or_throw();
    db.batch_put(examples::read_csv<Order>(directory / "Orders.csv")).or_throw();
    db.batch_put(examples::read_csv<OrderDetail>(directory / "OrderDetails.csv")).or_throw();
}

// --------------------------------------------------------------------------------------------------------- questions

struct FullOrder {
    Order order;
    std::vector<OrderDetail> lines;
};
struct Account {
    Customer customer;
    std::vector<Order> orders;
};

mt::decimal revenue(FullOrder const& order) {
    mt::decimal sum;
    for (OrderDetail const& line : order.lines) sum = sum + line.UnitPrice * line.Quantity * (1 - line.Discount);
    return sum;
}

void ask(mt::store<northwind> const& db, examples::answers<northwind> const& answers) {
    answers.show("1", "A customer and the orders, in one query", db.collect<Account>("CustomerID"_f == "ALFKI"));
    answers.show("2", "Orders of a customer, newest first", db.query<Order>("CustomerID"_f == "ALFKI").descending());
    answers.show("3", "Orders of a customer in a year",
                 db.query<Order>("CustomerID"_f == "ERNSH", "OrderDate"_f.between(1997y / 1 / 1, 1997y / 12 / 31)));

    auto const pages = db.query<Order>("CustomerID"_f == "SAVEA").descending().limit(10).as<mt::item>();
    auto page = pages.page();
    answers.show("4", "Orders of a customer by tens, newest first: the first page", pages.index(),
                 pages.explain().text(), page.items);
    while (!page.cursor.empty()) page = pages.after(page.cursor).page();
    answers.show("5", "Orders of a customer by tens, newest first: the last page", pages.index(),
                 pages.explain().text(), page.items);

    auto const order = db.collect<FullOrder>("OrderID"_f == 10250);
    answers.show("6", "An order with its lines, in one query", order);
    answers.show(
        "7", "Revenue of an order", order.index(), order.explain().text(),
        {mt::item{{"OrderID", mt::value::number(10250)}, {"Revenue", mt::value::number(revenue(*order.get()))}}});
    answers.show("8", "Orders that an employee took in a month",
                 db.query<Order>("EmployeeID"_f == 5, "OrderDate"_f.between(1997y / 3 / 1, 1997y / 3 / 31)));
    answers.show("9", "Orders that a shipper shipped in a month",
                 db.query<Order>("ShipVia"_f == 3, "ShippedDate"_f.between(1997y / 12 / 1, 1997y / 12 / 31)));
    answers.show("10", "Orders not yet shipped, the most urgent first", db.query<Order>("Shipped"_f == false));

    answers.show("11", "Products of a category", db.query<Product>("CategoryID"_f == 8));
    answers.show("12", "Products of a supplier", db.query<Product>("SupplierID"_f == 7));
    answers.show("13", "Discontinued products", db.query<Product>("Discontinued"_f == true));
    answers.show("14", "Orders of a product: their lines", db.query<OrderDetail>("ProductID"_f == 9));

    // Customers without a city are not in GSI2, so on<> must select it.
    answers.show("15", "Customers in a country, by city", db.query<Customer>(mt::on<"GSI2">, "Country"_f == "Brazil"));
    answers.show("16", "Customers in a city", db.query<Customer>("Country"_f == "Brazil", "City"_f == "Sao Paulo"));

    answers.show("17", "Direct reports of an employee", db.query<Employee>("ReportsTo"_f == 2));
    answers.show("18", "Territories of a region", db.query<Territory>("RegionID"_f == 4));
    answers.show("19", "Territories of an employee",
                 db.linked<"territories">(db.get<Employee>("EmployeeID"_f == 5).value()));
    answers.show("20", "Employees of a territory",
                 db.linked<"territories">(db.get<Territory>("TerritoryID"_f == "85014").value()));
}

int main(int argc, char** argv) {
    bool const json = argc > 1 && argv[1] == "--json"sv;
    std::filesystem::path directory = std::filesystem::path(__FILE__).parent_path() / "data/northwind";
    if (argc > 1 + json) directory = argv[1 + json];
    try {
        mt::store<northwind> db;
        load(db, directory);
        ask(db, examples::answers(db, json));
    } catch (std::exception const& e) {
        std::cerr << e.what() << '\n';
        return 1;
    }
}
