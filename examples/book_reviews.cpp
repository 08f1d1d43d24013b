// SPDX-License-Identifier: BSL-1.0
// "An introduction to DynamoDB data modeling": books, users and their reviews, first with an inverted index, then with
// timestamps in the sort keys, so that the newest reviews come first. A book and alice replace the article's <ISBN> and
// <Username>; the other reviewers are added to demonstrate pages.
#include "common/show.hpp"

#include <monotable/relations.hpp>

#include <chrono>
#include <string>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;
using namespace std::chrono_literals;

using date_time = std::chrono::local_seconds;

date_time at(std::chrono::year_month_day day, std::chrono::minutes time) { return std::chrono::local_days(day) + time; }

// The inverted index: GSI1 has the table's keys, exchanged
// ---------------------------------------------------------------

struct Book {
    std::string isbn, author, title;
    int publication_year;
};
struct User {
    std::string username;
    date_time membership_date;
};
struct Review {
    std::string isbn, username;
    int grade;
    std::string text;
    date_time date;
};

template <>
struct mt::entity<Book> {
    using key = mt::key<"BOOK#{isbn}", "BOOK#{isbn}">;
    using attributes =
        mt::attributes<mt::key_only<"isbn">, mt::renamed<"author", "Author">, mt::renamed<"title", "Title">,
                       mt::renamed<"publication_year", "PublicationYear">>;
};
template <>
struct mt::entity<User> {
    using key = mt::key<"USER#{username}", "USER#{username}">;
    using attributes = mt::attributes<mt::key_only<"username">, mt::renamed<"membership_date", "MembershipDate">>;
};
template <>
struct mt::entity<Review> {
    using key = mt::key<"BOOK#{isbn}", "USER#{username}">;
    using attributes = mt::attributes<mt::key_only<"isbn", "username">, mt::renamed<"grade", "Grade">,
                                      mt::renamed<"text", "ReviewText">, mt::renamed<"date", "ReviewDate">>;
};
struct book_reviews : mt::table<"book_reviews", mt::gsi<"GSI1", mt::partition_key<"SK">, mt::sort_key<"PK">>,
                                mt::entities<Book, User, Review>> {};

Book const fellowship{"9780261102354", "J.R.R. Tolkien", "The Fellowship of the Ring", 1954};

struct BookPage {
    Book book;
    std::vector<Review> reviews;
};
struct Profile {
    User user;
    std::vector<Review> reviews;
};

void inverted_index(int argc, char** argv) {
    mt::store<book_reviews> db;
    db.put(fellowship).or_throw();
    db.put(User{"alice", at(2000y / 9 / 29, 4h + 31min)}).or_throw();
    db.put(Review{"9780261102354", "alice", 10, "Must read.", at(2001y / 8 / 5, 2h + 46min)}).or_throw();

    examples::answers answers(db, argc, argv);
    answers.show("1", "Get all the reviews for a given book", db.collect<BookPage>(fellowship));
    answers.show("2", "Get all the reviews for a given user",
                 db.collect<Profile>("username"_f == "alice").descending()); // the user comes first

    db.update<Review>("isbn"_f == "9780261102354", "username"_f == "alice", "grade"_f = 9).or_throw();
    answers.show("3", "Update a review", db.get<Review>("isbn"_f == "9780261102354", "username"_f == "alice"));
}

// Timestamps in the sort keys of reviews: within a book and within a user they are sorted by date
// -------------------------

namespace timestamped {
struct User {
    std::string username;
    date_time membership_date;
};
struct Review {
    std::string isbn, username;
    int grade;
    std::string text;
    date_time date;
};
} // namespace timestamped

template <>
struct mt::entity<timestamped::User> {
    using key = mt::key<"USER#{username}", "USER#{username}">;
    using indexes = mt::indexes<mt::index<"GSI1", "USER#{username}", "USER#{username}">>;
    using attributes = mt::attributes<mt::key_only<"username">, mt::renamed<"membership_date", "MembershipDate">>;
};
template <>
struct mt::entity<timestamped::Review> {
    using key = mt::key<"BOOK#{isbn}", "{date}#USER#{username}">;
    using indexes = mt::indexes<mt::index<"GSI1", "USER#{username}", "{date}#BOOK#{isbn}">>;
    using attributes = mt::attributes<mt::key_only<"isbn", "username">, mt::renamed<"grade", "Grade">,
                                      mt::renamed<"text", "ReviewText">, mt::renamed<"date", "ReviewDate">>;
};
struct sorted_reviews
    : mt::table<"sorted_reviews", mt::gsi<"GSI1">, mt::entities<Book, timestamped::User, timestamped::Review>,
                mt::one_to_many<"reviews", Book, timestamped::Review, mt::match<"isbn">, mt::in_collection>> {};

namespace timestamped {

struct BookPage {
    Book book;
    std::vector<Review> reviews;
};
struct Profile {
    User user;
    std::vector<Review> reviews;
};

void sorted_by_date(int argc, char** argv) {
    mt::store<sorted_reviews> db;
    db.put(fellowship).or_throw();
    db.put(User{"alice", at(2000y / 9 / 29, 4h + 31min)}).or_throw();
    db.put(Review{"9780261102354", "alice", 5, "Must read.", at(2001y / 8 / 5, 2h + 46min)}).or_throw();
    db.put(Review{"9780261102354", "bob", 2, "Too long.", at(2001y / 12 / 19, 20h)}).or_throw();
    db.put(Review{"9780261102354", "carol", 4, "Better than the film.", at(2002y / 1 / 3, 9h + 15min)}).or_throw();
    db.put(Review{"9780261102354", "alice", 5, "Fantastic", at(2002y / 8 / 5, 2h + 46min)}).or_throw();

    examples::answers answers(db, argc, argv);
    answers.show("sorted 1", "Get a book and its two most recent reviews",
                 db.collect<BookPage>(fellowship).descending().limit(3));

    auto const newest = db.children<"reviews">(fellowship).descending().limit(3);
    answers.show("sorted 1, page 1", "Get the reviews for a given book, newest first", newest);
    answers.show("sorted 1, page 2", "Get the reviews for a given book, newest first",
                 newest.after(newest.page().cursor));

    answers.show("sorted 2", "Get a user and all the reviews, newest first",
                 db.collect<Profile>("username"_f == "alice").descending());

    db.update(newest.first().value(), "grade"_f = 4).or_throw(); // in both places
    answers.show("sorted 3", "Update a review", db.query<Review>("username"_f == "alice").descending().limit(1));
}

} // namespace timestamped

int main(int argc, char** argv) {
    inverted_index(argc, argv);
    timestamped::sorted_by_date(argc, argv);
}
