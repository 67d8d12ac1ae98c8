#include "llm/settings.hpp"

#include "llm/endpoint.hpp"

#include "verbatim/sdk/schema.hpp"

namespace verbatim::core::llm {

namespace {

bool is_set(const std::optional<std::string>& value) { return value && !value->empty(); }
bool is_set(const std::optional<secret>& key) { return key && !key->value.empty(); }

template <class Part>
const std::optional<Part>& own_or(const std::optional<Part>& own, const std::optional<Part>& fallback)
{
    return is_set(own) ? own : fallback;
}

bool        parse_secret(std::string_view text, secret& target) { return target.value = text, true; }
std::string format_secret(const secret& key) { return key.value; }

/// A sentence begins with the setting that it is about.
void check_combination(const settings& s, sdk::validation_issues& faults)
{
    for (const auto& sentence : problems(s))
    {
        const auto name_end = sentence.find(' ');
        faults.add(sentence.substr(0, name_end), sentence.substr(name_end + 1));
    }
}

bool is_built_in(const connection_settings& connection)
{
    return !is_set(connection.model) || *connection.model == built_in_model;
}

bool has_judge(const settings& s)
{
    return is_set(s.judge.model) || is_set(s.judge.api_key) || is_set(s.judge.api_base) || is_set(s.judge.api_version);
}

} // namespace

sdk::text_format declare(const secret&)
{
    return sdk::text_format{"secret", "Input should be a valid string", &parse_secret, &format_secret}.hidden();
}

void declare(sdk::schema_builder& schema, settings& s)
{
    schema.name("ModelSettings", "Which language models are asked, and how.");

    schema
        .optional("LLM_MODEL", s.main.model,
                  "The model, as provider/model: azure/, azure_ai/, openai/ or no prefix. Not set, it is "
                  "local/extractive, which "
                  "needs no key and no network.")
        .example("azure/gpt-5.4");
    schema.optional("LLM_API_KEY", s.main.api_key, "The provider's key.");
    schema.optional("LLM_API_BASE", s.main.api_base, "Address of the provider; required for azure/ and azure_ai/.")
        .example("https://example.openai.azure.com");
    schema.optional("LLM_API_VERSION", s.main.api_version, "Version of the azure API, where the address holds one.")
        .example("2024-10-21");
    schema.optional("JUDGE_LLM_MODEL", s.judge.model, "The judges' model; inherits LLM_MODEL.")
        .example("azure/gpt-5.4-mini");
    schema.optional("JUDGE_LLM_API_KEY", s.judge.api_key, "The judges' key; inherits LLM_API_KEY.");
    schema.optional("JUDGE_LLM_API_BASE", s.judge.api_base, "The judges' address; inherits LLM_API_BASE.")
        .example("https://example.openai.azure.com");
    schema.optional("JUDGE_LLM_API_VERSION", s.judge.api_version, "The judges' API version; inherits LLM_API_VERSION.")
        .example("2024-10-21");
    schema.optional("LLM_TIMEOUT_SECONDS", s.timeout, "The longest that one attempt may take.").at_most(86'400);
    schema.optional("LLM_MAX_TOTAL_TOKENS", s.max_total_tokens, "A call of more estimated tokens is refused.")
        .at_least(1);
    schema.optional("LLM_CHARS_PER_TOKEN", s.chars_per_token, "Characters that count as one token.").at_least(1);
    schema.optional("LLM_STRUCTURED_OUTPUTS", s.structured_outputs,
                    "Whether a JSON schema is sent along; off for providers that refuse one.");
    schema
        .optional("LLM_MAX_CONCURRENCY", s.max_concurrency,
                  "Calls in flight at a time; further ones wait, served in turn per tenant.")
        .at_least(1);
    schema.optional("MODEL_PRICES_PATH", s.model_prices_path, "A YAML file of prices that lie over the built-in ones.")
        .example("/etc/verbatim/prices.yaml");

    schema.rule(check_combination);
}

connection_settings inherit(const connection_settings& own, const connection_settings& defaults)
{
    return {.model       = own_or(own.model, defaults.model),
            .api_key     = own_or(own.api_key, defaults.api_key),
            .api_base    = own_or(own.api_base, defaults.api_base),
            .api_version = own_or(own.api_version, defaults.api_version)};
}

bool names_another_provider(std::string_view model, const connection_settings& keyed)
{
    const auto named      = parse_model_name(model);
    const auto configured = parse_model_name(keyed.model.value_or(built_in_model));
    return named && configured && is_set(keyed.api_key) && named->kind != provider_kind::local &&
           named->kind != configured->kind;
}

connection_settings judge_connection(const settings& s) { return inherit(s.judge, s.main); }

std::vector<std::string> problems(const settings& s)
{
    auto result = endpoint_problems(s.main, "LLM_");
    if (!is_set(s.main.model))
    {
        if (is_set(s.main.api_key))
            result.emplace_back(
                "LLM_API_KEY is set but LLM_MODEL is not; name the model that the key is for, or remove the key.");
        if (is_set(s.main.api_base))
            result.emplace_back(
                "LLM_API_BASE is set but LLM_MODEL is not; name the model to be asked there, or remove the address.");
    }
    if (!(s.timeout > s.timeout.zero())) result.emplace_back("LLM_TIMEOUT_SECONDS must be greater than 0.");

    // A judge that only inherits would repeat every sentence.
    if (!has_judge(s)) return result;
    if (!is_set(s.judge.model) && is_built_in(s.main))
    {
        if (is_set(s.judge.api_key))
            result.emplace_back(
                "JUDGE_LLM_API_KEY is set but the judges' model is the built-in one; name the model that "
                "the key is for with JUDGE_LLM_MODEL, or remove the key.");
        if (is_set(s.judge.api_base))
            result.emplace_back(
                "JUDGE_LLM_API_BASE is set but the judges' model is the built-in one; name the model to "
                "be asked there with JUDGE_LLM_MODEL, or remove the address.");
    }
    auto judge_problems = endpoint_problems(judge_connection(s), "JUDGE_LLM_");
    result.insert(result.end(), judge_problems.begin(), judge_problems.end());
    return result;
}

std::vector<std::string> warnings(const settings& s)
{
    if (is_set(s.judge.api_key) || !names_another_provider(judge_connection(s).model.value_or(built_in_model), s.main))
        return {};
    return {
        "JUDGE_LLM_MODEL names another provider than LLM_MODEL, but JUDGE_LLM_API_KEY is not set; the judge's requests "
        "carry LLM_API_KEY."};
}

} // namespace verbatim::core::llm
