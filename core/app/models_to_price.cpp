#include "app/models_to_price.hpp"

#include <string>

namespace verbatim::core::app {

namespace {

void add_fallbacks(const std::string& setting, const std::vector<llm::fallback_settings>& fallbacks,
                   std::vector<llm::configured_model>& models)
{
    for (std::size_t n = 0; n != fallbacks.size(); ++n)
        if (!fallbacks[n].price)
            models.push_back({setting + "[" + std::to_string(n) + "].model", fallbacks[n].connection.model});
}

} // namespace

std::vector<llm::configured_model> models_to_price(const configuration& config)
{
    const auto& llm = config.llm;
    if (llm.on_unknown_price == llm::unknown_price::allow) return {};
    std::vector<llm::configured_model> models{
        {"LLM_MODEL", llm.main.model},
        {"JUDGE_LLM_MODEL", llm.judge.model},
        {"EMBEDDING_MODEL", config.embedding.own.model == embedding::disabled ? "" : config.embedding.own.model}};
    add_fallbacks("LLM_FALLBACKS", llm.fallbacks, models);
    if (llm.judge_fallbacks) add_fallbacks("JUDGE_LLM_FALLBACKS", *llm.judge_fallbacks, models);
    return models;
}

} // namespace verbatim::core::app
