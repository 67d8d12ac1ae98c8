#include "gateway/call_context.hpp"

#include "exec/on_pool.hpp"

#include <boost/asio/post.hpp>

#include <stdexcept>
#include <utility>

namespace verbatim::core::gateway {

declared_request::~declared_request()
{
    if (!dropped_on_) return;
    try
    {
        boost::asio::post(*dropped_on_, [value = std::move(value_)] {});
    }
    catch (...) // no memory for the hop: it is dropped here
    {}
}

call_context::call_context(services& lent, llm::client who, const declared_request& request)
    : lent_{lent}
    , who_{std::move(who)}
    , request_{request}
    , model_{lent.models.open(who_, llm::connection::main)}
    , judge_{lent.models.open(who_, llm::connection::judge)}
{}

call_context::~call_context() = default;

sdk::embedder* call_context::embeddings()
{
    if (!embedder_ && lent_.vectors != nullptr) embedder_ = lent_.vectors->open(who_);
    return embedder_.get();
}

sdk::usage_reader& call_context::usage()
{
    if (lent_.reports == nullptr) throw std::logic_error{"this host has no usage to read"};
    return *lent_.reports;
}

sdk::task<> call_context::compute(const std::function<void()>& work) { return exec::run_on_pool(lent_.pool, work); }

void* call_context::asked_as(const sdk::table& expected)
{
    // One table per type and plugin: another address means that the operation asks for what its descriptor does not
    // name.
    if (&expected != &request_.table()) throw std::logic_error{"the operation asked for another type than it declared"};
    return request_.value();
}

} // namespace verbatim::core::gateway
