#include "llm/settings.hpp"

#include "llm/call_plan.hpp"
#include "llm/endpoint.hpp"
#include "llm/prices.hpp"

#include "verbatim/sdk/schema.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::core::llm {

namespace {

constexpr int max_timeout = 86'400; // seconds
constexpr int max_retries = 100;

bool is_set(const connection_settings& connection)
{
    return !connection.model.empty() || !connection.api_key.empty() || !connection.api_base.empty() ||
           !connection.api_version.empty() || connection.auth;
}

std::string_view model_of(const connection_settings& connection)
{
    return connection.model.empty() ? built_in_model : connection.model;
}

bool is_built_in(std::string_view model)
{
    const auto name = parse_model_name(model);
    return name && name->kind == provider_kind::local;
}

/// The value of LLM_STRUCTURED_OUTPUTS.
std::optional<structured_output> former_structure(const settings& s)
{
    if (!s.structured_outputs) return std::nullopt;
    return *s.structured_outputs ? structured_output::json_schema : structured_output::none;
}

/// Whether both use the same model with the same account. Connections may differ in the key alone, for its own limits.
bool is_same(const connection_settings& left, const connection_settings& right)
{
    return left.model == right.model && left.api_base == right.api_base && left.api_version == right.api_version &&
           left.api_key.reveal() == right.api_key.reveal();
}

/// `reason` explains why the values have no effect. `prefix` is that of their settings, such as "JUDGE_LLM_".
void add_unused_values(const connection_settings& connection, const std::string& prefix, const std::string& reason,
                       core::settings::setting_problems& problems)
{
    const auto add = [&](bool has_value, const char* name, const std::string& value) {
        if (has_value)
            problems.push_back({prefix + name, "is set, but " + reason, "set " + prefix + "MODEL or remove " + value});
    };
    add(!connection.api_key.empty(), "API_KEY", "the key");
    add(!connection.api_base.empty(), "API_BASE", "the URL");
    add(connection.auth == authentication::managed_identity, "AUTH", prefix + "AUTH");
}

void add_timeout_problem(const connection_settings& connection, std::string setting,
                         core::settings::setting_problems& problems)
{
    if (connection.timeout && !(*connection.timeout > connection.timeout->zero()))
        problems.push_back({std::move(setting), "must be greater than 0"});
}

/// Of an attempt over any connection.
std::chrono::duration<double> longest_timeout(const settings& s)
{
    auto longest = std::max(s.timeout, judge_connection(s).timeout.value_or(s.timeout));
    for (const auto& fallbacks : {s.fallbacks, judge_fallbacks(s)})
        for (const auto& fallback : fallbacks)
            longest = std::max(longest, fallback.connection.timeout.value_or(s.timeout));
    return longest;
}

/// `prefix` is that of the settings of `first`, such as "JUDGE_LLM_".
void add_fallback_problems(const connection_settings& first, const std::vector<fallback_settings>& fallbacks,
                           const std::string& prefix, bool allow_plain_http, core::settings::setting_problems& problems)
{
    const auto setting = prefix + "FALLBACKS";
    if (!fallbacks.empty() && is_built_in(model_of(first)))
        problems.push_back({setting, "is set, but the first model is built in and needs no fallback",
                            "set " + prefix + "MODEL or remove the fallbacks"});

    std::vector<const connection_settings*> earlier{&first};
    for (const auto& fallback : fallbacks)
    {
        const auto  place      = setting + "[" + std::to_string(earlier.size() - 1) + "]";
        const auto& connection = fallback.connection;
        if (is_built_in(connection.model))
            problems.push_back({place + ".model", "is a built-in model, which is no fallback", "name a provider"});
        else
            for (auto& problem : endpoint_problems(connection, place + ".", allow_plain_http))
                problems.push_back(std::move(problem));
        if (std::ranges::any_of(earlier, [&](const auto* other) { return is_same(*other, connection); }))
            problems.push_back({place, "repeats an earlier connection", "remove it"});
        add_timeout_problem(connection, place + ".timeout_seconds", problems);
        if (fallback.price) read_price(*fallback.price, place + ".price", problems);
        earlier.push_back(&connection);
    }
}

} // namespace

sdk::enum_values declare(authentication)
{
    return {"ModelAuthentication",
            {{"key", authentication::key, "An API key."},
             {"managed_identity", authentication::managed_identity, "A token of Azure's managed identity."}}};
}

