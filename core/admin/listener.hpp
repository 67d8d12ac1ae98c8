#pragma once

#include "admin/admin_handler.hpp"
#include "admin/settings.hpp"
#include "exec/threads.hpp"
#include "http/server.hpp"

#include <cstdint>
#include <string>

namespace verbatim::core::admin {

/// The admin listener. Has its own thread, so that it responds even when all public I/O threads are blocked. The
/// sources must outlive it.
class listener
{
public:
    /// Throws settings::setting_error if a listener could not bind its port now.
    static void require_bindable(const settings& options);

    /// Binds the port; with port 0, the system chooses one. Throws settings::setting_error.
    listener(const settings& options, admin_handler::sources sources);
    ~listener(); ///< closes all connections and joins the thread

    void start(); ///< starts to respond; at most once

    void set_readiness(readiness state) noexcept { handler_.set_readiness(state); } ///< [any thread]

    std::uint16_t port() const noexcept { return server_.port(); }

    /// http://HOST:PORT
    std::string address() const;

private:
    const std::string host_;
    admin_handler     handler_;
    exec::threads     thread_{1, "admin"};
    http::server      server_;
};

} // namespace verbatim::core::admin
