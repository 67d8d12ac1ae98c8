#include "embedding/engine.hpp"
#include "embedding/local.hpp"
#include "embedding/remote.hpp"

#include <utility>

namespace verbatim::core::embedding {

std::unique_ptr<engine> make_engine(const settings& configuration, const llm::settings& llm_configuration,
                                    llm::model_client& model_client, exec::pool_runner run_on_pool)
{
    const auto engine_name = engine_of(configuration);
    if (engine_name == disabled) return nullptr;
    if (engine_name == built_in_engine) return make_local_engine(configuration.max_characters, std::move(run_on_pool));
    return make_remote_engine(configuration, llm_configuration, model_client, std::move(run_on_pool));
}

} // namespace verbatim::core::embedding