sdk::enum_values declare(assumed_tokenizer)
{
    return {"AssumedTokenizer",
            {{"o200k", assumed_tokenizer::o200k, "As OpenAI's models since GPT-4o."},
             {"cl100k", assumed_tokenizer::cl100k, "As GPT-4 and GPT-3.5: more tokens outside Latin script."}}};
}

sdk::enum_values declare(structured_output)
{
    return {"StructuredOutput",
            {{"json_schema", structured_output::json_schema, "Requests contain a JSON schema."},
             {"json_object", structured_output::json_object,
              "Requests ask for a JSON object, and prompts describe its members."},
             {"none", structured_output::none, "Only prompts ask for JSON, and describe its members."}}};
}

void declare(sdk::schema_builder& schema, fallback_settings& s)
{
    schema.name("FallbackSettings", "A further connection to a model.").closed();

    schema.required("model", s.connection.model, "Model, as in LLM_MODEL.");
    schema.optional("api_key", s.connection.api_key, "API key of the provider.");
    schema.optional("auth", s.connection.auth, "Authentication, as in LLM_AUTH.").reject_null();
    schema.optional("api_base", s.connection.api_base, "Base URL of the provider.");
    schema.optional("api_version", s.connection.api_version, "Azure API version.");
    schema.optional("structured_output", s.connection.structure, "As LLM_STRUCTURED_OUTPUT.").reject_null();
    schema.optional("timeout_seconds", s.connection.timeout, "As LLM_TIMEOUT_SECONDS, its default.")
        .at_most(max_timeout)
        .reject_null();
    schema.optional("max_retries", s.connection.max_retries, "As LLM_MAX_RETRIES. Default: 2.")
        .at_most(max_retries)
        .reject_null();
    schema.optional("price", s.price, "Price of the model over this connection.").reject_null();
}

sdk::enum_values declare(unknown_price)
{
    return {"UnknownPrice",
            {{"stop", unknown_price::stop, "The start stops."},
             {"allow", unknown_price::allow, "The cost of such a model is stored as 0 and reported as unpriced."}}};
}

