#include "llm/settings.hpp"

#include "llm/endpoint.hpp"

namespace verbatim::core::llm {

namespace {

bool is_set(const std::optional<std::string>& part) { return part && !part->empty(); }

const std::optional<std::string>& own_or(const std::optional<std::string>& own, const std::optional<std::string>& other)
{
    return is_set(own) ? own : other;
}

bool has_judge(const settings& s)
{
    return is_set(s.judge.model) || is_set(s.judge.api_key) || is_set(s.judge.api_base) || is_set(s.judge.api_version);
}

} // namespace

connection_settings judge_of(const settings& s)
{
    return {.model       = own_or(s.judge.model, s.main.model),
            .api_key     = own_or(s.judge.api_key, s.main.api_key),
            .api_base    = own_or(s.judge.api_base, s.main.api_base),
            .api_version = own_or(s.judge.api_version, s.main.api_version)};
}

std::vector<std::string> problems(const settings& s)
{
    auto found = endpoint_problems(s.main, "LLM_");
    if (is_set(s.main.api_key) && !is_set(s.main.model))
        found.emplace_back(
            "LLM_API_KEY is set but LLM_MODEL is not; name the model that the key is for, or remove the key.");
    if (!(s.timeout > s.timeout.zero())) found.emplace_back("LLM_TIMEOUT_SECONDS must be greater than 0.");

    // A judge that only inherits would repeat every sentence.
    if (!has_judge(s)) return found;
    auto of_judge = endpoint_problems(judge_of(s), "JUDGE_LLM_");
    found.insert(found.end(), of_judge.begin(), of_judge.end());
    return found;
}

std::vector<std::string> warnings(const settings& s)
{
    const auto judge     = judge_of(s);
    const auto of_main   = take_apart(s.main.model.value_or(built_in_model));
    const auto of_judge  = take_apart(judge.model.value_or(built_in_model));
    const bool comparing = of_main && of_judge && is_set(s.main.api_key) && of_judge->kind != provider_kind::local;
    if (!comparing || is_set(s.judge.api_key) || of_main->kind == of_judge->kind) return {};
    return {
        "JUDGE_LLM_MODEL names another provider than LLM_MODEL, but JUDGE_LLM_API_KEY is not set; the judge's requests "
        "carry LLM_API_KEY."};
}

} // namespace verbatim::core::llm
