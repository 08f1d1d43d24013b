// SPDX-License-Identifier: BSL-1.0
// "How to model one-to-many relationships in DynamoDB": its five strategies, each with its own table.
#include "common/show.hpp"

#include <monotable/relations.hpp>

#include <map>
#include <string>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;

// 1. A complex attribute: the addresses are few, and only read with their customer
// -------------------------------------

struct Address {
    std::string StreetAddress, PostalCode, Country;
}; // inside an attribute members keep their names

struct Customer {
    std::string username, first_name, last_name;
    std::map<std::string, Address> mailing_addresses;
};
template <>
struct mt::entity<Customer> {
    using key = mt::key<"CUSTOMER#{username}", "CUSTOMER#{username}">;
    using attributes =
        mt::attributes<mt::key_only<"username">, mt::renamed<"first_name", "FirstName">,
                       mt::renamed<"last_name", "LastName">, mt::renamed<"mailing_addresses", "MailingAddresses">>;
};
struct customers : mt::table<"customers", mt::entities<Customer>> {};

void complex_attribute(int argc, char** argv) {
    mt::store<customers> db;
    db.put(Customer{"alexdebrie",
                    "Alex",
                    "DeBrie",
                    {{"Home", {"1122 1st Avenue", "90210", "UnitedStates"}},
                     {"Business", {"555 Broadway", "90211", "UnitedStates"}}}})
        .or_throw();
    db.put(Customer{"jeffbezos", "Jeff", "Bezos", {{"Home", {"123 Spruce Drive", "69361", "UnitedStates"}}}})
        .or_throw();

    examples::answers answers(db, argc, argv);
    answers.show("1.1", "Display the saved addresses of a customer", db.get<Customer>("username"_f == "alexdebrie"));
}

// 2. Duplicated data: each book has copies of the author's immutable fields
// ---------------------------------------------

struct Book {
    std::string author, title, author_birthdate;
    int release_year;
};
template <>
struct mt::entity<Book> {
    using key = mt::key<"{author}", "{title}">;
    using attributes =
        mt::attributes<mt::renamed<"author", "AuthorName">, mt::renamed<"title", "BookName">,
                       mt::renamed<"author_birthdate", "AuthorBirthdate">, mt::renamed<"release_year", "ReleaseYear">>;
};
struct books : mt::table<"books", mt::partition_key<"AuthorName">, mt::sort_key<"BookName">, mt::entities<Book>> {};

void duplicated_data(int argc, char** argv) {
    mt::store<books> db;
    db.put(Book{"Stephen King", "It", "September 21, 1947", 1986}).or_throw();
    db.put(Book{"Stephen King", "The Shining", "September 21, 1947", 1977}).or_throw();
    db.put(Book{"J.K. Rowling", "Harry Potter and the Sorcerer's Stone", "July 31, 1965", 1997}).or_throw();

    examples::answers answers(db, argc, argv);
    answers.show("2.1", "Retrieve a book with what is known of its author",
                 db.get<Book>("author"_f == "Stephen King", "title"_f == "The Shining"));
}

// 3. Composite primary key and query: an organization and its users are one item collection
// -----------------------------

struct Organization {
    std::string id, name, plan;
};
struct User {
    std::string organization, id, name, type;
};
Organization const microsoft{"MICROSOFT", "Microsoft", "Enterprise"};

template <>
struct mt::entity<Organization> {
    using key = mt::key<"ORG#{id}", "METADATA#{id}">;
    using attributes =
        mt::attributes<mt::key_only<"id">, mt::renamed<"name", "OrgName">, mt::renamed<"plan", "PlanType">>;
};
template <>
struct mt::entity<User> {
    using key = mt::key<"ORG#{organization}", "USER#{id}">;
    using attributes = mt::attributes<mt::key_only<"organization", "id">, mt::renamed<"name", "UserName">,
                                      mt::renamed<"type", "UserType">>;
};
struct saas
    : mt::table<"saas", mt::entities<Organization, User>,
                mt::one_to_many<"users", Organization, User, mt::match<"id", "organization">, mt::in_collection>> {};

template <class User>
struct Account {
    Organization organization;
    std::vector<User> users;
};

template <class User, class Table>
void put_organizations(mt::store<Table>& db) {
    for (Organization const& each : {microsoft, Organization{"AMAZON", "Amazon", "Pro"}}) db.put(each).or_throw();
    for (User const& each : {User{"MICROSOFT", "BILLGATES", "Bill Gates", "Member"},
                             User{"MICROSOFT", "SATYANADELLA", "Satya Nadella", "Admin"},
                             User{"AMAZON", "JEFFBEZOS", "Jeff Bezos", "Admin"}})
        db.put(each).or_throw();
}

void primary_key_and_query(int argc, char** argv) {
    mt::store<saas> db;
    put_organizations<User>(db);

    examples::answers answers(db, argc, argv);
    answers.show("3.1", "Retrieve an Organization", db.get<Organization>("id"_f == "MICROSOFT"));
    answers.show("3.2", "Retrieve an Organization and all Users within the Organization",
                 db.collect<Account<User>>(microsoft));
    answers.show("3.3", "Retrieve only the Users within an Organization", db.children<"users">(microsoft));
    answers.show("3.4", "Retrieve a specific User",
                 db.get<User>("organization"_f == "MICROSOFT", "id"_f == "SATYANADELLA"));
}

