#pragma once

#include "embedding/settings.hpp"
#include "exec/pool_runner.hpp"
#include "llm/model_client.hpp"

#include "verbatim/sdk/embedder.hpp"

#include <memory>

namespace verbatim::core::embedding {

/// Turns texts into vectors. Lives as long as the process. [any thread]
class engine
{
public:
    virtual ~engine() = default;

    /// An embedder for a call. Use it on the call's thread; destroy it before the call's log.
    virtual std::unique_ptr<sdk::embedder> open(llm::call_context client) = 0;

    /// Embeds a word in one attempt, unless the engine is built in. Throws only for cancellation. The client is
    /// borrowed until the task ends. [may wait until the deadline of the client]
    virtual sdk::task<llm::connection_check> check(const llm::call_context& client) = 0;

    /// Uses the key of these settings for later attempts; see llm::model_client::replace_keys().
    virtual bool replace_key(const settings& current, const llm::settings& current_models) = 0;
};

/// The configured engine; null if embedding is disabled. Requires settings without problems(). A provider's engine uses
/// `model_client`, which must outlive it; both kinds compute with `run_on_pool`.
std::unique_ptr<engine> make_engine(const settings& configuration, const llm::settings& llm_configuration,
                                    llm::model_client& model_client, exec::pool_runner run_on_pool);

} // namespace verbatim::core::embedding
