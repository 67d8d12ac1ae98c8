#include "themes/longest.hpp"

#include "themes/model_output.hpp"

#include "verbatim/sdk/json_text.hpp"

#include <cstdint>
#include <string>

namespace verbatim::analyze_bulk::themes::longest {

namespace {

/// Of an entry besides its texts: names of members, quotes and a number.
constexpr std::size_t frame = 80;

/// A text for one of `entries` entries.
std::string text_of(std::size_t entries, std::size_t max_characters)
{
    const auto share = max_characters / entries;
    return std::string(share > frame ? share - frame : 1, 'a');
}

} // namespace

std::string candidates(std::size_t max_characters)
{
    const auto     definition = text_of(max_candidates, max_characters);
    candidate_list list;
    for (std::size_t n = 1; n <= max_candidates; ++n)
        list.themes.push_back({.title = std::to_string(n), .definition = definition, .records = {1}});
    return sdk::to_json(list);
}

std::string themes(std::size_t max_themes, std::size_t max_characters)
{
    const auto definition = text_of(max_themes, max_characters);
    theme_list list;
    for (std::size_t n = 1; n <= max_themes; ++n)
        list.themes.push_back(
            {.title = std::to_string(n), .definition = definition, .inclusion = {}, .sub_themes = {}});
    return sdk::to_json(list);
}

std::string assignments(const std::vector<theme>& themes, std::size_t records, std::size_t max_characters)
{
    constexpr std::size_t theme_size = 8; // of an id in a list
    record_themes         every{.record = 0, .themes = {}};
    assignment_list       list;
    for (std::size_t n = 0; n != themes.size(); ++n)
    {
        every.themes.push_back(id_of({.theme = n, .sub_theme = {}}));
        list.quotes.push_back({.theme = every.themes.back(), .record = 1, .sentence = 1});
    }
    const auto size = frame * (themes.size() + 1) + theme_size * themes.size();
    for (std::size_t n = 1; n <= records && (n == 1 || n * size <= max_characters); ++n)
    {
        every.record = static_cast<std::int64_t>(n);
        list.assignments.push_back(every);
    }
    return sdk::to_json(list);
}

} // namespace verbatim::analyze_bulk::themes::longest
