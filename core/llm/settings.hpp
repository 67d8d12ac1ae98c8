#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::sdk {
class schema_builder;
struct text_format;
} // namespace verbatim::sdk

namespace verbatim::core::llm {

/// A provider's key. Wherever settings are shown it is `***`.
struct secret
{
    secret() = default;
    secret(std::string text)
        : value{std::move(text)}
    {}
    secret(const char* text)
        : value{text}
    {}

    std::string value;
};

sdk::text_format declare(const secret&);

/// One way to a provider, as it is configured. None and empty both mean "not set".
struct connection_settings
{
    std::optional<std::string> model; ///< `<provider>/<model or deployment>`
    std::optional<secret>      api_key;
    std::optional<std::string> api_base;
    std::optional<std::string> api_version;
};

/// The settings LLM_…, JUDGE_LLM_… and MODEL_PRICES_PATH of contract 22.
struct settings
{
    connection_settings           main;         ///< without a model: the built-in one
    connection_settings           judge;        ///< each part inherits the main one's
    std::chrono::duration<double> timeout{115}; ///< seconds, per attempt
    std::size_t                   max_total_tokens   = 100'000;
    std::size_t                   chars_per_token    = 4;
    bool                          structured_outputs = true;
    std::size_t                   max_concurrency    = 256;
    std::string                   model_prices_path;
};

void declare(sdk::schema_builder& schema, settings& s);

inline constexpr auto built_in_model = "local/extractive";

/// A connection whose own parts go before those of another.
connection_settings inherit(const connection_settings& own, const connection_settings& defaults);

/// Whether a model is a remote one of another maker than a connection that has a key: then the key is hardly meant for
/// it.
bool names_another_provider(std::string_view model, const connection_settings& keyed);

/// The judges' connection with what it inherits filled in.
connection_settings judge_connection(const settings& s);

/// What makes the settings unusable together: one sentence each, which names settings and never quotes a value.
std::vector<std::string> problems(const settings& s);

/// What is probably a mistake and stops nothing: the same kind of sentences.
std::vector<std::string> warnings(const settings& s);

} // namespace verbatim::core::llm
