#pragma once

#include "e2e/metrics_page.hpp"
#include "e2e/test_server.hpp"
#include "support/free_port.hpp"

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

namespace verbatim::e2e {

/// A server with an admin listener.
struct monitored_server
{
    explicit monitored_server(support::server_process::environment settings = {})
    {
        for (int tries = 0; tries != 5 && !server; ++tries)
        {
            admin                          = support::free_port();
            settings["NETWORK_ADMIN_PORT"] = std::to_string(admin);
            server.emplace(settings);
            try
            {
                server->process.wait_for_output("admin_listener_started");
            }
            catch (const std::runtime_error&)
            {
                if (server->process.output().find("NETWORK_ADMIN_PORT") == std::string::npos) throw;
                server.reset(); // another process uses the port
            }
        }
    }

    support::raw_response get_admin(const std::string& path) { return support::send_request(admin, "GET", path); }
    metrics_page          metrics() { return metrics_page{get_admin("/metrics").body}; }

    void await(const std::string& series, double value)
    {
        for (int tries = 0; metrics().value(series) != value; ++tries)
            if (tries == 20'000) throw std::runtime_error{series + " does not become " + std::to_string(value)};
    }

    void await_unready()
    {
        for (int tries = 0; get_admin("/readyz").status != 503; ++tries)
            if (tries == 20'000) throw std::runtime_error{"the server stays ready"};
    }

    std::uint16_t              admin = 0;
    std::optional<test_server> server;
};

} // namespace verbatim::e2e
