// SPDX-License-Identifier: BSL-1.0
// The order-entry schema of DynamoDB's "Example of modeling relational data", with its sample rows: four tables, nine
// indexes, fifteen access patterns. With --json, prints one line per pattern.
#include "common/show.hpp"

#include <monotable/batches.hpp>
#include <monotable/relations.hpp>
#include <monotable/transactions.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;
using namespace std::literals;

// ---------------------------------------------------------------------------------------------------------- employees

using date = std::chrono::year_month_day;

struct Employee {
    std::string employee_id, name;
    std::vector<std::string> phone_numbers;
    std::string warehouse_id, job_title;
    date hire_date;
};
template <>
struct mt::entity<Employee> {
    using key = mt::key<"{employee_id}">;
    using indexes = mt::indexes<mt::index<"EmployeeByHireDate", "EMPLOYEE", "{hire_date}">>; // one partition for all
};
struct employees : mt::table<"employees", mt::partition_key<"employee_id">,
                             mt::gsi<"EmployeeByName", mt::partition_key<"name">, mt::sort_key<"employee_id">,
                                     mt::include<"phone_numbers", "warehouse_id", "job_title", "hire_date">>,
                             mt::gsi<"EmployeeByWarehouse", mt::partition_key<"warehouse_id">,
                                     mt::sort_key<"employee_id">, mt::include<"name", "job_title", "hire_date">>,
                             mt::gsi<"EmployeeByJobTitle", mt::partition_key<"job_title">, mt::sort_key<"employee_id">,
                                     mt::include<"name", "warehouse_id", "hire_date">>,
                             mt::gsi<"EmployeeByHireDate", mt::partition_key<"entity_type">, mt::sort_key<"hire_date">,
                                     mt::include<"name", "warehouse_id">>,
                             mt::entities<Employee>> {};

// ---------------------------------------------------------------------------------------------------------- customers

struct Customer {
    std::string customer_id, name;
    std::vector<std::string> phone_numbers;
    std::string email, account_rep_id;
};
template <>
struct mt::entity<Customer> {
    using key = mt::key<"{customer_id}">;
};
struct customers : mt::table<"customers", mt::partition_key<"customer_id">,
                             mt::gsi<"CustomerByAccountRep", mt::partition_key<"account_rep_id">,
                                     mt::sort_key<"customer_id">, mt::include<"name", "email">>,
                             mt::entities<Customer>> {};

// ------------------------------------------------------------------------------------------------------------- orders
// The header of an order and its lines share a partition; the prefixes of their sort keys distinguish them.

enum class Status { OPEN, CLOSED };
struct Item {
    std::string product_id;
    int qty;
};

struct Order {
    std::string order_id, customer_id;
    date order_date;
    Status status;
    std::string account_rep_id;
    mt::decimal total_amount;
    std::vector<Item> order_items;
    std::optional<int> shard; // set for open orders only, so that OpenOrdersByDate is sparse
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"{order_id:ord_*}", "{order_id:ord_*}">;
    using indexes = mt::indexes<mt::index<"OpenOrdersByDate", "{status}", "{shard:0..4}", "{order_date}">>;
};

struct OrderLine {
    std::string order_id, product_id;
    int quantity;
    mt::decimal price;
    std::string customer_id = {}; // copied from the order, like the date
    date order_date = {};
};
template <>
struct mt::entity<OrderLine> {
    using key = mt::key<"{order_id:ord_*}", "{product_id:prod_*}">;
};

struct orders
    : mt::table<"orders",
                mt::gsi<"OrderByCustomerDate", mt::partition_key<"customer_id">, mt::sort_key<"order_date">,
                        mt::include<"order_id", "status", "total_amount", "order_items", "shard">>,
                mt::gsi<"OpenOrdersByDate", mt::partition_key<"status", "shard:N">, mt::sort_key<"order_date">,
                        mt::include<"order_id", "customer_id", "account_rep_id", "order_items", "total_amount">>,
                mt::gsi<"OrderByAccountRep", mt::partition_key<"account_rep_id">, mt::sort_key<"order_date">,
                        mt::include<"order_id", "customer_id", "status", "total_amount">>,
                mt::gsi<"ProductInOrders", mt::partition_key<"product_id">, mt::sort_key<"order_id">,
                        mt::include<"customer_id", "order_date", "quantity">>,
                mt::entities<Order, OrderLine>,
                mt::duplicated<"order", Order, OrderLine, mt::match<"order_id">, mt::copy<"customer_id">,
                               mt::copy<"order_date">, mt::in_transaction>> {};

