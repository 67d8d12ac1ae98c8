#include "admin/listener.hpp"

#include <utility>

namespace verbatim::core::admin {

namespace {

http::settings network(const settings& where)
{
    http::settings made;
    made.host            = where.host;
    made.port            = where.port;
    made.max_connections = 64;
    made.host_setting    = "NETWORK_ADMIN_HOST";
    made.port_setting    = "NETWORK_ADMIN_PORT";
    return made;
}

} // namespace

listener::listener(const settings& where, entrance::sources from)
    : host_{where.host}
    , entrance_{std::move(from)}
    , server_{network(where), thread_, entrance_}
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
