// The key functions of the contract's interfaces: one vtable and one type identity for host and plugins.
#include "verbatim/sdk/anonymizer.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/counter.hpp"
#include "verbatim/sdk/embedder.hpp"
#include "verbatim/sdk/log.hpp"
#include "verbatim/sdk/operation.hpp"
#include "verbatim/sdk/plugin.hpp"
#include "verbatim/sdk/usage_reader.hpp"
#include "verbatim/sdk/word_vectors.hpp"

namespace verbatim::sdk {

namespace {

class unread_counter final : public counter
{
public:
    void add(std::size_t, std::uint64_t) noexcept override {}
};

class refusing_client final : public http_client
{
public:
    task<result<http_response>> try_send(const http_request&) override { co_return error{http_refused, "origin"}; }
};

} // namespace

anonymizer::~anonymizer()     = default;
call::~call()                 = default;
counter::~counter()           = default;
embedder::~embedder()         = default;
log::~log()                   = default;
operation::~operation()       = default;
phase::~phase()               = default;
plugin::~plugin()             = default;
usage_reader::~usage_reader() = default;
word_vectors::~word_vectors() = default;

std::unique_ptr<sdk::phase> call::phase(literal) { return nullptr; }

void call::progress(literal, std::size_t, std::size_t) {}

void call::note(literal, std::int64_t) {}

counter& plugin::add_counter(const counter_description&)
{
    static unread_counter counter;
    return counter;
}

sdk::http_client& call::http_client()
{
    static refusing_client client;
    return client;
}

const sdk::word_vectors* call::word_vectors() { return nullptr; }

std::any* call::reusable() noexcept { return nullptr; }

} // namespace verbatim::sdk
