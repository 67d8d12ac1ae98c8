#include "gateway/call_context.hpp"

#include "exec/on_pool.hpp"

#include <boost/asio/post.hpp>

#include <stdexcept>
#include <utility>

namespace verbatim::core::gateway {

declared_request::~declared_request()
{
    if (!destroyed_on_) return;
    try
    {
        boost::asio::post(*destroyed_on_, [value = std::move(value_)] {});
    }
    catch (...) // no memory for the hop: it is dropped here
    {}
}

call_context::call_context(services& services, llm::call_context client, const declared_request& request)
    : services_{services}
    , client_{std::move(client)}
    , request_{request}
    , model_{services.models.open(client_, llm::connection_role::main)}
    , judge_{services.models.open(client_, llm::connection_role::judge)}
{}

call_context::~call_context() = default;

sdk::embedder* call_context::embedder()
{
    if (!embedder_ && services_.embedders != nullptr) embedder_ = services_.embedders->open(client_);
    return embedder_.get();
}

sdk::usage_reader& call_context::usage_reader()
{
    if (services_.usage_reader == nullptr) throw std::logic_error{"this host has no usage to read"};
    return *services_.usage_reader;
}

sdk::task<> call_context::compute(const std::function<void()>& work) { return exec::run_on_pool(services_.pool, work); }

void* call_context::request_as(const sdk::object_schema& expected)
{
    // One table per type and plugin: another address means that the operation asks for what its descriptor does not
    // name.
    if (&expected != &request_.table()) throw std::logic_error{"the operation asked for another type than it declared"};
    return request_.value();
}

} // namespace verbatim::core::gateway
