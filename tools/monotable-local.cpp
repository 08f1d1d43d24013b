// SPDX-License-Identifier: BSL-1.0
// A store of this machine, served over DynamoDB's protocol. docs/endpoint.md shows it in use.
#include <monotable/endpoint/server.hpp>
#include <monotable/error.hpp>
#include <monotable/local/memory.hpp>
#include <monotable/version.hpp>
#ifdef MONOTABLE_LOCAL_TRANSFER
#include <monotable/endpoint/service.hpp>
#include <monotable/transfer/json_lines.hpp>

#include <unistd.h>
#endif
#ifdef MONOTABLE_LOCAL_SQLITE
#include <monotable/sqlite/durable.hpp>
#endif

#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace {

constexpr char usage[] =
    "usage: monotable-local [option...]\n"
    "Serves a DynamoDB-style store over DynamoDB's protocol until it receives SIGTERM or SIGINT.\n"
    "\n"
    "  --host ADDRESS          where to listen (127.0.0.1)\n"
    "  --port NUMBER           0 selects a free port, which is printed (8000)\n"
    "  --allow-remote          allow addresses other than loopback; credentials are not verified\n"
    "  --allow-unsigned        accept requests without credentials\n"
    "  --store memory          where items are kept (memory: lost when the program ends)\n"
    "  --file PATH             keep items in this file, which is created if it does not exist\n"
    "  --table NAME            the table of --import and --export\n"
    "  --create-table PATH     create a table from the JSON of a CreateTable request, unless it exists\n"
    "  --import PATH           put the items of a file, or of the files in a folder, one {\"Item\":{...}} on a\n"
    "                          line, plain or gzip, as DynamoDB exports to S3 and imports; then serve\n"
    "  --export PATH           write all items of the table in this form, as gzip if PATH ends in .gz; then end\n"
    "  --no-serve              end after --import\n"
    "  --threads NUMBER        threads that serve requests (1)\n"
    "  --max-connections N     further connections are rejected (1000)\n"
    "  --sweep-interval SEC    seconds between removals of expired items; 0 disables them (1)\n"
    "  --quiet                 print errors only\n"
    "  --version, --help\n";

/// A mistake on the command line.
struct usage_error {
    std::string message;
};

struct command_line {
    monotable::server_options server;
    std::string store = "memory";
    std::optional<std::string> file, table, created, imported, exported;
    bool serve = true;
    bool quiet = false;
    bool help = false;
    bool version = false;
};

std::uint64_t number(std::string_view option, std::string_view text, std::uint64_t least, std::uint64_t most) {
    std::uint64_t value = 0;
    auto const [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc{} || end != text.data() + text.size() || value < least || value > most)
        throw usage_error{std::string(option) + " takes a number from " + std::to_string(least) + " to " +
                          std::to_string(most) + ", not '" + std::string(text) + "'"};
    return value;
}

command_line parse(int argc, char** argv) {
    command_line result;
    for (int i = 1; i < argc; ++i) {
        std::string_view option = argv[i];
        std::optional<std::string_view> joined; // --port=8000
        if (auto const equals = option.find('='); option.starts_with("--") && equals != option.npos) {
            joined = option.substr(equals + 1);
            option = option.substr(0, equals);
        }
        bool has_value = false;
        auto const value = [&]() -> std::string_view {
            has_value = true;
            if (joined) return *joined;
            if (++i == argc) throw usage_error{std::string(option) + " requires a value"};
            return argv[i];
        };
        auto const numeric = [&](std::uint64_t least, std::uint64_t most) {
            return number(option, value(), least, most);
        };

        if (option == "--host") {
            result.server.host = value();
        } else if (option == "--port") {
            result.server.port = static_cast<std::uint16_t>(numeric(0, 65535));
        } else if (option == "--allow-remote") {
            result.server.allow_remote = true;
        } else if (option == "--allow-unsigned") {
            result.server.require_credentials = false;
        } else if (option == "--store") {
            result.store = value();
        } else if (option == "--file") {
            result.file = value();
        } else if (option == "--table") {
            result.table = value();
        } else if (option == "--create-table") {
            result.created = value();
        } else if (option == "--import") {
            result.imported = value();
        } else if (option == "--export") {
            result.exported = value();
        } else if (option == "--no-serve") {
            result.serve = false;
        } else if (option == "--threads") {
            result.server.threads = numeric(1, 256);
        } else if (option == "--max-connections") {
            result.server.max_connections = numeric(1, 1'000'000);
        } else if (option == "--sweep-interval") {
            result.server.expiry_interval = std::chrono::seconds(numeric(0, 1'000'000));
        } else if (option == "--quiet") {
            result.quiet = true;
        } else if (option == "--version") {
            result.version = true;
        } else if (option == "--help" || option == "-h") {
            result.help = true;
        } else {
            throw usage_error{"unknown option '" + std::string(option) + "'"};
        }
        if (joined && !has_value) throw usage_error{std::string(option) + " takes no value"};
    }
    if ((result.imported || result.exported) && !result.table)
        throw usage_error{std::string(result.imported ? "--import" : "--export") + " requires --table"};
    if (result.exported) result.serve = false;
    return result;
}

