#include "admin/listener.hpp"

#include <chrono>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::core::admin {

namespace {

http::settings network_settings(const settings& options)
{
    http::settings network;
    network.host            = options.host;
    network.port            = options.port;
    network.max_connections = 64;
    network.max_connections_per_address =
        std::numeric_limits<std::size_t>::max(); // probes and collectors may share one
    network.replaces_connections = true;         // a probe gets through, whatever holds the others
    network.host_setting         = "NETWORK_ADMIN_HOST";
    network.port_setting         = "NETWORK_ADMIN_PORT";
    return network;
}

std::vector<std::string> names_of(const settings& options)
{
    auto names = options.names;
    names.push_back(options.host);
    return names;
}

/// Shorter than the public ones: connections are few, and probes and collectors are near.
constexpr http::connection_timeouts timeouts{.head   = std::chrono::seconds{5},
                                             .stall  = std::chrono::seconds{10},
                                             .idle   = std::chrono::seconds{10},
                                             .linger = std::chrono::seconds{1}};

} // namespace

void listener::require_bindable(const settings& options) { http::server::require_bindable(network_settings(options)); }

listener::listener(const settings& options, admin_handler::sources sources)
    : host_{options.host}
    , handler_{std::move(sources), names_of(options)}
    , server_{network_settings(options), thread_, handler_, timeouts}
{}

listener::~listener() { thread_.stop(); }

void listener::start()
{
    thread_.start();
    server_.start();
}

std::string listener::address() const
{
    const bool is_v6 = host_.find(':') != std::string::npos;
    return "http://" + (is_v6 ? "[" + host_ + "]" : host_) + ":" + std::to_string(port());
}

} // namespace verbatim::core::admin
