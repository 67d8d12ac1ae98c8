#include "themes/theme_list.hpp"

#include "verbatim/sdk/text.hpp"

#include <charconv>

namespace verbatim::analyze_bulk::themes {

namespace {

/// The index of the item with this number, counted from 1.
std::optional<std::size_t> index_of(std::string_view number, std::size_t count)
{
    std::size_t value = 0;
    const auto  end   = number.data() + number.size();
    const auto  read  = std::from_chars(number.data(), end, value);
    if (read.ec != std::errc{} || read.ptr != end || value == 0 || value > count) return std::nullopt;
    return value - 1;
}

} // namespace

void declare(sdk::schema_builder& schema, sub_theme& theme)
{
    schema.name("ThemeListSubTheme", "A narrower theme inside a theme.");
    schema.field("title", theme.title, "A few words.");
    schema.field("definition", theme.definition, "One sentence.");
    schema.skip(theme.id);
    schema.skip(theme.requested);
}

void declare(sdk::schema_builder& schema, theme& theme)
{
    schema.name("ThemeListTheme", "A theme of the corpus.");
    schema.field("title", theme.title, "A few words.");
    schema.field("definition", theme.definition, "One sentence.");
    schema.field("inclusion", theme.inclusion, "The criteria by which a record belongs to the theme.");
    schema.field("sub_themes", theme.sub_themes, "Narrower themes; empty if none help.");
    schema.skip(theme.id);
    schema.skip(theme.exclusion);
    schema.skip(theme.examples);
    schema.skip(theme.requested);
}

void declare(sdk::schema_builder& schema, theme_list& list)
{
    schema.name("ThemeList", "The themes of a corpus.");
    schema.field("themes", list.themes, "The themes, the most important first.");
}

std::string id_of(const theme_reference& reference)
{
    auto id = "T" + std::to_string(reference.theme + 1);
    if (reference.sub_theme) id += "." + std::to_string(*reference.sub_theme + 1);
    return id;
}

std::optional<theme_reference> find_theme(const std::vector<theme>& themes, std::string_view id)
{
    id = sdk::utf8::trimmed(id);
    if (id.starts_with('T') || id.starts_with('t')) id.remove_prefix(1);
    const auto dot   = id.find('.');
    const auto index = index_of(id.substr(0, dot), themes.size());
    if (!index) return std::nullopt;
    if (dot == id.npos) return theme_reference{.theme = *index, .sub_theme = {}};
    const auto sub_theme = index_of(id.substr(dot + 1), themes[*index].sub_themes.size());
    if (!sub_theme) return std::nullopt;
    return theme_reference{.theme = *index, .sub_theme = sub_theme};
}

} // namespace verbatim::analyze_bulk::themes