// ----------------------------------------------------------------------------------------------------------- products
// A product and its stock in each warehouse share a partition.

struct Product {
    std::string product_id, product_name, category;
    mt::decimal unit_price;
    int total_inventory = 0;
};
template <>
struct mt::entity<Product> {
    using key = mt::key<"{product_id:prod_*}", "{product_id:prod_*}">;
};

struct Inventory {
    std::string product_id, warehouse_id;
    int inventory_quantity;
};
template <>
struct mt::entity<Inventory> {
    using key = mt::key<"{product_id:prod_*}", "{warehouse_id:wh_*}">;
};

struct products : mt::table<"products", mt::partition_key<"product_id">, mt::sort_key<"warehouse_id">,
                            mt::entities<Product, Inventory>,
                            mt::total<"inventory", Product, Inventory, mt::match<"product_id">,
                                      mt::sum<"inventory_quantity", "total_inventory">, mt::in_transaction>> {};

static_assert(mt::valid<employees> && mt::valid<customers> && mt::valid<orders> && mt::valid<products>);

// ---------------------------------------------------------------------------------------------------------------- data
// The article's tables differ in places; all their data is stored: ord_004 and ord_005 appear in indexes only, so they
// have no lines; totals are as printed, not the sums of the lines; the index ProductInOrders shows customer and date of
// a line, which the table orders does not. With these two attributes a line is in OrderByCustomerDate too; a query for
// orders ignores it.

using database = mt::store<employees, customers, orders, products>;

void fill(database& db) {
    db
        .batch_put(std::vector{
            Employee{"emp_001", "John Smith", {"+1-555-0101"}, "wh_sea", "Manager", 2024y / 3 / 15},
            Employee{"emp_002", "Jane Doe", {"+1-555-0102", "+1-555-0103"}, "wh_sea", "Associate", 2025y / 1 / 10},
            Employee{"emp_003", "Bob Wilson", {"+1-555-0104"}, "wh_pdx", "Associate", 2025y / 6 / 20},
            Employee{"emp_004", "Alice Brown", {"+1-555-0105"}, "wh_pdx", "Supervisor", 2023y / 11 / 5},
            Employee{"emp_005", "Charlie Davis", {"+1-555-0106"}, "wh_sea", "Associate", 2025y / 12 / 1}})
        .or_throw();

    db
        .batch_put(std::vector{
            Customer{"cust_001", "Acme Corp", {"+1-555-1001"}, "contact@acme.com", "rep_001"},
            Customer{"cust_002", "TechStart Inc", {"+1-555-1002", "+1-555-1003"}, "info@techstart.com", "rep_001"},
            Customer{"cust_003", "Global Traders", {"+1-555-1004"}, "sales@globaltraders.com", "rep_002"},
            Customer{"cust_004", "BuildRight LLC", {"+1-555-1005"}, "orders@buildright.com", "rep_002"},
            Customer{"cust_005", "FastShip Co", {"+1-555-1006"}, "support@fastship.com", "rep_003"}})
        .or_throw();

    db.transact(mt::create(Order{
                    "ord_001", "cust_001", 2025y / 11 / 15, Status::CLOSED, "rep_001", 225, {{"prod_100", 5}}, {}}),
                mt::create(OrderLine{"ord_001", "prod_100", 5, 25}))
        .or_throw();
    db.transact(mt::create(
                    Order{"ord_002", "cust_001", 2025y / 12 / 20, Status::OPEN, "rep_001", 150, {{"prod_101", 10}}, 0}),
                mt::create(OrderLine{"ord_002", "prod_101", 10, 15}))
        .or_throw();
    db.transact(
          mt::create(Order{"ord_003", "cust_002", 2026y / 1 / 5, Status::OPEN, "rep_001", 175, {{"prod_100", 3}}, 2}),
          mt::create(OrderLine{"ord_003", "prod_100", 3, 25}))
        .or_throw();
    db.put(Order{"ord_004", "cust_003", 2025y / 10 / 10, Status::CLOSED, "rep_002", 250, {{"prod_101", 5}}, {}})
        .or_throw();
    db.put(Order{"ord_005", "cust_004", 2026y / 1 / 3, Status::OPEN, "rep_002", 200, {{"prod_100", 20}}, 1}).or_throw();

    db.put(Product{"prod_100", "Widget A", "Hardware", 25}).or_throw();
    db.put(Product{"prod_101", "Gadget B", "Electronics", 50}).or_throw();
    db.batch_put(std::vector{Inventory{"prod_100", "wh_sea", 200}, Inventory{"prod_100", "wh_pdx", 150},
                             Inventory{"prod_100", "wh_atl", 150}, Inventory{"prod_101", "wh_sea", 100},
                             Inventory{"prod_101", "wh_pdx", 200}})
        .or_throw();
}