void declare(sdk::schema_builder& schema, settings& s)
{
    schema.name("ModelSettings", "Language models.");

    schema
        .optional("LLM_MODEL", s.main.model,
                  "Model, as PROVIDER/NAME with provider azure, azure_ai, openai or anthropic; without a provider, "
                  "openai. Default: "
                  "local/extractive, which needs no key and no network.")
        .example("azure/gpt-5.4");
    schema.optional("LLM_API_KEY", s.main.api_key, "API key of the provider.");
    schema
        .optional(
            "LLM_AUTH", s.main.auth,
            "How requests to the provider authenticate. managed_identity is for azure and azure_ai, and requires no "
            "key. Default: key.")
        .example("managed_identity");
    schema
        .optional("LLM_API_BASE", s.main.api_base,
                  "Base URL of the provider. Required for azure and azure_ai. For openai and anthropic, set it to use "
                  "another server "
                  "with the same API.")
        .example("https://example.openai.azure.com");
    schema
        .optional("LLM_API_VERSION", s.main.api_version,
                  "Azure API version. Required for azure, and for azure_ai at services.ai.azure.com.")
        .example("2024-10-21");
    schema
        .optional(
            "LLM_FALLBACKS", s.fallbacks,
            "Further connections, used in this order when LLM_MODEL fails: a JSON array of objects with model, "
            "api_key, auth, api_base, api_version, structured_output and price. Nothing is inherited from LLM_…. price "
            "has the members of the price file and is only necessary for models without a price.")
        .at_most(max_connections - 1);
    schema.optional("JUDGE_LLM_MODEL", s.judge.model, "Model of judge calls. Default: LLM_MODEL.")
        .example("azure/gpt-5.4-mini");
    schema.optional("JUDGE_LLM_API_KEY", s.judge.api_key, "API key for judge calls. Default: LLM_API_KEY.");
    schema.optional("JUDGE_LLM_AUTH", s.judge.auth, "Authentication of judge calls. Default: LLM_AUTH.").example("key");
    schema.optional("JUDGE_LLM_API_BASE", s.judge.api_base, "Base URL for judge calls. Default: LLM_API_BASE.")
        .example("https://example.openai.azure.com");
    schema
        .optional("JUDGE_LLM_API_VERSION", s.judge.api_version,
                  "Azure API version for judge calls. Default: LLM_API_VERSION.")
        .example("2024-10-21");
    schema
        .optional("JUDGE_LLM_FALLBACKS", s.judge_fallbacks,
                  "Further connections for judge calls, [] for none. Default: LLM_FALLBACKS.")
        .at_most(max_connections - 1);
    schema
        .optional("LLM_TIMEOUT_SECONDS", s.timeout,
                  "Maximum duration of one attempt at a provider, in seconds; greater than 0. Of a streamed response, "
                  "the maximum wait for its first byte.")
        .at_most(max_timeout);
    schema.skip(s.main.timeout); // LLM_TIMEOUT_SECONDS is that of all connections
    schema
        .optional("JUDGE_LLM_TIMEOUT_SECONDS", s.judge.timeout,
                  "The same for judge calls. Default: LLM_TIMEOUT_SECONDS.")
        .example("30")
        .at_most(max_timeout);
    schema
        .optional(
            "LLM_MAX_RETRIES", s.main.max_retries,
            "Maximum retries of a call over the connection of LLM_MODEL, or of judge calls, after timeouts, server "
            "errors and failed connections together. Long analyses may make up to 20 even if this is lower. Default: "
            "2.")
        .example("1")
        .at_most(max_retries);
    schema.skip(s.judge.max_retries); // LLM_MAX_RETRIES is that of both
    schema
        .optional("LLM_FAILURE_SECONDS", s.failure_time,
                  "Time that the failed attempts of a call take together, over all connections, in seconds; at least "
                  "1. Attempts after the first are cut to what is left of it, except in long analyses. Default: twice "
                  "the longest time limit of a first attempt.")
        .example("230")
        .at_least(1)
        .at_most(max_timeout);
    schema.optional("LLM_STREAM", s.stream,
                    "Whether chat requests ask for a stream, so that a slow model may write until the deadline of the "
                    "request. Servers that refuse it get requests without it.");
    schema
        .optional("LLM_TOKEN_TIMEOUT_SECONDS", s.token_timeout,
                  "Maximum silence within a streamed response, in seconds; greater than 0.")
        .at_most(max_timeout);
    schema.optional("LLM_ALLOW_PLAIN_HTTP", s.allow_plain_http,
                    "Whether a base URL may begin with http:// if its host is not loopback. Keys and texts are then "
                    "sent unencrypted.");
    schema
        .optional(
            "LLM_MAX_TOTAL_TOKENS", s.max_total_tokens,
            "Maximum estimated tokens of one model call; larger calls fail with 413. Set it to the context size of "
            "the model.")
        .at_least(1);
    schema
        .optional("LLM_CONTEXT_TOKENS", s.context_tokens,
                  "Context window of the model in tokens, prompt and output together. 0: as the server reports it, if "
                  "LLM_ASK_SERVER is true. Prompts take at most three fifths of it, outputs a quarter.")
        .at_most(100'000'000);
    schema.optional("LLM_ASK_SERVER", s.asks_servers,
                    "Whether the start asks servers at addresses of their own, such as llama.cpp, for context window "
                    "and slots, and "
                    "checks their count of tokens with one small model call.");
    schema
        .optional("LLM_CHARS_PER_TOKEN", s.chars_per_token,
                  "Characters per token in English, for estimates. Other scripts count more for each character.")
        .at_least(1);
    schema
        .optional(
            "LLM_TOKENIZER", s.tokenizer,
            "Tokenizer that estimates assume for scripts other than Latin. Default: cl100k for GPT-3.5, GPT-4 and "
            "GPT-4 Turbo, otherwise o200k. Use cl100k for models trained mostly on English.")
        .example("cl100k");
    schema
        .optional(
            "LLM_MAX_OUTPUT_TOKENS", s.max_output_tokens,
            "Maximum tokens of an output, reasoning included. Set it lower for an anthropic model that allows fewer, "
            "and higher for a model that reasons at length. Other models that refuse the limit get requests without "
            "it.")
        .at_least(1)
        .at_most(1'000'000);
    schema
        .optional("LLM_TEMPERATURE", s.temperature,
                  "Temperature of chat requests. 0 gives the most repeatable answers. Models that refuse it, such as "
                  "reasoning models, get requests without it.")
        .at_least(0)
        .at_most(2);
    schema.optional("LLM_SEND_TEMPERATURE", s.send_temperature,
                    "Whether chat requests contain LLM_TEMPERATURE. Set it to false for models whose makers advise "
                    "against a low temperature.");
    schema
        .optional("LLM_STRUCTURED_OUTPUT", s.main.structure,
                  "How requests ask for the structure of an output. Default: json_schema. Use json_object for servers "
                  "that reject schemas, and none for servers that reject both.")
        .example("json_object");
    schema
        .optional("JUDGE_LLM_STRUCTURED_OUTPUT", s.judge.structure,
                  "The same for judge calls. Default: LLM_STRUCTURED_OUTPUT.")
        .example("json_object");
    schema
        .optional("LLM_STRUCTURED_OUTPUTS", s.structured_outputs,
                  "Former name of LLM_STRUCTURED_OUTPUT: true means json_schema, and false means none.")
        .example("false");
    schema.optional("LLM_SEND_TENANT_ID", s.send_tenant_id,
                    "Whether requests to providers contain the tenant id. Set it to false for servers that reject the "
                    "member user, such as Mistral's.");
    schema
        .optional(
            "LLM_PROMPT_CACHE", s.prompt_cache,
            "Whether requests point out the part that a provider should cache. Default: to api.openai.com and for "
            "anthropic models. Set it to true if another server knows the member prompt_cache_key.")
        .example("true");
    schema
        .optional("LLM_MAX_CONCURRENCY", s.max_concurrency,
                  "Maximum concurrent provider requests. Further ones wait; tenants take turns. The server uses fewer "
                  "while a provider is overloaded, and no more than the slots that llama.cpp reports.")
        .at_least(1);
    schema
        .optional("LLM_MAX_TENANT_SHARE", s.max_tenant_share,
                  "Maximum share of LLM_MAX_CONCURRENCY that one tenant uses, rounded up. Below 1 at least one request "
                  "is left to other tenants. With a single tenant, set it to 1.")
        .at_least(0.01)
        .at_most(1);
    schema
        .optional("LLM_MAX_CALLS_PER_REQUEST", s.per_request.max_calls,
                  "Maximum model calls of a request, including retries. A request that needs more fails with 413.")
        .at_least(1);
    schema
        .optional("LLM_MAX_TOKENS_PER_REQUEST", s.per_request.max_tokens,
                  "Maximum tokens of all model calls of a request. A request that needs more fails with 413.")
        .at_least(1);
    schema
        .optional("MODEL_PRICES_PATH", s.model_prices_path,
                  "YAML file of prices that override the built-in ones. SIGHUP reloads it.")
        .example("/etc/verbatim/prices.yaml");
    schema.optional(
        "LLM_PRICE_UNKNOWN", s.on_unknown_price,
        "Whether a model without a price stops the start, or is allowed: its calls then have a cost of 0 and "
        "are reported as unpriced.");
}

