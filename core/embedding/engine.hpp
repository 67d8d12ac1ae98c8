#pragma once

#include "embedding/settings.hpp"
#include "exec/on_pool.hpp"
#include "llm/model_client.hpp"

#include "verbatim/sdk/embedder.hpp"
#include "verbatim/sdk/word_vectors.hpp"

#include <memory>
#include <string>

namespace verbatim::core::embedding {

class word_vectors;

/// Turns texts into vectors. Lives as long as the process. [any thread]
class engine
{
public:
    virtual ~engine() = default;

    /// For provenance: the model as configured, and with a table of word vectors its SHA-256.
    virtual std::string version() const = 0;

    /// An embedder for a call. Use it on the call's thread; destroy it before the call's log.
    virtual std::unique_ptr<sdk::embedder> open(llm::call_context client) = 0;

    /// The table of the built-in engine; null for others. Lives as long as the engine.
    virtual const sdk::word_vectors* words() const noexcept { return nullptr; }

    /// Embeds a word in one attempt, unless the engine is built in. Throws only for cancellation. The client is
    /// borrowed until the task ends. [may wait until the deadline of the client]
    virtual sdk::task<llm::connection_check> check(const llm::call_context& client) = 0;

    /// Uses the key of these settings for later attempts; see llm::model_client::replace_keys().
    virtual bool replace_key(const settings& current, const llm::settings& current_models) = 0;
};

/// The table of the semantic engine: the configured file, else `installed`. Null if another engine is configured.
/// Throws settings::setting_error if the file is no table.
std::unique_ptr<const word_vectors> open_word_vectors(const settings& configuration, const std::string& installed);

/// The configured engine; null if embedding is disabled. Requires settings without problems(). A provider's engine uses
/// `model_client`, which must outlive it; all kinds compute with `run_on_pool`. Throws as open_word_vectors().
std::unique_ptr<engine> make_engine(const settings& configuration, const llm::settings& llm_configuration,
                                    llm::model_client& model_client, exec::pool_runner run_on_pool,
                                    const std::string& installed_word_vectors);

} // namespace verbatim::core::embedding
