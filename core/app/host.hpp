#pragma once

#include "app/configuration.hpp"
#include "auth/keyring.hpp"
#include "gateway/gateway.hpp"
#include "http/server.hpp"
#include "llm/prices.hpp"
#include "log/logger.hpp"
#include "registry/operation_table.hpp"

#include "exec/threads.hpp"

#include <boost/asio/thread_pool.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace verbatim::core::app {

/// The running server: everything the process is made of, in the order in which it is built. Taken down in reverse.
class host
{
public:
    /// Builds and binds. Throws with one sentence that names the setting at fault. What is borrowed outlives the host.
    host(const configuration& config, const registry::operation_table& operations, std::string openapi_document,
         log::logger& logger);
    ~host();

    /// Requests are accepted from here on.
    void start();

    /// Where it can be reached: http://HOST:PORT.
    std::string address() const;

    /// From now on these are the keys of the settings.
    void replace_keys(std::vector<auth::known_key> keys);

    /// Attempts that end from now on are priced by it.
    void replace_prices(llm::price_table table);

    /// Reads certificate and key again, for connections to come. Throws with one sentence, and then the old ones stay.
    void reload_tls();

    /// Where operators can look, in the same form; empty without such a listener.
    std::string admin_address() const;

    /// Takes no new calls, waits for those in flight for as long as the settings say, cuts off what is left, and writes
    /// the last rows.
    void drain();

private:
    struct components;
    std::unique_ptr<components> components_;
};

} // namespace verbatim::core::app