connection_settings inherit(const connection_settings& own, const connection_settings& defaults)
{
    const auto auth         = own.auth ? own.auth : defaults.auth;
    const bool inherits_key = own.api_key.empty() && auth != authentication::managed_identity;
    return {.model       = own.model.empty() ? defaults.model : own.model,
            .api_key     = inherits_key ? defaults.api_key : own.api_key,
            .api_base    = own.api_base.empty() ? defaults.api_base : own.api_base,
            .api_version = own.api_version.empty() ? defaults.api_version : own.api_version,
            .auth        = auth,
            .structure   = own.structure ? own.structure : defaults.structure,
            .timeout     = own.timeout ? own.timeout : defaults.timeout,
            .max_retries = own.max_retries ? own.max_retries : defaults.max_retries};
}

bool uses_identity(const connection_settings& connection)
{
    const auto name = parse_model_name(model_of(connection));
    return connection.auth == authentication::managed_identity && name && is_azure(name->kind);
}

assumed_tokenizer tokenizer_of(const settings& s)
{
    if (s.tokenizer) return *s.tokenizer;
    const auto name = sdk::ascii::lowercase(model_of(s.main));
    const auto has  = [&](std::string_view part) { return name.find(part) != name.npos; };
    const bool is_old =
        has("gpt-3.5") || has("gpt-35") || (has("gpt-4") && !has("gpt-4o") && !has("gpt-4.") && !has("gpt-41"));
    return is_old ? assumed_tokenizer::cl100k : assumed_tokenizer::o200k;
}

