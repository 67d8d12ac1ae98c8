#pragma once

#include "app/configuration.hpp"
#include "auth/keyring.hpp"
#include "gateway/gateway.hpp"
#include "http/server.hpp"
#include "log/logger.hpp"
#include "registry/operation_table.hpp"

#include "exec/threads.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::app {

/// The running server: owns all components, builds them in order and destroys them in reverse.
class host
{
public:
    /// Builds the components and binds the ports. Throws std::runtime_error that names the wrong setting.
    /// The references must outlive the host; the document is copied.
    host(const configuration& config, const registry::operation_table& operations, std::string_view openapi_document,
         log::logger& logger);
    ~host();

    /// Starts to accept requests, after at most 1 s for the first reading of the stored keys. At most once.
    void start();

    /// URL of the server: http://HOST:PORT, or https://HOST:PORT with TLS.
    std::string address() const;

    /// Replaces the startup keys. Requests in progress keep the identity that they were checked with. [any thread]
    void replace_keys(std::vector<auth::known_key> keys);

    /// Reads the price file, for attempts that end from now on. Throws settings::setting_error with every problem; the
    /// old prices then stay in use. [any thread]
    void reload_prices(const std::string& path);

    /// Reads the limits of tenants again, for requests that arrive from now on. Throws settings::setting_error with
    /// every problem; the old limits then stay in use. [any thread]
    void reload_limits(const std::string& path);

    /// Uses the keys of these settings for later attempts at models. False: a connection names another model or URL
    /// than at the start, and keeps its key. Requires settings without problems. [any thread]
    bool replace_model_keys(const llm::settings& models, const embedding::settings& embeddings);

    /// Uses the password of this connection for new ones. False: the connection had no password at the start, or has
    /// none now; nothing is replaced. [any thread]
    bool replace_database_password(const database::connection_info& current);

    /// Reads certificate and key again, for new connections. Throws if they are invalid; the old ones then stay in use.
    void reload_tls();

    /// Stores the outcome of a reload for the metrics.
    void record_reload(std::size_t problems) noexcept;

    /// URL of the admin listener; empty without one.
    std::string admin_address() const;

    /// Why the process should be restarted, as one word; empty while it works. [any thread]
    std::string_view fault() const;

    /// Reports that the server is not ready, serves for PRE_STOP_SECONDS, stops accepting, waits up to DRAIN_SECONDS
    /// for requests in progress, answers the rest with 503, and writes the last usage rows. `stop` ends both waits, and
    /// so do I/O threads that are all blocked. Returns false if plugin code still runs: then this object must not be
    /// destroyed.
    bool drain(const std::stop_token& stop);

    /// How long a stop may take after the waits of drain(), including the destruction of this object.
    static constexpr std::chrono::seconds end_limit{10};

    /// The longest duration of a stop.
    std::chrono::seconds stop_limit() const;

private:
    struct components;
    std::unique_ptr<components> components_;
};

} // namespace verbatim::core::app
