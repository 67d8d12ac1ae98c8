#pragma once

#include "database/connection_info.hpp"
#include "probe/report.hpp"

#include "verbatim/sdk/task.hpp"

#include <boost/asio/thread_pool.hpp>

#include <chrono>

namespace verbatim::core::probe {

/// Opens a session on a thread of `pool` and runs a query, in at most `limit`. The arguments are borrowed until the
/// task ends. Throws only for cancellation. [may wait]
sdk::task<check> check_database(const database::connection_info& connection, boost::asio::thread_pool& pool,
                                std::chrono::milliseconds limit);

} // namespace verbatim::core::probe