structured_output structure_of(const connection_settings& connection)
{
    return connection.structure.value_or(structured_output::json_schema);
}

bool names_another_provider(std::string_view model, const connection_settings& other)
{
    if (other.api_key.empty()) return false;
    const auto name       = parse_model_name(model);
    const auto other_name = parse_model_name(model_of(other));
    return name && other_name && name->kind != provider_kind::local && name->kind != other_name->kind;
}

connection_settings main_connection(const settings& s)
{
    auto connection = s.main;
    if (!connection.structure) connection.structure = former_structure(s);
    return connection;
}

connection_settings judge_connection(const settings& s) { return inherit(s.judge, main_connection(s)); }

std::vector<fallback_settings> judge_fallbacks(const settings& s)
{
    const auto first = judge_connection(s);
    if (model_of(first) == built_in_model) return {};
    auto fallbacks = s.judge_fallbacks.value_or(s.fallbacks);
    std::erase_if(fallbacks, [&](const fallback_settings& fallback) { return is_same(fallback.connection, first); });
    return fallbacks;
}

bool differ_in_keys_only(const std::vector<fallback_settings>& left, const std::vector<fallback_settings>& right)
{
    return std::ranges::equal(left, right, [](const fallback_settings& first, const fallback_settings& second) {
        const auto &a = first.connection, &b = second.connection;
        return a.model == b.model && a.api_base == b.api_base && a.api_version == b.api_version && a.auth == b.auth &&
               a.structure == b.structure && a.timeout == b.timeout && a.max_retries == b.max_retries &&
               first.price == second.price;
    });
}

std::vector<fallback_settings> without_keys(std::vector<fallback_settings> fallbacks)
{
    for (auto& fallback : fallbacks) fallback.connection.api_key = {};
    return fallbacks;
}

core::settings::setting_problems problems(const settings& s)
{
    auto result = endpoint_problems(s.main, "LLM_", s.allow_plain_http);
    if (s.main.model.empty()) add_unused_values(s.main, "LLM_", "LLM_MODEL is not", result);
    if (const auto former = former_structure(s); former && s.main.structure.value_or(*former) != *former)
        result.push_back({"LLM_STRUCTURED_OUTPUTS", "contradicts LLM_STRUCTURED_OUTPUT", "remove it"});
    add_fallback_problems(s.main, s.fallbacks, "LLM_", s.allow_plain_http, result);
    if (s.judge_fallbacks)
        add_fallback_problems(judge_connection(s), *s.judge_fallbacks, "JUDGE_LLM_", s.allow_plain_http, result);
    if (!(s.timeout > s.timeout.zero())) result.push_back({"LLM_TIMEOUT_SECONDS", "must be greater than 0"});
    add_timeout_problem(s.judge, "JUDGE_LLM_TIMEOUT_SECONDS", result);
    if (!(s.token_timeout > s.token_timeout.zero()))
        result.push_back({"LLM_TOKEN_TIMEOUT_SECONDS", "must be greater than 0"});

    // A judge that only inherits would repeat every problem.
    if (!is_set(s.judge)) return result;
    if (s.judge.model.empty() && model_of(s.main) == built_in_model)
        add_unused_values(s.judge, "JUDGE_LLM_", "judge calls use the built-in model", result);
    for (auto& problem : endpoint_problems(judge_connection(s), "JUDGE_LLM_", s.allow_plain_http))
        result.push_back(std::move(problem));
    return result;
}

core::settings::setting_problems warnings(const settings& s)
{
    core::settings::setting_problems result;
    if (s.judge.api_key.empty() && names_another_provider(model_of(judge_connection(s)), s.main))
        result.push_back({"JUDGE_LLM_MODEL", "names another provider than LLM_MODEL, but judge calls use LLM_API_KEY",
                          "set JUDGE_LLM_API_KEY"});
    if (s.failure_time && *s.failure_time < longest_timeout(s))
        result.push_back({"LLM_FAILURE_SECONDS",
                          "is less than LLM_TIMEOUT_SECONDS or the timeout of another connection, so an attempt that "
                          "takes as long is the last one",
                          "raise it, or lower the timeouts"});
    return result;
}

} // namespace verbatim::core::llm
