#include "billing/bill_reader.hpp"

#include "exec/on_pool.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/system/system_error.hpp>

#include <utility>

namespace verbatim::core::billing {

bill_reader::bill_reader(database::connection_info connection, database::timeouts timeouts)
    : sessions_{std::move(connection), timeouts, "usage_rollup_state"}
{}

bill_reader::~bill_reader() { stop(); }

sdk::task<bill> bill_reader::read(year_month month, std::string_view tenant_id)
{
    const auto turn = co_await turns_.acquire(tenant_id, std::chrono::steady_clock::time_point::max());
    // Before the check, so that the thread does not end between the check and the start of the work.
    auto guard = boost::asio::make_work_guard(thread_);
    if (sessions_.is_stopped()) throw database::failure{database::error_kind::unavailable};
    std::stop_source cancelled;
    auto             work = [&] {
        guard.reset();
        try
        {
            return sessions_.use(cancelled.get_token(), [&](database::session& db) { return read_bill(db, month); });
        }
        catch (const database::failure&)
        {
            if (!cancelled.stop_requested()) throw;
            throw boost::system::system_error{boost::asio::error::operation_aborted};
        }
    };
    co_return co_await exec::on_pool(thread_, work, cancelled);
}

void bill_reader::stop() noexcept
{
    sessions_.stop();
    thread_.join();
}

} // namespace verbatim::core::billing
