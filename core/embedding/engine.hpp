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

    /// The engine as one call sees it; used on the call's thread, and gone before the call's log is.
    virtual std::unique_ptr<sdk::embedder> open(llm::call_context client) = 0;
};

/// The engine that the settings name, in which `problems` finds nothing; none where it is switched off. A remote one
/// asks through the door, the built-in one computes `elsewhere`; both outlive it.
std::unique_ptr<engine> make_engine(const settings& configuration, const llm::settings& llm_configuration,
                                    llm::model_client& model_client, exec::pool_runner run_on_pool);

} // namespace verbatim::core::embedding
