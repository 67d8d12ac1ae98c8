#include "llm/settings.hpp"

#include "llm/endpoint.hpp"

#include "verbatim/sdk/schema.hpp"

namespace verbatim::core::llm {

namespace {

bool is_set(const std::optional<std::string>& part) { return part && !part->empty(); }
bool is_set(const std::optional<secret>& part) { return part && !part->value.empty(); }

template <class Part>
const std::optional<Part>& own_or(const std::optional<Part>& own, const std::optional<Part>& other)
{
    return is_set(own) ? own : other;
}

bool        take_secret(std::string_view from, secret& into) { return into.value = from, true; }
std::string give_secret(const secret& one) { return one.value; }

/// A sentence begins with the setting that it is about.
void fit_together(const settings& s, sdk::faults& found)
{
    for (const auto& sentence : problems(s))
    {
        const auto name = sentence.find(' ');
        found.add(sentence.substr(0, name), sentence.substr(name + 1));
    }
}

bool is_built_in(const connection_settings& one) { return !is_set(one.model) || *one.model == built_in_model; }

bool has_judge(const settings& s)
{
    return is_set(s.judge.model) || is_set(s.judge.api_key) || is_set(s.judge.api_base) || is_set(s.judge.api_version);
}

} // namespace

sdk::spelling declare(const secret&)
{
    return sdk::spelling{"secret", "Input should be a valid string", &take_secret, &give_secret}.hidden();
}

void declare(sdk::declaration& wire, settings& s)
{
    wire.is("ModelSettings", "Which language models are asked, and how.");

    wire.takes("LLM_MODEL", s.main.model,
               "The model, as provider/model: azure/, azure_ai/, openai/ or no prefix. Not set, it is "
               "local/extractive, which "
               "needs no key and no network.")
        .example("azure/gpt-5.4");
    wire.takes("LLM_API_KEY", s.main.api_key, "The provider's key.");
    wire.takes("LLM_API_BASE", s.main.api_base, "Address of the provider; required for azure/ and azure_ai/.")
        .example("https://example.openai.azure.com");
    wire.takes("LLM_API_VERSION", s.main.api_version, "Version of the azure API, where the address holds one.")
        .example("2024-10-21");
    wire.takes("JUDGE_LLM_MODEL", s.judge.model, "The judges' model; inherits LLM_MODEL.")
        .example("azure/gpt-5.4-mini");
    wire.takes("JUDGE_LLM_API_KEY", s.judge.api_key, "The judges' key; inherits LLM_API_KEY.");
    wire.takes("JUDGE_LLM_API_BASE", s.judge.api_base, "The judges' address; inherits LLM_API_BASE.")
        .example("https://example.openai.azure.com");
    wire.takes("JUDGE_LLM_API_VERSION", s.judge.api_version, "The judges' API version; inherits LLM_API_VERSION.")
        .example("2024-10-21");
    wire.takes("LLM_TIMEOUT_SECONDS", s.timeout, "The longest that one attempt may take.").at_most(86'400);
    wire.takes("LLM_MAX_TOTAL_TOKENS", s.max_total_tokens, "A call of more estimated tokens is refused.").at_least(1);
    wire.takes("LLM_CHARS_PER_TOKEN", s.chars_per_token, "Characters that count as one token.").at_least(1);
    wire.takes("LLM_STRUCTURED_OUTPUTS", s.structured_outputs,
               "Whether a JSON schema is sent along; off for providers that refuse one.");
    wire.takes("LLM_MAX_CONCURRENCY", s.max_concurrency,
               "Calls in flight at a time; further ones wait, served in turn per tenant.")
        .at_least(1);
    wire.takes("MODEL_PRICES_PATH", s.model_prices_path, "A YAML file of prices that lie over the built-in ones.")
        .example("/etc/verbatim/prices.yaml");

    wire.also(fit_together);
}

connection_settings inheriting(const connection_settings& own, const connection_settings& from)
{
    return {.model       = own_or(own.model, from.model),
            .api_key     = own_or(own.api_key, from.api_key),
            .api_base    = own_or(own.api_base, from.api_base),
            .api_version = own_or(own.api_version, from.api_version)};
}

bool names_another_provider(std::string_view model, const connection_settings& keyed)
{
    const auto one   = take_apart(model);
    const auto other = take_apart(keyed.model.value_or(built_in_model));
    return one && other && is_set(keyed.api_key) && one->kind != provider_kind::local && one->kind != other->kind;
}

connection_settings judge_of(const settings& s) { return inheriting(s.judge, s.main); }

std::vector<std::string> problems(const settings& s)
{
    auto found = endpoint_problems(s.main, "LLM_");
    if (!is_set(s.main.model))
    {
        if (is_set(s.main.api_key))
            found.emplace_back(
                "LLM_API_KEY is set but LLM_MODEL is not; name the model that the key is for, or remove the key.");
        if (is_set(s.main.api_base))
            found.emplace_back(
                "LLM_API_BASE is set but LLM_MODEL is not; name the model to be asked there, or remove the address.");
    }
    if (!(s.timeout > s.timeout.zero())) found.emplace_back("LLM_TIMEOUT_SECONDS must be greater than 0.");

    // A judge that only inherits would repeat every sentence.
    if (!has_judge(s)) return found;
    if (!is_set(s.judge.model) && is_built_in(s.main))
    {
        if (is_set(s.judge.api_key))
            found.emplace_back(
                "JUDGE_LLM_API_KEY is set but the judges' model is the built-in one; name the model that "
                "the key is for with JUDGE_LLM_MODEL, or remove the key.");
        if (is_set(s.judge.api_base))
            found.emplace_back("JUDGE_LLM_API_BASE is set but the judges' model is the built-in one; name the model to "
                               "be asked there with JUDGE_LLM_MODEL, or remove the address.");
    }
    auto of_judge = endpoint_problems(judge_of(s), "JUDGE_LLM_");
    found.insert(found.end(), of_judge.begin(), of_judge.end());
    return found;
}

std::vector<std::string> warnings(const settings& s)
{
    if (is_set(s.judge.api_key) || !names_another_provider(judge_of(s).model.value_or(built_in_model), s.main))
        return {};
    return {
        "JUDGE_LLM_MODEL names another provider than LLM_MODEL, but JUDGE_LLM_API_KEY is not set; the judge's requests "
        "carry LLM_API_KEY."};
}

} // namespace verbatim::core::llm
