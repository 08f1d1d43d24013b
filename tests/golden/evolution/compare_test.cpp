// SPDX-License-Identifier: BSL-1.0
// What the checker says of two versions of a model, and of a model and a table.
#include <monotable/evolution.hpp>
#include <two_versions.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mt = monotable;

namespace one {

enum class Status { open, closed };
struct Address {
    std::string street, city;
};
struct Line {
    std::string sku;
    int qty = 0;
};
struct Customer {
    std::string id, name;
    Status status = Status::open;
    std::int64_t points = 0;
    int level = 0;
    std::string phone;
    Address home = {};
    std::vector<Line> lines = {};
    std::optional<int> age = {};
    int year = 0;
};
struct Invoice {
    std::string id;
    int number = 0;
};
struct Gone {
    std::string id;
};
struct Person {
    std::string id;
};

} // namespace one

template <>
struct mt::entity<one::Customer> {
    using key = mt::key<"CUSTOMER#{id}", "CUSTOMER">;
    using indexes =
        mt::indexes<mt::index<"GSI1", "STATUS#{status}", "{id}">, mt::index<"GSI2", "LEVEL", "{level}#{id}">>;
};
template <>
struct mt::entity<one::Invoice> {
    using key = mt::key<"INVOICE#{number:6}", "{id}">;
};
template <>
struct mt::entity<one::Gone> {
    using key = mt::key<"GONE#{id}", "GONE">;
};
template <>
struct mt::entity<one::Person> {
    using key = mt::key<"PERSON#{id}", "PERSON">;
};

namespace one {

struct crm : mt::table<"crm", mt::gsi<"GSI1", mt::keys_only>, mt::gsi<"GSI2">, mt::gsi<"GSI3">,
                       mt::gsi<"GSI4", mt::include<"name", "age">>, mt::type_attribute<"kind">,
                       mt::entities<Customer, Invoice, Gone, Person>> {};

} // namespace one

namespace two {

enum class Status { open, paused };
struct Address {
    std::string street, zip;
    std::optional<std::string> country;
};
struct Line {
    std::string sku;
    std::int16_t qty = 0;
};
struct Customer {
    std::string id, full_name;
    Status status = Status::open;
    int points = 0;
    std::int64_t level = 0;
    int phone = 0;
    Address home = {};
    std::vector<Line> lines = {};
    int age = 0;
    bool active = false;
    std::optional<std::string> note = {};
};
struct Invoice {
    std::string id;
    int number = 0;
};
struct Added {
    std::string id;
};
struct Human {
    std::string id;
};

} // namespace two

template <>
struct mt::entity<two::Customer> {
    using key = mt::key<"CUSTOMER#{id}", "CUSTOMER">;
    using indexes = mt::indexes<mt::index<"GSI1", "STATE#{status}", "{id}">, mt::index<"GSI2", "LEVEL", "{level}#{id}">,
                                mt::index<"GSI5", "ACTIVE#{active}", "{id}">>;
};
template <>
struct mt::entity<two::Invoice> {
    using key = mt::key<"INVOICE#{number:8}", "{id}">;
};
template <>
struct mt::entity<two::Added> {
    using key = mt::key<"ADDED#{id}", "ADDED">;
};
template <>
struct mt::entity<two::Human> {
    using key = mt::key<"PERSON#{id}", "PERSON">;
};

namespace two {

struct crm : mt::table<"crm", mt::gsi<"GSI1">, mt::gsi<"GSI2">, mt::gsi<"GSI4", mt::include<"age">>, mt::gsi<"GSI5">,
                       mt::type_attribute<"kind">, mt::entities<Customer, Invoice, Added, Human>> {};

struct other_key : mt::table<"crm", mt::partition_key<"id:N">, mt::sort_key<"at">, mt::lsi<"LSI">,
                             mt::gsi<"GSI3", mt::partition_key<"p">>> {};

} // namespace two

TEST_CASE("two versions that know of each other") {
    CHECK(mt::compare<v1::shop, v1::shop>().empty());
    CHECK(mt::compare<v2::shop, v2::shop>().empty());
    CHECK("\n" + mt::compare<v1::shop, v2::shop>().text() == R"(
safe: shop index GSI2: the index is new: the table lacks it, and the store does not open the table as it is; open it with mt::add_missing_indexes, then migrate the entities in it, whose items lack its key attributes
safe: Order.status: it was stored as state: it is read under either name, and updates that depend on it read first; migrate, then drop formerly<>
unsafe: Order.status: it was a string (S) and is an enumeration (S): items whose value is not one of the present type are bad_item; read it by converted<>
safe: Order.cents: it was stored as total: it is read under either name, and updates that depend on it read first; migrate, then drop formerly<>
safe: Order.cents: its former type is read by converted<>: conditions cannot test it while items have the former type; migrate, then drop converted<>
safe: Order.grams: its former type is read by converted<>: conditions cannot test it while items have the former type; migrate, then drop converted<>
safe: Order.email: it was stored as mail: it is read under either name, and updates that depend on it read first; migrate, then drop formerly<>
safe: Order.labels: it was stored as tags: it is read under either name, and updates that depend on it read first; migrate, then drop formerly<>
safe: Order.ship_to: it was stored as ship: it is read under either name, and updates that depend on it read first; migrate, then drop formerly<>
safe: Order.note: the field is new: items that lack it have none
safe: Order.priority: the field is new: items that lack it have its member initializer
safe: Order.legacy: the field is dropped: writes remove its attribute; migrate to remove it from all items
unsafe: Order in GSI2: it is new in the index: queries do not find items until they are written; migrate
)");
}

