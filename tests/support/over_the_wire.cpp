// SPDX-License-Identifier: BSL-1.0
// Linked to the objects of a test program, this makes every memory store of its tests two: one in memory, and one that is a
// server which the same operations reach over the wire. An operation whose reply differs fails its test.
//
// The program's own definition of make_local is a strong symbol; that of the library's compiled target, a template's, is weak.
#include <comparing_backend.hpp>
#include <server_support.hpp>

#include <monotable/backend/maintenance.hpp>
#include <monotable/dynamodb/dynamodb.hpp>
#include <monotable/local/local.hpp>
#include <monotable/local/memory_engine.hpp>

#include <memory>
#include <string>
#include <utility>

namespace mt = monotable;

namespace {

using local = mt::detail::local<mt::detail::memory_engine>;

struct served_store {
    served_store(mt::clock_function const& clock, mt::stream_options const& streams)
        : store(std::make_shared<local>(clock, streams)), server(options(), store) {}

    static mt::server_options options() {
        mt::server_options with;
        with.expiry_interval = {};
        return with;
    }

    std::shared_ptr<mt::backend> client() {
        return mt::dynamodb{{.endpoint = "http://127.0.0.1:" + std::to_string(server->port())}};
    }

    std::shared_ptr<mt::backend> store;
    server_support::running_server server;
};

class compared_store : served_store, public comparing_backend, mt::maintenance {
  public:
    compared_store(mt::clock_function const& clock, mt::stream_options const& streams)
        : served_store(clock, streams), comparing_backend(std::make_shared<local>(clock, streams), client()) {}

    mt::maintenance* local_maintenance() noexcept override { return this; }
    std::size_t expire_items(std::int64_t now) override {
        served_store::store->local_maintenance()->expire_items(now); // as a service does by itself
        return inner().local_maintenance()->expire_items(now);
    }

    void perform(mt::operation const& what) override {
        switch (what.kind) {
        // Names and positions of streams are each store's own.
        case mt::operation_kind::streams:
        case mt::operation_kind::shards:
        case mt::operation_kind::seek_stream:
        case mt::operation_kind::read_stream: return inner().perform(what);
        default: return comparing_backend::perform(what);
        }
    }
};

} // namespace

template <>
std::shared_ptr<mt::backend> mt::detail::make_local<mt::detail::memory_engine>(mt::clock_function clock,
                                                                               mt::stream_options const& streams) {
    return std::make_shared<compared_store>(clock, streams);
}
