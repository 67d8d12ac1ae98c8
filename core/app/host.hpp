#pragma once

#include "app/configuration.hpp"
#include "gateway/gateway.hpp"
#include "http/server.hpp"
#include "log/journal.hpp"
#include "registry/operation_table.hpp"

#include "exec/threads.hpp"

#include <boost/asio/thread_pool.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace verbatim::core::app {

/// The running server: everything the process is made of, in the order in which it is built. Taken down in reverse.
class host
{
public:
    /// Builds and binds. Throws with one sentence that names the setting at fault. What is borrowed outlives the host.
    host(const configuration& chosen, const registry::operation_table& operations, std::string document,
         log::journal& lines);
    ~host();

    /// Requests are accepted from here on.
    void start();

    /// Where it can be reached: http://HOST:PORT.
    std::string address() const;

    /// Takes no new calls, waits for those in flight for as long as the settings say, cuts off what is left, and writes
    /// the last rows.
    void drain();

private:
    struct parts;
    std::unique_ptr<parts> parts_;
};

} // namespace verbatim::core::app