TEST_CASE("two versions that do not") {
    auto const found = mt::compare<one::crm, two::crm>();
    CHECK(!found.safe());
    CHECK("\n" + found.text() == R"(
unsafe: crm index GSI1: it had the keys only and has every attribute: an index's projection cannot be changed, and its items lack attributes; the store does not open the table; add an index of another name and drop the old one
unsafe: crm index GSI4: it had the keys, name, age and has the keys, age: an index's projection cannot be changed; the store does not open the table; add an index of another name and drop the old one
safe: crm index GSI5: the index is new: the table lacks it, and the store does not open the table as it is; open it with mt::add_missing_indexes, then migrate the entities in it, whose items lack its key attributes
safe: crm index GSI3: the index is gone: the table keeps it, pays for its entries, and is opened with mt::add_missing_indexes only; drop it with backend::drop_index once no program uses it
unsafe: Customer.full_name: the field is new, and name of the same type is gone: items that lack it are bad_item, should it be that field under a new name; add formerly<"full_name", "name"> if it is, dropped<"name"> if it is not
unsafe: Customer.status: the enumerator closed is gone: items that have it are bad_item; keep it, or read the former enumeration by converted<>
safe: Customer.status: the enumerator paused is new: programs of the earlier version cannot read items that have it; write it only when they are gone
unsafe: Customer.points: it was an integer of 19 digits (N) and is an integer of 10 digits (N): items whose value is beyond the present type are bad_item; keep the wider type, or store it under another name with formerly<> and converted<>
safe: Customer.level: it was an integer of 10 digits (N) and is an integer of 19 digits (N): every former value is read; programs of the earlier version cannot read values beyond their type
unsafe: Customer.phone: it was a string (S) and is an integer of 10 digits (N): items that have the former type are bad_item; read it by converted<>
unsafe: Customer.home.zip: the member is new: items that lack it are bad_item; make it std::optional, or read the former struct by converted<> of the field
safe: Customer.home.country: the member is new: items that lack it have none
safe: Customer.home.city: the member is gone: it is not read, and lost when the field is next written; keep it as long as it is needed
unsafe: Customer.lines[].qty: it was an integer of 10 digits (N) and is an integer of 5 digits (N): items whose value is beyond the present type are bad_item; keep the wider type, or store it under another name with formerly<> and converted<>
unsafe: Customer.age: it was optional and is not: items that lack it are bad_item; keep it optional, or add defaulted<>
unsafe: Customer.active: the field is new: items that lack it are bad_item; make it std::optional, or add defaulted<"active">
safe: Customer.note: the field is new: items that lack it have none
safe: Customer.name: the field is gone: items keep its attribute, which nothing reads; add dropped<"name"> to remove it
safe: Customer.year: the field is gone: items keep its attribute, which nothing reads; add dropped<"year"> to remove it
unsafe: Customer in GSI1: GSI1PK was made of "STATUS#{status}" and is of "STATE#{status}": items stand where they were until they are written, and queries do not find them; migrate
unsafe: Customer in GSI2: GSI2SK is made of "{level}#{id}" with fields of other types, or widths: items stand where they were until they are written, and queries do not find them; migrate
unsafe: Customer in GSI5: it is new in the index: queries do not find items until they are written; migrate
unsafe: Invoice: PK was made of "INVOICE#{number:6}" and is of "INVOICE#{number:8}": items have keys that are not found, or are not taken for this entity; move them by mt::migration<> from a description of what the table has
safe: Added: the entity is new: the table has no items of it
unsafe: Human: it was called Person: items name the former entity, and are passed over; keep the name by using type = mt::entity_type<"Person">
unsafe: Gone: the entity is gone: its items stay in the table, and nothing reads them; erase them with the earlier version first, or keep the entity
)");
}

TEST_CASE("a model and a table") {
    std::shared_ptr<mt::backend> const backend = mt::memory{};
    CHECK(mt::compare<one::crm>(*backend).empty());
    mt::store<one::crm> db(backend);
    CHECK(mt::compare<one::crm>(*backend).empty());
    CHECK("\n" + mt::compare<two::other_key>(*backend).text() == R"(
unsafe: crm: the primary key was PK (S), SK (S) and is id (N), at (S): a table's key attributes cannot be changed, and the store does not open it; keep partition_key<> and sort_key<>, or give the new table another name and copy the items
unsafe: crm index LSI: the local index is new: local indexes are made with their table only, and the store does not open it; make it a global index, gsi<>
unsafe: crm index GSI3: its key was GSI3PK (S) and GSI3SK (S) and is p (S) and nothing: an index's key attributes cannot be changed, and the store does not open the table; add an index of another name, migrate, and drop the old one
safe: crm index GSI1: the index is gone: the table keeps it, pays for its entries, and is opened with mt::add_missing_indexes only; drop it with backend::drop_index once no program uses it
safe: crm index GSI2: the index is gone: the table keeps it, pays for its entries, and is opened with mt::add_missing_indexes only; drop it with backend::drop_index once no program uses it
safe: crm index GSI4: the index is gone: the table keeps it, pays for its entries, and is opened with mt::add_missing_indexes only; drop it with backend::drop_index once no program uses it
)");
    mt::table_description shop;
    shop.name = "shop";
    shop.partition.name = "PK";
    shop.sort.emplace().name = "SK";
    CHECK(mt::compare<v2::shop>(shop).safe());
}
