#pragma once

#include "exec/on_pool.hpp"
#include "exec/random.hpp"
#include "http_client/transport.hpp"
#include "identity/token_source.hpp"
#include "llm/clock.hpp"
#include "llm/model_client.hpp"
#include "llm/prices.hpp"
#include "llm/provider.hpp"
#include "llm/settings.hpp"

#include <functional>
#include <memory>
#include <string>

namespace verbatim::core::llm {

/// Dependencies of a model client besides its settings.
struct model_client_dependencies
{
    std::shared_ptr<const price_list> prices;          ///< shared with the reload of settings
    completion_function               local_model;     ///< local/extractive, for requests without an offline completion
    exec::pool_runner                 run_on_pool;     ///< runs that model and parses JSON responses
    std::unique_ptr<http_client::transport> transport; ///< null for libcurl
    identity::token_source* tokens           = nullptr; ///< of the managed identity; required if a connection uses it
    clock&                  time             = system_clock();
    double                  background_share = 0; ///< of the slots, for calls whose client does not wait
    std::function<double()> random_fraction  = &exec::random_fraction; ///< for the waits before retries
    std::string             server_id        = {};                     ///< of this process, for usage rows
    bool                    intentions       = false;                  ///< are stored before paid attempts are sent
};

/// Queue, retries, metering and providers. Requires settings without problems(). The client outlives every io_context
/// that uses it.
std::unique_ptr<model_client> make_model_client(const settings& config, model_client_dependencies dependencies);

} // namespace verbatim::core::llm
