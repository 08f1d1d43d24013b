// SPDX-License-Identifier: BSL-1.0 The Chinook database of a music shop: all of its eleven relations in one table with
// four indexes, 15,607 items; twenty-one access patterns, each served by a key.
//
//     chinook [--json] [directory of ChinookData.json]
#include "common/json.hpp"
#include "common/show.hpp"

#include <monotable/batches.hpp>
#include <monotable/relations.hpp>

#include <chrono>
#include <cstddef>
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
// The fields are the columns of the file, and the number of tracks of a playlist; nullable columns are optionals.
//
//                  PK           SK         index: partition key, sort key
//   Artist         ARTIST#      ARTIST     GSI1: ARTIST#, ARTIST
//   Album          ALBUM#       ALBUM      GSI1: ARTIST#, ALBUM#title   GSI2: ALBUM#, ALBUM
//   Track          TRACK#       TRACK      GSI1: GENRE#, name   GSI2: ALBUM#, TRACK#
//                                          GSI3: MEDIATYPE#, name   GSI4: COMPOSER#, name
//   Genre          GENRE#       GENRE
//   MediaType      MEDIATYPE#   MEDIATYPE
//   Playlist       PLAYLIST#    PLAYLIST   GSI1: PLAYLISTS, name
//   PlaylistTrack  PLAYLIST#    TRACK#     GSI1: TRACK#, PLAYLIST#        the edge of a many-to-many relation
//   Employee       EMPLOYEE#    EMPLOYEE   GSI1: MANAGER#, id
//   Customer       CUSTOMER#    CUSTOMER   GSI1: SUPPORT#, name   GSI2: CUSTOMER#, CUSTOMER   GSI3: COUNTRY#, city
//   Invoice        INVOICE#     INVOICE    GSI2: CUSTOMER#, INVOICE#date   GSI3: BILLED#, date
//   InvoiceLine    INVOICE#     LINE#      GSI1: TRACK#, INVOICE#

using date = std::chrono::year_month_day;
using optional_string = std::optional<std::string>;

struct Genre {
    int GenreId;
    std::string Name;
};
struct MediaType {
    int MediaTypeId;
    std::string Name;
};
struct Artist {
    int ArtistId;
    std::string Name;
};
struct Album {
    int AlbumId;
    std::string Title;
    int ArtistId;
};
struct Track {
    int TrackId;
    std::string Name;
    int AlbumId, MediaTypeId, GenreId;
    optional_string Composer;
    int Milliseconds, Bytes;
    mt::decimal UnitPrice;
};
struct Employee {
    int EmployeeId;
    std::string LastName, FirstName, Title;
    std::optional<int> ReportsTo;
    date BirthDate, HireDate;
    std::string Address, City, State, Country, PostalCode, Phone, Fax, Email;
};
struct Customer {
    int CustomerId;
    std::string FirstName, LastName;
    optional_string Company;
    std::string Address, City;
    optional_string State;
    std::string Country;
    optional_string PostalCode, Phone, Fax;
    std::string Email;
    int SupportRepId;
};
struct Invoice {
    int InvoiceId, CustomerId;
    date InvoiceDate;
    std::string BillingAddress, BillingCity;
    optional_string BillingState;
    std::string BillingCountry;
    optional_string BillingPostalCode;
    mt::decimal Total;
};
struct InvoiceLine {
    int InvoiceLineId, InvoiceId, TrackId;
    mt::decimal UnitPrice;
    int Quantity;
};
struct Playlist {
    int PlaylistId;
    std::string Name;
    int Tracks = 0;
};
struct PlaylistTrack {
    int PlaylistId, TrackId;
};

