#pragma once

#include "themes/theme_list.hpp"

#include "verbatim/feedback/redaction.hpp"
#include "verbatim/sdk/schema.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Themes that a request brings: docs/reference/operations/analyze-bulk.md#themes-of-the-request.
namespace verbatim::analyze_bulk::themes {

inline constexpr std::size_t max_requested_themes = 100;

struct requested_sub_theme
{
    std::optional<std::string> id;
    std::string                title;
    std::string                definition;
};
void declare(sdk::schema_builder& schema, requested_sub_theme& theme);

/// Members have the names of a theme in a response, so that one can be sent back.
struct requested_theme
{
    std::optional<std::string>       id;
    std::string                      title;
    std::string                      definition;
    std::string                      inclusion;
    std::string                      exclusion;
    std::vector<std::string>         examples;
    std::vector<requested_sub_theme> sub_themes;
};
void declare(sdk::schema_builder& schema, requested_theme& theme);

/// The id of a theme at this place: its own, or `T1`, `T1.2`.
std::string requested_id(const std::optional<std::string>& id, const theme_reference& place);

/// Adds an issue for each id and each title that repeats.
void check_requested(std::span<const requested_theme> themes, sdk::validation_issues& issues);

/// The texts that may hold personal data, in the order in which themes_of reads them. Views of `themes`.
std::vector<std::string_view> texts_of(std::span<const requested_theme> themes);

/// The themes as a model gets them. Those without an id get `T1`, `T1.1` by their place. The texts of
/// texts_of(requested) follow `first_text` in the redaction. Borrows `requested`.
std::vector<theme> themes_of(std::span<const requested_theme> requested, const feedback::redaction& redaction,
                             std::size_t first_text);

} // namespace verbatim::analyze_bulk::themes