// 4. Secondary index and query: tickets would fill the users' partition, so an index joins them with their user
// ---------

struct Agent {
    std::string organization, id, name, type;
}; // the User of this table
struct Ticket {
    std::string id, organization, user, created_at;
};

template <>
struct mt::entity<Agent> {
    using key = mt::key<"ORG#{organization}", "USER#{id}">;
    using indexes = mt::indexes<mt::index<"GSI1", "ORG#{organization}#USER#{id}", "USER#{id}">>;
    using attributes = mt::attributes<mt::key_only<"organization", "id">, mt::renamed<"name", "UserName">,
                                      mt::renamed<"type", "UserType">>;
};
template <>
struct mt::entity<Ticket> {
    using key = mt::key<"TICKET#{id}", "TICKET#{id}">;
    using indexes = mt::indexes<mt::index<"GSI1", "ORG#{organization}#USER#{user}", "TICKET#{id}">>;
    using attributes =
        mt::attributes<mt::key_only<"id", "organization", "user">, mt::renamed<"created_at", "CreatedAt">>;
};
struct helpdesk : mt::table<"helpdesk", mt::gsi<"GSI1">, mt::entities<Organization, Agent, Ticket>,
                            mt::one_to_many<"tickets", Agent, Ticket, mt::match<"organization">,
                                            mt::match<"id", "user">, mt::by_index<"GSI1">>> {};

struct Workload {
    Agent user;
    std::vector<Ticket> tickets;
};

void secondary_index_and_query(int argc, char** argv) {
    mt::store<helpdesk> db;
    put_organizations<Agent>(db);
    db.put(Ticket{"1569468714-JM14", "MICROSOFT", "BILLGATES", "2019-09-25 22:31:54"}).or_throw();
    db.put(Ticket{"1570952398-MQR0", "MICROSOFT", "BILLGATES", "2019-10-13 02:39:58"}).or_throw();

    examples::answers answers(db, argc, argv);
    answers.show("4.1", "Retrieve a Ticket", db.get<Ticket>("id"_f == "1569468714-JM14"));
    answers.show("4.2", "Retrieve an Organization and all Users, but no Tickets",
                 db.collect<Account<Agent>>(microsoft));
    auto const bill = db.get<Agent>("organization"_f == "MICROSOFT", "id"_f == "BILLGATES").value();
    answers.show("4.3", "Retrieve a User and all Tickets of the User", db.collect<Workload>(bill));
    answers.show("4.4", "Retrieve only the Tickets of a User", db.children<"tickets">(bill));
    answers.show("4.5", "Retrieve a User and the most recent Ticket", // the user comes first, then the newest tickets
                 db.collect<Workload>(bill).descending().limit(2));
}

// 5. Composite sort key: each level of a hierarchy narrows the query
// -----------------------------------------------------

struct Starbucks {
    std::string country, state, city, zip_code, street_address;
    int square_feet;
};
template <>
struct mt::entity<Starbucks> {
    using key = mt::key<"{country}", "{state}#{city}#{zip_code}">;
    using attributes =
        mt::attributes<mt::renamed<"country", "Country">, mt::key_only<"state", "city", "zip_code">,
                       mt::renamed<"street_address", "StreetAddress">, mt::renamed<"square_feet", "SquareFeet">>;
};
struct State {
    std::string country, name;
};
struct locations
    : mt::table<"locations", mt::partition_key<"Country">, mt::sort_key<"STATE#CITY#ZIP">, mt::entities<Starbucks>,
                mt::one_to_many<"locations", State, Starbucks, mt::match<"country">, mt::match<"name", "state">,
                                mt::by_sort_key>> {};

void composite_sort_key(int argc, char** argv) {
    mt::store<locations> db;
    db.put(Starbucks{"USA", "NE", "OMAHA", "68118", "15821 W Dodge Rd #100", 921}).or_throw();
    db.put(Starbucks{"USA", "NY", "NEWYORKCITY", "10001", "875 6th Ave", 1211}).or_throw();
    db.put(Starbucks{"USA", "NY", "NEWYORKCITY", "10019", "1500 Broadway", 1924}).or_throw();
    db.put(Starbucks{"FRANCE", "ILE-DE-FRANCE", "PARIS", "75001", "26 Avenue de l'Op\u00e9ra", 2102}).or_throw();

    examples::answers answers(db, argc, argv);
    answers.show("5.1", "Find all locations in a given country", db.query<Starbucks>("country"_f == "USA"));
    answers.show("5.2", "Find all locations in a given country and state",
                 db.children<"locations">(State{"USA", "NY"}));
    answers.show("5.3", "Find all locations in a given country, state, and city",
                 db.children<"locations">(State{"FRANCE", "ILE-DE-FRANCE"}, "city"_f == "PARIS"));
    answers.show("5.4", "Find all locations in a given country, state, city, and zip code",
                 db.children<"locations">(State{"USA", "NY"}, "city"_f == "NEWYORKCITY", "zip_code"_f == "10019"));
}

int main(int argc, char** argv) {
    complex_attribute(argc, argv);
    duplicated_data(argc, argv);
    primary_key_and_query(argc, argv);
    secondary_index_and_query(argc, argv);
    composite_sort_key(argc, argv);
}