template <>
struct mt::entity<Genre> {
    using key = mt::key<"GENRE#{GenreId:2}", "GENRE">;
};
template <>
struct mt::entity<MediaType> {
    using key = mt::key<"MEDIATYPE#{MediaTypeId:2}", "MEDIATYPE">;
};
template <>
struct mt::entity<Artist> {
    using key = mt::key<"ARTIST#{ArtistId:4}", "ARTIST">;
    using indexes = mt::indexes<mt::index<"GSI1", "ARTIST#{ArtistId:4}", "ARTIST">>;
};
template <>
struct mt::entity<Album> {
    using key = mt::key<"ALBUM#{AlbumId:4}", "ALBUM">;
    using indexes = mt::indexes<mt::index<"GSI1", "ARTIST#{ArtistId:4}", "ALBUM#{Title}">,
                                mt::index<"GSI2", "ALBUM#{AlbumId:4}", "ALBUM">>;
};
template <>
struct mt::entity<Track> {
    using key = mt::key<"TRACK#{TrackId:5}", "TRACK">;
    using indexes = mt::indexes<mt::index<"GSI1", "GENRE#{GenreId:2}", "{Name}#{TrackId:5}">,
                                mt::index<"GSI2", "ALBUM#{AlbumId:4}", "TRACK#{TrackId:5}">,
                                mt::index<"GSI3", "MEDIATYPE#{MediaTypeId:2}", "{Name}#{TrackId:5}">,
                                mt::index<"GSI4", "COMPOSER#{Composer}", "{Name}#{TrackId:5}">>;
};
template <>
struct mt::entity<Employee> {
    using key = mt::key<"EMPLOYEE#{EmployeeId:3}", "EMPLOYEE">;
    using indexes = mt::indexes<mt::index<"GSI1", "MANAGER#{ReportsTo:3}", "{EmployeeId:3}">>;
};
template <>
struct mt::entity<Customer> {
    using key = mt::key<"CUSTOMER#{CustomerId:4}", "CUSTOMER">;
    using indexes = mt::indexes<mt::index<"GSI1", "SUPPORT#{SupportRepId:3}", "{LastName}#{CustomerId:4}">,
                                mt::index<"GSI2", "CUSTOMER#{CustomerId:4}", "CUSTOMER">,
                                mt::index<"GSI3", "COUNTRY#{Country}", "{City}#{CustomerId:4}">>;
};
template <>
struct mt::entity<Invoice> {
    using key = mt::key<"INVOICE#{InvoiceId:5}", "INVOICE">;
    using indexes = mt::indexes<mt::index<"GSI2", "CUSTOMER#{CustomerId:4}", "INVOICE#{InvoiceDate}#{InvoiceId:5}">,
                                mt::index<"GSI3", "BILLED#{BillingCountry}", "{InvoiceDate}#{InvoiceId:5}">>;
};
template <>
struct mt::entity<InvoiceLine> {
    using key = mt::key<"INVOICE#{InvoiceId:5}", "LINE#{InvoiceLineId:5}">;
    using indexes = mt::indexes<mt::index<"GSI1", "TRACK#{TrackId:5}", "INVOICE#{InvoiceId:5}#{InvoiceLineId:5}">>;
};
template <>
struct mt::entity<Playlist> {
    using key = mt::key<"PLAYLIST#{PlaylistId:3}", "PLAYLIST">;
    using indexes = mt::indexes<mt::index<"GSI1", "PLAYLISTS", "{Name}#{PlaylistId:3}">>;
};
template <>
struct mt::entity<PlaylistTrack> {
    using key = mt::key<"PLAYLIST#{PlaylistId:3}", "TRACK#{TrackId:5}">;
    using indexes = mt::indexes<mt::index<"GSI1", "TRACK#{TrackId:5}", "PLAYLIST#{PlaylistId:3}">>;
};

struct chinook : mt::table<"chinook", mt::gsi<"GSI1">, mt::gsi<"GSI2">, mt::gsi<"GSI3">, mt::gsi<"GSI4">,
                           mt::entities<Genre, MediaType, Artist, Album, Track, Employee, Customer, Invoice,
                                        InvoiceLine, Playlist, PlaylistTrack>,
                           mt::many_to_many<"contains", Playlist, Track,
                                            mt::edge<PlaylistTrack, mt::left<"PlaylistId">, mt::right<"TrackId">>>,
                           mt::total<"tracks", Playlist, PlaylistTrack, mt::match<"PlaylistId">, mt::count<"Tracks">,
                                     mt::in_transaction>> {};
static_assert(mt::valid<chinook>);

// -------------------------------------------------------------------------------------------------------------- data

void load(mt::store<chinook>& db, std::filesystem::path const& file) {
    auto const data = examples::json_reader(file).read();
    db.batch_put(examples::read_rows<Genre>(examples::member(data, "Genre"))).or_throw();
    db.batch_put(examples::read_rows<MediaType>(examples::member(data, "MediaType"))).or_throw();
    db.batch_put(examples::read_rows<Artist>(examples::member(data, "Artist"))).or_throw();
    db.batch_put(examples::read_rows<Album>(examples::member(data, "Album"))).or_throw();
    db.batch_put(examples::read_rows<Track>(examples::member(data, "Track"))).or_throw();
    db.batch_put(examples::read_rows<Employee>(examples::member(data, "Employee"))).or_throw();
    db.batch_put(examples::read_rows<Customer>(examples::member(data, "Customer"))).or_throw();
    db.batch_put(examples::read_rows<Invoice>(examples::member(data, "Invoice"))).or_throw();
    db.batch_put(examples::read_rows<InvoiceLine>(examples::member(data, "InvoiceLine"))).or_throw();
    db.batch_put(examples::read_rows<Playlist>(examples::member(data, "Playlist"))).or_throw();
    db.batch_put(examples::read_rows<PlaylistTrack>(examples::member(data, "PlaylistTrack"))).or_throw();
}

