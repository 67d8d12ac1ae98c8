#include "themes/longest.hpp"

#include "themes/model_output.hpp"

#include "verbatim/sdk/json_text.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::analyze_bulk::themes::longest {

namespace {

/// Of a text besides itself: the name of its member, quotes and braces.
constexpr std::size_t frame = 40;

/// Makes the texts of an entry, as long as they are read, until its share of the output is used.
class entry_texts
{
public:
    entry_texts(std::size_t entries, std::size_t max_characters)
        : left_{max_characters / entries}
    {}

    /// Differs from those with other numbers.
    std::string title(std::size_t number)
    {
        auto title = std::to_string(number);
        title.resize(std::max(title.size(), take(max_title_length)), 'a');
        return title;
    }

    std::string definition() { return std::string(take(max_definition_length), 'a'); }

    bool has_room() const noexcept { return left_ >= 2 * frame; }

private:
    std::size_t take(std::size_t max_length)
    {
        const auto length = std::min(max_length, left_ > frame ? left_ - frame : 0);
        left_ -= std::min(left_, length + frame);
        return length;
    }

    std::size_t left_;
};

} // namespace

std::string candidates(std::size_t max_characters)
{
    candidate_list list;
    for (std::size_t n = 1; n <= max_candidates; ++n)
    {
        entry_texts texts{max_candidates, max_characters};
        auto&       candidate = list.themes.emplace_back();
        candidate.title       = texts.title(n);
        candidate.definition  = texts.definition();
        candidate.records     = {1};
    }
    return sdk::to_json(list);
}

std::string themes(std::size_t max_themes, std::size_t max_characters)
{
    theme_list list;
    for (std::size_t n = 1; n <= max_themes; ++n)
    {
        entry_texts texts{max_themes, max_characters};
        auto&       theme = list.themes.emplace_back();
        theme.title       = texts.title(n);
        theme.definition  = texts.definition();
        theme.inclusion   = texts.definition();
        for (std::size_t m = 1; m <= max_sub_themes && texts.has_room(); ++m)
        {
            auto& sub_theme      = theme.sub_themes.emplace_back();
            sub_theme.title      = texts.title(m);
            sub_theme.definition = texts.definition();
        }
    }
    auto output = sdk::to_json(list);
    // The next level of the reduce gets the output as it is, with its spaces.
    output.resize(std::max(output.size(), max_characters), ' ');
    return output;
}

std::string assignments(const std::vector<theme>& themes, std::size_t records, std::size_t max_characters,
                        bool reads_rest_again, std::span<const dimensions::dimension> dimensions)
{
    constexpr std::size_t    theme_size = 8;  // of an id in a list
    constexpr std::size_t    entry_size = 80; // of a quote, or of a record without its list
    record_themes            every{.record = 0, .themes = {}};
    assignment_list          list;
    std::vector<std::string> sub_themes;
    for (std::size_t n = 0; n != themes.size(); ++n)
    {
        every.themes.push_back(id_of({.theme = n, .sub_theme = {}}));
        list.quotes.push_back({.theme = every.themes.back(), .record = 1, .sentence = 1});
        for (std::size_t m = 0; m != themes[n].sub_themes.size(); ++m)
            sub_themes.push_back(id_of({.theme = n, .sub_theme = m}));
    }
    std::vector<std::string> last_values; // the longest labels
    for (std::size_t n = 0; n != dimensions.size(); ++n)
        last_values.push_back(dimensions::label_of(n, dimensions[n].values.size()));
    const auto size = entry_size * (themes.size() + 1) + theme_size * (themes.size() + dimensions.size());
    for (std::size_t n = 1; n <= records && (n == 1 || n * size <= max_characters); ++n)
    {
        every.record = static_cast<std::int64_t>(n);
        list.assignments.push_back(every);
        if (n == 1) std::ranges::move(sub_themes, std::back_inserter(list.assignments.front().themes));
    }
    const std::vector<std::vector<std::string>> values(dimensions.empty() ? 0 : list.assignments.size(), last_values);
    auto                                        output = write_assignments(list, values);
    if (!reads_rest_again) return output;
    const auto length = output.size();
    for (auto& entry : list.assignments) entry.themes.clear();
    output = write_assignments(std::move(list), values);
    output.resize(length, ' ');
    return output;
}

} // namespace verbatim::analyze_bulk::themes::longest
