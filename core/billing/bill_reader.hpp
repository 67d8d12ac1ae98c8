#pragma once

#include "billing/bill.hpp"
#include "database/session_pool.hpp"
#include "exec/fair_queue.hpp"

#include "verbatim/sdk/task.hpp"

#include <boost/asio/thread_pool.hpp>

#include <chrono>
#include <string_view>

namespace verbatim::core::billing {

/// Computes bills from the database, one at a time, on a session and a thread of its own. Connects with the first one.
class bill_reader
{
public:
    /// A bill takes two long statements, which together take less than the deadline of a request.
    static constexpr database::timeouts default_timeouts{.statement = std::chrono::seconds{50},
                                                         .lock      = std::chrono::seconds{5}};

    explicit bill_reader(database::connection_info connection, database::timeouts timeouts = default_timeouts);
    ~bill_reader(); ///< calls stop()

    /// As read_bill(), when it is the turn of this tenant. Cancelling the call interrupts the statement and ends the
    /// wait with boost::system::system_error (operation_aborted).
    sdk::task<bill> read(year_month month, std::string_view tenant_id);

    /// Running and later reads fail as `unavailable`. Ends the thread. The executors of waiting coroutines must still
    /// exist. [any thread except its own]
    void stop() noexcept;

private:
    database::session_pool   sessions_;
    exec::fair_queue         turns_{1};
    boost::asio::thread_pool thread_{1};
};

} // namespace verbatim::core::billing
