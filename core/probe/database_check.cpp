#include "probe/database_check.hpp"

#include "database/session.hpp"
#include "exec/on_pool.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>

#include <stop_token>
#include <utility>

namespace verbatim::core::probe {

namespace {

using clock = std::chrono::steady_clock;

/// Empty, or the kind of the failure.
std::string query(const database::connection_info& connection, std::chrono::milliseconds limit, std::stop_token stop)
{
    try
    {
        database::open(connection, {.statement = limit, .lock = limit}, std::move(stop))->select("select 1", 1, {});
        return {};
    }
    catch (const database::failure& error)
    {
        return std::string{to_string(error.kind())};
    }
}

} // namespace

sdk::task<check> check_database(const database::connection_info& connection, boost::asio::thread_pool& pool,
                                std::chrono::milliseconds limit)
{
    const auto                start = clock::now();
    std::stop_source          stop;
    boost::asio::steady_timer timer{co_await boost::asio::this_coro::executor, limit};
    timer.async_wait([stop](boost::system::error_code error) mutable {
        if (!error) stop.request_stop();
    });
    const auto work  = [&] { return query(connection, limit, stop.get_token()); };
    auto       cause = co_await exec::on_pool(pool, work, stop);
    co_return check{.name        = "database",
                    .cause       = std::move(cause),
                    .http_status = 0,
                    .duration    = std::chrono::duration_cast<std::chrono::milliseconds>(clock::now() - start)};
}

} // namespace verbatim::core::probe
