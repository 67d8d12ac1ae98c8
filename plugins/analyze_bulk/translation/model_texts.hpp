#pragma once

#include "themes/wire.hpp"

#include "verbatim/feedback/language.hpp"
#include "verbatim/feedback/redaction.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/schema.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::analyze_bulk::translation::prompts {

sdk::prompt_text system(const feedback::output_language& language);

/// `texts` is a redaction of titles_and_definitions(themes).
sdk::prompt_text message(const feedback::redaction& texts);

} // namespace verbatim::analyze_bulk::translation::prompts

/// The output of a model that translates themes: docs/reference/operations/translate-themes.md#processing.
namespace verbatim::analyze_bulk::translation {

/// The texts of a theme or sub-theme in another language. Texts hold placeholders.
struct translation
{
    std::int64_t number = 0; ///< of the text in the message, from 1
    std::string  title;
    std::string  definition;
};
void declare(sdk::schema_builder& schema, translation& entry);

struct translation_list
{
    std::vector<translation> translations;
};
void declare(sdk::schema_builder& schema, translation_list& list);

/// The title and the definition of each theme, which is followed by its sub-themes. Views of `themes`.
std::vector<std::string_view> titles_and_definitions(std::span<const themes::requested_theme> themes);

/// The translations in the order of the titles in titles_and_definitions, on one line. `originals` is a redaction of
/// titles_and_definitions. None unless the output has each number exactly once and no other, each title, and each
/// definition that there is. None either if all texts are still those of the originals and these are in another
/// language than `language` (ISO 639).
std::optional<std::vector<translation>>
parse_translations(std::string_view output, const feedback::redaction& originals, std::string_view language);

/// An output that parse_translations accepts, of about the length of the originals.
std::string expected_output(const feedback::redaction& originals, std::string_view language);

} // namespace verbatim::analyze_bulk::translation
