#pragma once

#include "admin/admin_handler.hpp"
#include "admin/settings.hpp"
#include "exec/threads.hpp"
#include "http/server.hpp"

#include <cstdint>
#include <string>

namespace verbatim::core::admin {

/// The operators' listener, on a thread of its own: it answers also when every thread that serves the public is busy or
/// held. What it asks outlives it.
class listener
{
public:
    /// Binds; with port 0 where the system chooses (that 0 means "none" is for whoever makes it to know). Throws
    /// std::runtime_error with one sentence that names the setting at fault.
    listener(const settings& options, admin_handler::sources sources);
    ~listener();

    void start();

    void set_readiness(readiness state) noexcept { handler_.set_readiness(state); } ///< [any thread]

    std::uint16_t port() const noexcept { return server_.port(); }

    /// http://HOST:PORT
    std::string address() const;

private:
    const std::string host_;
    admin_handler     handler_;
    exec::threads     thread_{1};
    http::server      server_;
};

} // namespace verbatim::core::admin