// --------------------------------------------------------------------------------------------------------- questions

struct Discography {
    Artist artist;
    std::vector<Album> albums;
};
struct FullAlbum {
    Album album;
    std::vector<Track> tracks;
};
struct Account {
    Customer customer;
    std::vector<Invoice> invoices;
};
struct FullInvoice {
    Invoice invoice;
    std::vector<InvoiceLine> lines;
};
struct Uses {
    std::vector<PlaylistTrack> playlists;
    std::vector<InvoiceLine> sales;
};

mt::decimal total(FullInvoice const& invoice) {
    mt::decimal sum;
    for (InvoiceLine const& line : invoice.lines) sum = sum + line.UnitPrice * line.Quantity;
    return sum;
}

void ask(mt::store<chinook> const& db, examples::answers<chinook> const& answers) {
    answers.show("1", "An artist and the albums, in one query", db.collect<Discography>("ArtistId"_f == 90));
    answers.show("2", "An album and its tracks, in one query", db.collect<FullAlbum>("AlbumId"_f == 141));
    answers.show("3", "Tracks of a genre, by name", db.query<Track>("GenreId"_f == 24));
    answers.show("4", "Tracks of a genre whose names begin with a word",
                 db.query<Track>("GenreId"_f == 1, "Name"_f.begins_with("Black")));
    answers.show("5", "Tracks of a media type", db.query<Track>("MediaTypeId"_f == 3));
    answers.show("6", "Tracks by a composer", db.query<Track>("Composer"_f == "Steve Harris"));

    answers.show("7", "Playlists by name, and how many tracks each has", db.query<Playlist>(mt::on<"GSI1">));
    auto const playlist = [&](int id) { return db.get<Playlist>("PlaylistId"_f == id).value(); };
    answers.show("8", "Tracks of a playlist", db.linked<"contains">(playlist(1)));
    auto const pages = db.linked<"contains">(playlist(5)).limit(100).as<mt::item>();
    auto page = pages.page();
    while (!page.cursor.empty()) page = pages.after(page.cursor).page();
    answers.show("9", "Tracks of a playlist by hundreds: the last page", pages.index(), pages.explain().text(),
                 page.items);
    answers.show("10", "Playlists of a track", db.linked<"contains">(db.get<Track>("TrackId"_f == 3411).value()));

    answers.show("11", "Customers whom an employee supports, by name", db.query<Customer>("SupportRepId"_f == 3));
    answers.show("12", "Customers in a country, by city", db.query<Customer>("Country"_f == "USA"));
    answers.show("13", "Customers in a city", db.query<Customer>("Country"_f == "Brazil", "City"_f == "São Paulo"));
    answers.show("14", "Direct reports of an employee", db.query<Employee>("ReportsTo"_f == 2));

    answers.show("15", "A customer and the invoices, in one query", db.collect<Account>("CustomerId"_f == 1));
    answers.show(
        "16", "Invoices of a customer in a year, newest first",
        db.query<Invoice>("CustomerId"_f == 1, "InvoiceDate"_f.between(2024y / 1 / 1, 2024y / 12 / 31)).descending());
    answers.show(
        "17", "Invoices to a country in a quarter",
        db.query<Invoice>("BillingCountry"_f == "USA", "InvoiceDate"_f.between(2023y / 7 / 1, 2023y / 9 / 30)));
    auto const invoice = db.collect<FullInvoice>("InvoiceId"_f == 404);
    answers.show("18", "An invoice and its lines, in one query", invoice);
    answers.show("19", "Total of an invoice, from its lines", invoice.index(), invoice.explain().text(),
                 {mt::item{{"InvoiceId", 404}, {"Total", total(*invoice.get())}}});
    answers.show("20", "Sales of a track: the lines", db.query<InvoiceLine>("TrackId"_f == 2));
    answers.show("21", "Where a track is: playlists and sales, in one query", db.collect<Uses>("TrackId"_f == 3));
}

int main(int argc, char** argv) {
    bool const json = argc > 1 && argv[1] == "--json"sv;
    std::filesystem::path directory = std::filesystem::path(__FILE__).parent_path() / "data/chinook";
    if (argc > 1 + json) directory = argv[1 + json];
    try {
        mt::store<chinook> db;
        load(db, directory / "ChinookData.json");
        ask(db, examples::answers(db, json));
    } catch (std::exception const& e) {
        std::cerr << e.what() << '\n';
        return 1;
    }
}
