#pragma once

#include "verbatim/sdk/schema.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Themes that a model or a request names and the server counts: docs/reference/operations/analyze-bulk.md#themes.
namespace verbatim::analyze_bulk::themes {

/// Bounds of a theme's texts, in code points, and of its sub-themes.
inline constexpr std::size_t max_title_length         = 120;
inline constexpr std::size_t max_definition_length    = 300;
inline constexpr std::size_t max_sub_themes           = 5;
inline constexpr std::size_t max_requested_sub_themes = 20;

/// How many themes a list has at most. The built-in model names more than `of_model` if fewer leave many records out.
struct theme_limit
{
    std::size_t of_model = 12;
    std::size_t built_in = 40;
};

struct requested_theme;
struct requested_sub_theme;

/// A narrower theme inside a theme. Texts hold placeholders.
struct sub_theme
{
    std::string title;
    std::string definition;

    std::string                id        = {};      ///< in the response
    const requested_sub_theme* requested = nullptr; ///< null: a model named it
};
void declare(sdk::schema_builder& schema, sub_theme& theme);

/// A theme as a model or a request defines it. Texts are of one line and hold placeholders.
struct theme
{
    std::string            title;
    std::string            definition;
    std::string            inclusion; ///< criteria by which a record belongs to it
    std::vector<sub_theme> sub_themes;

    std::string              id        = {};      ///< in the response
    std::string              exclusion = {};      ///< of a request
    std::vector<std::string> examples  = {};      ///< of a request
    const requested_theme*   requested = nullptr; ///< null: a model named it
};
void declare(sdk::schema_builder& schema, theme& theme);

struct theme_list
{
    std::vector<theme> themes;
};
void declare(sdk::schema_builder& schema, theme_list& list);

/// A theme of a list, or a sub-theme of it.
struct theme_reference
{
    std::size_t                theme = 0;
    std::optional<std::size_t> sub_theme;

    friend auto operator<=>(const theme_reference&, const theme_reference&) = default;
};

/// `T1` is the first theme, `T1.2` its second sub-theme.
std::string id_of(const theme_reference& reference);

/// The theme or sub-theme of this list with the id: `T1`, `t1`, `1`, `T1.2`. None if there is no such.
std::optional<theme_reference> find_theme(const std::vector<theme>& themes, std::string_view id);

} // namespace verbatim::analyze_bulk::themes
