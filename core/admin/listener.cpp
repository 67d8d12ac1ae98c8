#include "admin/listener.hpp"

#include <utility>

namespace verbatim::core::admin {

namespace {

http::settings network_settings(const settings& options)
{
    http::settings network;
    network.host                        = options.host;
    network.port                        = options.port;
    network.max_connections             = 64;
    network.max_connections_per_address = network.max_connections; // probes and metrics may share one
    network.host_setting                = "NETWORK_ADMIN_HOST";
    network.port_setting                = "NETWORK_ADMIN_PORT";
    return network;
}

} // namespace

listener::listener(const settings& options, admin_handler::sources sources)
    : host_{options.host}
    , handler_{std::move(sources)}
    , server_{network_settings(options), thread_, handler_}
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
