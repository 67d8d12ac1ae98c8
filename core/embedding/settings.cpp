#include "embedding/settings.hpp"

#include "llm/endpoint.hpp"

#include "verbatim/sdk/schema.hpp"

namespace verbatim::core::embedding {

namespace {

bool is_remote(const settings& s) { return engine_of(s) != disabled && !is_built_in(engine_of(s)); }

} // namespace

void declare(sdk::schema_builder& schema, settings& s)
{
    schema.name("EmbeddingSettings", "Embedding of texts for hierarchical analysis.");

    schema
        .optional(
            "EMBEDDING_MODEL", s.own.model,
            "Embedding model, as PROVIDER/NAME with provider azure, azure_ai or openai; without a provider, openai. "
            "Default: local/semantic, which compares spellings, and what words of 23 languages are about. "
            "local/lexical compares spellings only. Both need no key and no network. The value none disables "
            "hierarchical analysis.")
        .example("azure/text-embedding-3-small");
    schema.optional("EMBEDDING_API_KEY", s.own.api_key, "API key of the provider. Default: LLM_API_KEY.");
    schema.optional("EMBEDDING_AUTH", s.own.auth, "Authentication at the provider. Default: LLM_AUTH.").example("key");
    schema.optional("EMBEDDING_API_BASE", s.own.api_base,
                    "Base URL of the provider, or of another server with the same API. Default: LLM_API_BASE.");
    schema.optional("EMBEDDING_API_VERSION", s.own.api_version, "Azure API version. Default: LLM_API_VERSION.");
    schema.skip(s.own.structure); // vectors have none
    schema.skip(s.own.timeout);
    schema.skip(s.own.max_retries);
    schema.optional(
        "EMBEDDING_WORD_VECTORS", s.word_vectors,
        "File with vectors of words, for local/semantic. Default: the one that is installed with the server.");
    schema.optional("EMBEDDING_QUERY_PREFIX", s.query_prefix,
                    "Text before each embedded text, for models that are trained with such a prefix.");
    schema.optional("EMBEDDING_BATCH_SIZE", s.batch_size, "Maximum texts per request to the provider.").at_least(1);
    schema
        .optional("EMBEDDING_MAX_CHARACTERS", s.max_characters,
                  "Maximum characters of an embedded text. Longer texts are cut, for embedding only.")
        .at_least(1);
}

std::string engine_of(const settings& s) { return s.own.model.empty() ? std::string{default_engine} : s.own.model; }

bool is_built_in(std::string_view engine) { return engine == lexical_engine || engine == semantic_engine; }

llm::connection_settings connection_of(const settings& s, const llm::settings& llm_configuration)
{
    auto connection  = llm::inherit(s.own, llm_configuration.main);
    connection.model = engine_of(s);
    return connection;
}

core::settings::setting_problems problems(const settings& s, const llm::settings& llm_configuration)
{
    if (!is_remote(s)) return {};
    const auto name = llm::parse_model_name(engine_of(s));
    if (name && name->kind == llm::provider_kind::local)
        return {{"EMBEDDING_MODEL", "is not a built-in engine",
                 "use local/semantic, local/lexical, or none to disable embedding"}};
    if (name && name->kind == llm::provider_kind::anthropic)
        return {
            {"EMBEDDING_MODEL", "names a provider without embeddings", "name an embedding model of another provider"}};
    return llm::endpoint_problems(connection_of(s, llm_configuration), "EMBEDDING_",
                                  llm_configuration.allow_plain_http);
}

core::settings::setting_problems warnings(const settings& s, const llm::settings& llm_configuration)
{
    if (!is_remote(s))
    {
        core::settings::setting_problems unused;
        if (!s.word_vectors.empty() && engine_of(s) != semantic_engine)
            unused.push_back({"EMBEDDING_WORD_VECTORS", "is not used, because EMBEDDING_MODEL is not local/semantic"});
        for (const auto& [is_set, setting] : {std::pair{!s.own.api_key.empty(), "EMBEDDING_API_KEY"},
                                              std::pair{!s.own.api_base.empty(), "EMBEDDING_API_BASE"},
                                              std::pair{s.own.auth.has_value(), "EMBEDDING_AUTH"}})
            if (is_set) unused.push_back({setting, "is not used, because EMBEDDING_MODEL names no provider"});
        return unused;
    }
    if (!s.own.api_key.empty() || !llm::names_another_provider(engine_of(s), llm_configuration.main)) return {};
    return {{"EMBEDDING_MODEL", "names another provider than LLM_MODEL, but embedding requests use LLM_API_KEY",
             "set EMBEDDING_API_KEY"}};
}

} // namespace verbatim::core::embedding
