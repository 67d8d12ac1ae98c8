#pragma once

#include "embedding/engine.hpp"

namespace verbatim::core::embedding {

/// A provider's /embeddings: docs/reference/provider.md#embeddings. Every request is queued, retried, priced and
/// recorded like a model call. Writes bodies and parses responses on the pool, because they are large.
std::unique_ptr<engine> make_remote_engine(const settings& configuration, const llm::settings& llm_configuration,
                                           llm::model_client& model_client, exec::pool_runner run_on_pool);

} // namespace verbatim::core::embedding
