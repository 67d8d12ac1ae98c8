#include "app/models_to_price.hpp"

namespace verbatim::core::app {

std::vector<llm::configured_model> models_to_price(const configuration& config)
{
    if (config.llm.on_unknown_price == llm::unknown_price::allow) return {};
    return {{"LLM_MODEL", config.llm.main.model},
            {"JUDGE_LLM_MODEL", config.llm.judge.model},
            {"EMBEDDING_MODEL", config.embedding.own.model == embedding::disabled ? "" : config.embedding.own.model}};
}

} // namespace verbatim::core::app
