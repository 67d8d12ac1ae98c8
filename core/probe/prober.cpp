#include "probe/prober.hpp"

#include "auth/keyring.hpp"
#include "exec/random.hpp"
#include "probe/database_check.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>

#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::core::probe {

namespace asio = boost::asio;

namespace {

/// For all checks, which run at the same time.
constexpr std::chrono::seconds time_limit{10};

check to_check(llm::connection_check c)
{
    return {.name        = std::move(c.name),
            .model       = std::move(c.model),
            .cause       = c.cause ? std::string{sdk::to_string(*c.cause)} : std::string{},
            .http_status = c.http_status,
            .duration    = c.duration};
}

} // namespace

prober::prober(dependencies services)
    : services_{std::move(services)}
    , shared_{thread_.context(0), [this] { return run(); }}
{
    thread_.start();
}

prober::~prober()
{
    stop(std::chrono::seconds{1}); // the frames of a run refer to shared_
    thread_.stop();
    database_thread_.join(); // its work refers to frames on thread_
}

sdk::task<std::optional<shared_report::dated>> prober::get()
{
    co_return co_await asio::co_spawn(thread_.context(0), shared_.get(), asio::use_awaitable);
}

void prober::stop(std::chrono::milliseconds timeout) noexcept
try
{
    asio::co_spawn(thread_.context(0), cancel(), asio::use_future).wait_for(timeout);
}
catch (...) // out of memory: the run ends by its time limit
{}

/// Ends with the run.
sdk::task<> prober::cancel()
{
    shared_.cancel();
    co_await shared_.get();
}

sdk::task<report> prober::run()
{
    const llm::call_context caller{.tenant_id  = std::string{auth::operator_tenant},
                                   .operation  = "probe",
                                   .request_id = exec::make_time_ordered_uuid(),
                                   .deadline   = std::chrono::steady_clock::now() + time_limit,
                                   .ledger     = services_.usage.open(),
                                   .log        = services_.log};

    std::vector<llm::connection_check> models;
    std::vector<llm::connection_check> embedders;
    check                              database;

    const std::function<sdk::task<>()> checks[]{
        [&]() -> sdk::task<> { models = co_await services_.models.check_connections(caller); },
        [&]() -> sdk::task<> {
            if (services_.embedder) embedders.push_back(co_await services_.embedder->check(caller));
        },
        [&]() -> sdk::task<> { database = co_await check_database(services_.database, database_thread_, time_limit); }};
    const std::function<sdk::task<>(std::size_t)> start = [&](std::size_t n) { return checks[n](); };
    co_await sdk::for_each_bounded(std::size(checks), std::size(checks), start);

    report result{.checks = {}, .rows = services_.usage.statistics()};
    for (auto* part : {&models, &embedders})
        for (auto& connection : *part) result.checks.push_back(to_check(std::move(connection)));
    result.checks.push_back(std::move(database));
    log(result);
    co_return result;
}

void prober::log(const report& result) const
{
    const auto failed = std::ranges::count_if(result.checks, [](const check& c) { return !c.ok(); });
    services_.log.write(sdk::severity::info, "probe_finished", {{"ok", result.ok()}, {"failed", failed}});
}

} // namespace verbatim::core::probe
