// Outputs of models that operations read leniently. The first line is "RECORDS OPTIONS", the sizes of the lists that
// the numbers of an output refer to; the rest is the output.
#include "target.hpp"

#include "model_output.hpp"
#include "proposals.hpp"
#include "summary.hpp"
#include "themes/model_output.hpp"

#include "verbatim/feedback/judge.hpp"
#include "verbatim/sdk/json_text.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::fuzz {

namespace {

namespace themes = analyze_bulk::themes;

struct sizes
{
    std::size_t records = 3;
    std::size_t options = 4;
};

sizes read_sizes(std::string_view line)
{
    constexpr std::size_t most = 64;
    sizes                 result;
    const auto*           end  = line.data() + line.size();
    const auto            rest = std::from_chars(line.data(), end, result.records).ptr;
    if (rest != end) std::from_chars(rest + 1, end, result.options);
    return {std::min(result.records, most), std::min(result.options, most)};
}

/// Ascending, without repetition, and among the `count` numbers from `first`.
template <class Number>
void require_numbers(const std::vector<Number>& numbers, std::size_t first, std::size_t count)
{
    require(std::ranges::adjacent_find(numbers, std::greater_equal{}) == numbers.end(),
            "numbers are ascending and do not repeat");
    for (const auto number : numbers)
        require(static_cast<std::size_t>(number) >= first && static_cast<std::size_t>(number) < first + count,
                "numbers exist");
}

void require_line(std::string_view text, std::size_t max_length)
{
    require(sdk::utf8::count_code_points(text) <= max_length, "a text has a bounded length");
    require(sdk::utf8::trimmed(text) == text, "a text has no white space around it");
    require(text.find('\n') == std::string_view::npos, "a text is one line");
}

void require_score(double score) { require(score >= 0 && score <= 1, "a score is from 0 to 1"); }

void read_candidates(std::string_view output, const sizes& sizes)
{
    const auto read = themes::parse_candidates(output, sizes.records);
    if (!read) return;
    require(read->themes.size() <= themes::max_candidates, "candidates are bounded");
    for (const auto& candidate : read->themes)
    {
        require(!candidate.title.empty(), "a candidate has a title");
        require_line(candidate.title, themes::max_title_length);
        require_line(candidate.definition, themes::max_definition_length);
        require_numbers(candidate.records, 1, sizes.records);
    }
}

std::vector<themes::theme> read_themes(std::string_view output, const sizes& sizes)
{
    const auto read = themes::parse_themes(output, sizes.options);
    if (!read) return {};
    require(read->size() <= sizes.options, "themes are bounded");
    for (std::size_t n = 0; n != read->size(); ++n)
    {
        const auto& theme = (*read)[n];
        require(!theme.title.empty() && theme.sub_themes.size() <= themes::max_sub_themes, "a theme is bounded");
        require_line(theme.title, themes::max_title_length);
        require_line(theme.definition, themes::max_definition_length);
        require_line(theme.inclusion, themes::max_definition_length);
        const auto found = themes::find_theme(*read, themes::id_of({n, {}}));
        require(found && found->theme == n && !found->sub_theme, "the id of a theme names it");
    }
    return *read;
}

void read_assignments(std::string_view output, const std::vector<themes::theme>& list, const sizes& sizes)
{
    const auto exists = [&](const themes::theme_reference& reference) {
        return reference.theme < list.size() &&
               (!reference.sub_theme || *reference.sub_theme < list[reference.theme].sub_themes.size());
    };
    const auto read = themes::parse_assignments(output, list, sizes.records);
    if (!read) return;
    require(read->records.size() == sizes.records, "each record has an entry");
    for (const auto& references : read->records)
    {
        if (!references) continue;
        require(std::ranges::all_of(*references, exists), "themes exist");
        require(std::ranges::adjacent_find(*references, std::greater_equal{}) == references->end(),
                "themes are sorted and do not repeat");
    }
    for (const auto& quote : read->quotes)
        require(exists(quote.theme) && quote.record < sizes.records, "a quote names a theme and a record");
}

void read_proposals(std::string_view output, const sizes& sizes)
{
    const auto read = suggest_codes::parse_codes(output);
    if (!read) return;
    suggest_codes::reference_lists lists{.records = sizes.records};
    for (std::size_t n = 0; n != sizes.options; ++n) lists.can_be_parent.push_back(n % 2 == 0);
    constexpr std::size_t max_codes = 5;
    const auto            checked   = suggest_codes::check_codes(*read, lists, max_codes);
    require(checked.codes.size() <= max_codes, "proposals are bounded");
    require(checked.codes.size() + checked.dropped_codes <= read->codes.size(), "a proposal is listed or dropped once");
    for (const auto& code : checked.codes)
    {
        require(!code.name.empty() && !code.records.empty(), "a proposal has a name and records");
        require_line(code.name.text(), suggest_codes::max_proposed_name);
        require_numbers(code.records, 0, sizes.records);
        require_numbers(code.similar, 0, sizes.options);
        require(!code.parent || lists.can_be_parent.at(*code.parent), "a parent can have children");
    }
}

void read_picks(std::string_view output, const sizes& sizes)
{
    const auto require_picks = [&](std::vector<std::size_t> picks) {
        std::ranges::sort(picks);
        require_numbers(picks, 0, sizes.options);
    };
    if (auto picks = assign_codes::parse_selection(output, sizes.options)) require_picks(std::move(*picks));
    const auto bulk = assign_codes::parse_bulk_selection(output, sizes.records, sizes.options);
    require(bulk.size() == sizes.records, "each record has picks or none");
    for (const auto& picks : bulk)
        if (picks) require_picks(*picks);
}

void read_scores(std::string_view output, const sizes& sizes)
{
    const auto require_level = [](const assign_codes::level_score& level) {
        require_score(level.score);
        require(!sdk::utf8::is_blank(level.explanation), "a level has an explanation");
    };
    if (const auto level = assign_codes::parse_level_score(output)) require_level(*level);
    const auto bulk = assign_codes::parse_bulk_scores(output, sizes.records);
    require(bulk.size() == sizes.records, "each item has scores or none");
    for (const auto& levels : bulk)
        for (const auto& level : levels) require_level(level);

    for (const auto parse :
         {&feedback::parse_analysis_judgement, &feedback::parse_summary_judgement, &feedback::parse_score})
        if (const auto verdict = parse(output)) require_score(verdict->score.value());
}

void read_summary(std::string_view output)
{
    const auto summary = summarize::parse_summary(output);
    if (!summary) return;
    std::string written{R"({"title":)"};
    sdk::append_json_string(summary->title, written);
    written += R"(,"summary":)";
    sdk::append_json_string(summary->text, written);
    const auto again = summarize::parse_summary(written + "}");
    require(again && again->title == summary->title && again->text == summary->text, "a summary reads back equal");
}

} // namespace

void run(std::string_view input)
{
    const auto line   = input.substr(0, input.find('\n'));
    const auto output = input.substr(std::min(line.size() + 1, input.size()));
    const auto sizes  = read_sizes(line);
    read_candidates(output, sizes);
    read_assignments(output, read_themes(output, sizes), sizes);
    read_assignments(output, {{"Water", "", "", {{"Wells", ""}}}, {"Food", "", "", {}}}, sizes);
    read_proposals(output, sizes);
    read_picks(output, sizes);
    read_scores(output, sizes);
    read_summary(output);
}

} // namespace verbatim::fuzz