std::shared_ptr<monotable::backend> open_store(command_line const& options) {
    if (options.store != "memory") throw usage_error{"unknown store '" + options.store + "'; use memory"};
    if (!options.file) return monotable::memory{};
#ifdef MONOTABLE_LOCAL_SQLITE
    return monotable::durable{*options.file};
#else
    throw usage_error{"--file requires a program that is built with MONOTABLE_SQLITE"};
#endif
}

#ifdef MONOTABLE_LOCAL_TRANSFER

/// Shows the progress in one line of a terminal, which it clears at the end.
class progress_line {
  public:
    explicit progress_line(bool quiet) : shown_(!quiet && isatty(STDERR_FILENO) != 0) {}
    progress_line(progress_line const&) = delete;
    progress_line& operator=(progress_line const&) = delete;
    ~progress_line() {
        if (shown_) std::fputs("\r\x1b[K", stderr);
    }

    void show(monotable::transfer_progress const& at) {
        auto const now = std::chrono::steady_clock::now();
        if (!shown_ || now - last_ < std::chrono::milliseconds(100)) return;
        last_ = now;
        std::fprintf(stderr, "\r\x1b[K%llu items", static_cast<unsigned long long>(at.items));
        if (at.total != 0)
            std::fprintf(stderr, ", %.0f %%", 100 * static_cast<double>(at.bytes) / static_cast<double>(at.total));
        std::fflush(stderr);
    }

  private:
    bool shown_;
    std::chrono::steady_clock::time_point last_ = {};
};

void create_table(std::shared_ptr<monotable::backend> const& store, std::string const& path) {
    auto* const file = std::fopen(path.c_str(), "rb");
    if (file == nullptr) throw monotable::error(path + ": it cannot be opened");
    std::string request;
    char buffer[4096];
    for (std::size_t size = 0; (size = std::fread(buffer, 1, sizeof buffer, file)) != 0;) request.append(buffer, size);
    std::fclose(file);
    auto const reply = monotable::service(store).handle("DynamoDB_20120810.CreateTable", request);
    if (reply.status != 200 && reply.body.find("ResourceInUseException") == reply.body.npos)
        throw monotable::error(path + ": " + reply.body);
}

/// False if lines were not imported.
bool transfer(std::shared_ptr<monotable::backend> const& store, command_line const& options) {
    if (options.created) create_table(store, *options.created);
    bool complete = true;
    if (options.imported) {
        monotable::import_result result;
        {
            progress_line line(options.quiet);
            result = monotable::import_items(*store, *options.table, *options.imported,
                                             {.progress = [&](auto const& at) { line.show(at); }});
        }
        for (auto const& each : result.messages)
            std::fprintf(stderr, "monotable-local: %s:%llu: %s\n", each.file.c_str(),
                         static_cast<unsigned long long>(each.number), each.reason.c_str());
        if (!options.quiet || result.unreadable != 0)
            std::fprintf(stderr, "monotable-local: imported %llu items; %llu lines were not imported\n",
                         static_cast<unsigned long long>(result.items),
                         static_cast<unsigned long long>(result.unreadable));
        complete = result.unreadable == 0;
    }
    if (options.exported) {
        std::uint64_t items = 0;
        {
            progress_line line(options.quiet);
            items = monotable::export_items(*store, *options.table, *options.exported,
                                            {.progress = [&](auto const& at) { line.show(at); }});
        }
        if (!options.quiet)
            std::fprintf(stderr, "monotable-local: exported %llu items\n", static_cast<unsigned long long>(items));
    }
    return complete;
}

#else

bool transfer(std::shared_ptr<monotable::backend> const&, command_line const& options) {
    if (options.created || options.imported || options.exported)
        throw usage_error{
            "--create-table, --import and --export require a program that is built with MONOTABLE_TRANSFER"};
    return true;
}

#endif

int run(int argc, char** argv) {
    auto const options = parse(argc, argv);
    if (options.help) return std::fputs(usage, stdout), 0;
    if (options.version) {
        std::printf("monotable-local %d.%d.%d\n", MONOTABLE_VERSION / 10000, MONOTABLE_VERSION / 100 % 100,
                    MONOTABLE_VERSION % 100);
        return 0;
    }
    auto const store = open_store(options);
    bool const complete = transfer(store, options);
    if (!options.serve) return complete ? 0 : 1;
    monotable::server server(store, options.server);
    server.stop_on(SIGINT);
    server.stop_on(SIGTERM);
    if (!options.quiet) {
        std::printf("monotable-local: listening on http://%s:%d\n", server.host().c_str(), int{server.port()});
        std::fflush(stdout);
    }
    server.run();
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (usage_error const& e) {
        std::fprintf(stderr, "monotable-local: %s\nTry monotable-local --help\n", e.message.c_str());
        return 2;
    } catch (monotable::bad_value const& e) { // the host
        std::fprintf(stderr, "monotable-local: %s\nTry monotable-local --help\n", e.what());
        return 2;
    } catch (std::exception const& e) {
        std::fprintf(stderr, "monotable-local: %s\n", e.what());
        return 1;
    }
}
