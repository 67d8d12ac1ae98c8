#pragma once

#include "llm/settings.hpp"

#include "verbatim/sdk/text_types.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace verbatim::sdk {
class schema_builder;
}

namespace verbatim::core::embedding {

inline constexpr auto lexical_engine  = "local/lexical";
inline constexpr auto semantic_engine = "local/semantic";
inline constexpr auto default_engine  = semantic_engine;
inline constexpr auto disabled        = "none";

/// The settings EMBEDDING_….
struct settings
{
    llm::connection_settings own; ///< without a model: a built-in engine; other values default to the main model's
    sdk::path                word_vectors;          ///< the file of the semantic engine; empty: the installed one
    std::string              query_prefix;          ///< precedes each text sent to a provider
    std::size_t              batch_size     = 100;  ///< texts per request
    std::size_t              max_characters = 8000; ///< code points per text; longer texts are cut
};

void declare(sdk::schema_builder& schema, settings& s);

/// `disabled`, a built-in engine, or a provider's model.
std::string engine_of(const settings& s);

/// Whether the engine calls no provider.
bool is_built_in(std::string_view engine);

/// The provider's connection, with inherited values.
llm::connection_settings connection_of(const settings& s, const llm::settings& llm_configuration);

/// Combinations that cannot work; they stop the start.
core::settings::setting_problems problems(const settings& s, const llm::settings& llm_configuration);

/// Combinations that are probably a mistake but do not stop the start.
core::settings::setting_problems warnings(const settings& s, const llm::settings& llm_configuration);

} // namespace verbatim::core::embedding