// ------------------------------------------------------------------------------------------------------ access
// patterns An index that projects some attributes is read into a struct with the corresponding fields.

struct Phones {
    std::string name;
    std::vector<std::string> phone_numbers;
};
struct Colleague {
    std::string employee_id, name;
    date hire_date;
};
struct OrderSummary {
    std::string order_id;
    date order_date;
    Status status;
    mt::decimal total_amount;
};
struct OpenOrder {
    std::string order_id, customer_id;
    date order_date;
    std::vector<Item> order_items;
};
struct Demand {
    std::string order_id, customer_id;
    date order_date;
    int quantity;
};
struct Contact {
    std::string customer_id, name, email;
};

int main(int argc, char** argv) {
    database db;
    fill(db);
    examples::answers answers(db, argc, argv);

    answers.show("1", "Look up Employee Details by Employee ID", db.get<Employee>("employee_id"_f == "emp_001"));
    answers.show("2", "Query Employee Details by Employee Name", db.query<Employee>("name"_f == "John Smith"));
    answers.show("3", "Find an Employee's Phone Number(s)",
                 db.query<Employee>("employee_id"_f == "emp_001").as<Phones>());
    answers.show("4", "Find a Customer's Phone Number(s)",
                 db.query<Customer>("customer_id"_f == "cust_001").as<Phones>());
    answers.show("5", "Get Orders for Customer within Date Range",
                 db.query<Order>("customer_id"_f == "cust_001", "order_date"_f.between(2025y / 1 / 1, 2025y / 12 / 31))
                     .as<OrderSummary>());
    answers.show("6", "Show all Open Orders within Date Range",
                 db.query<Order>(mt::on<"OpenOrdersByDate">, "status"_f == Status::OPEN,
                                 "order_date"_f.between(2025y / 1 / 1, 2025y / 12 / 31))
                     .as<OpenOrder>());
    answers.show("7", "See all Employees hired recently",
                 db.query<Employee>("hire_date"_f >= 2025y / 1 / 1).as<Colleague>());
    answers.show("8", "Find all Employees in Warehouse",
                 db.query<Employee>("warehouse_id"_f == "wh_sea").as<Colleague>());
    answers.show("9", "Get all Items on Order for Product",
                 db.query<OrderLine>("product_id"_f == "prod_100").as<Demand>());
    answers.show("10", "Get Inventories for Product at all Warehouses",
                 db.query<Inventory>("product_id"_f == "prod_100"));
    answers.show("11", "Get Customers by Account Rep",
                 db.query<Customer>("account_rep_id"_f == "rep_001").as<Contact>());
    answers.show("12", "Get Orders by Account Rep",
                 db.query<Order>("account_rep_id"_f == "rep_001").as<OrderSummary>());
    answers.show("13", "Get Employees with Job Title", db.query<Employee>("job_title"_f == "Manager").as<Colleague>());
    answers.show("14", "Get Inventory by Product and Warehouse",
                 db.get<Inventory>("product_id"_f == "prod_100", "warehouse_id"_f == "wh_sea"));
    answers.show("15", "Get Total Product Inventory", db.get<Product>("product_id"_f == "prod_100"));
}
