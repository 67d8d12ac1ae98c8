#include "extractive/report.hpp"

#include "extractive/wording.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <functional>

namespace verbatim::core::extractive {
namespace {

constexpr std::string_view dash = " — ";

std::string share(std::size_t part, std::size_t whole)
{
    if (whole == 0) return {};
    char text[16];
    std::snprintf(text, sizeof text, " (%.0f%%)", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
    return text;
}

/// An id as it can be told from its neighbours: one with a comma or bracket inside, or a line break, is put in
/// brackets.
std::string shown_id(std::string id)
{
    std::replace_if(
        id.begin(), id.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return id.find_first_of(",[]") == std::string::npos ? id : '[' + id + ']';
}

std::string list(const std::vector<counted>& all)
{
    std::string text;
    for (const auto& [name, count] : all)
        text += (text.empty() ? "" : ", ") + name + " (" + std::to_string(count) + ')';
    return text;
}

std::string line(const timeline& all)
{
    std::string text;
    for (const auto& [label, count] : all) text += (text.empty() ? "" : ", ") + label + ' ' + std::to_string(count);
    return text;
}

std::size_t leading_number(std::string_view text)
{
    const auto  digit = text.find_first_of("0123456789");
    std::size_t value = 0;
    if (digit != std::string_view::npos) std::from_chars(text.data() + digit, text.data() + text.size(), value);
    return value;
}

/// Items of `name (n)`, comma-separated.
std::vector<counted> read_list(std::string_view text)
{
    std::vector<counted> all;
    while (!text.empty())
    {
        const auto end  = std::min(text.find("), "), text.size());
        auto       item = text.substr(0, end);
        if (const auto open = item.rfind(" ("); open != std::string_view::npos)
            if (const auto count = leading_number(item.substr(open)); count > 0)
                all.push_back({std::string(item.substr(0, open)), count});
        text.remove_prefix(std::min(end + 3, text.size()));
    }
    return all;
}

timeline read_line(std::string_view text)
{
    timeline all;
    while (!text.empty())
    {
        const auto end  = std::min(text.find(", "), text.size());
        const auto item = text.substr(0, end);
        if (const auto blank = item.find(' '); blank == 7 || blank == 8)
            all[std::string(item.substr(0, blank))] += leading_number(item.substr(blank));
        text.remove_prefix(std::min(end + 2, text.size()));
    }
    return all;
}

std::vector<std::string> read_ids(std::string_view text)
{
    std::vector<std::string> ids;
    while (!text.empty())
    {
        const bool bracketed = text.front() == '[';
        const auto end       = std::min(bracketed ? text.find("], ") : text.find(", "), text.size());
        auto       id        = bracketed ? text.substr(1, end - 1) : text.substr(0, end);
        if (bracketed && end == text.size() && id.ends_with(']')) id.remove_suffix(1);
        if (!id.empty()) ids.emplace_back(id);
        text.remove_prefix(std::min(end + (bracketed ? 3 : 2), text.size()));
    }
    return ids;
}

/// What follows the label that `pick` names, in whichever language the line begins with it.
std::optional<std::string_view> behind_label(std::string_view text, std::string_view wording::*pick)
{
    for (const auto which : languages)
    {
        const auto label = wording_of(which).*pick;
        if (text.starts_with(label) && text.substr(label.size()).starts_with(": "))
            return text.substr(label.size() + 2);
    }
    return std::nullopt;
}

void write_theme(std::string& text, std::size_t number, const theme& one, const report& whole, const wording& words)
{
    text += std::to_string(number) + ". **" + one.name + "**" + std::string(dash) + std::string(words.records) + ": ";
    if (whole.partials > 1) text += std::string(words.at_least) + ' ';
    text += std::to_string(one.count) + ' ' + std::string(words.of) + ' ' + std::to_string(whole.records) +
            share(one.count, whole.records);
    const auto moved = moves(one.over_time, whole.over_time);
    if (moved == movement::growing || moved == movement::falling)
        text +=
            std::string(dash) + "**" + std::string(moved == movement::growing ? words.growing : words.falling) + "**";
    text += '\n';
    const auto bullet = [&](std::string_view label, std::string_view body) {
        if (!body.empty()) text.append("   - ").append(label).append(": ").append(body) += '\n';
    };
    bullet(words.including, list(one.parts));
    bullet(words.mostly_coded, one.code);
    if (one.over_time.size() > 1 || (one.over_time.size() == 1 && whole.over_time.size() > 1))
        bullet(words.over_time, line(one.over_time));
    std::string ids;
    for (const auto& id : one.ids) ids += (ids.empty() ? "" : ", ") + shown_id(id);
    if (!ids.empty() && one.count > one.ids.size())
        ids += ' ' + std::string(words.and_more) + ' ' + std::to_string(one.count - one.ids.size());
    bullet(words.ids, ids);
    bullet(words.example, one.example.empty() ? "" : "“" + one.example + "”");
}

void write_themes(std::string& text, const report& which, const wording& words)
{
    const auto asked = static_cast<std::size_t>(
        std::count_if(which.themes.begin(), which.themes.end(), [](const theme& one) { return one.asked_for; }));
    std::size_t number = 0;
    for (const auto& one : which.themes)
    {
        if (number == 0) text += "\n## " + std::string(asked > 0 ? words.themes_asked : words.themes) + "\n\n";
        else if (asked > 0 && number == asked) text += "\n## " + std::string(words.themes_other) + "\n\n";
        write_theme(text, ++number, one, which, words);
    }
}

std::string moving_names(const report& which, movement wanted)
{
    std::string names;
    for (const auto& one : which.themes)
        if (moves(one.over_time, which.over_time) == wanted) names += (names.empty() ? "" : ", ") + one.name;
    return names;
}

void write_overview(std::string& text, const report& which, const wording& words)
{
    const auto bullet = [&](std::string_view label, std::string_view body) {
        if (!body.empty()) text.append("- ").append(label).append(": ").append(body) += '\n';
    };
    text += "## " + std::string(words.overview) + "\n\n";
    bullet(words.records_read, std::to_string(which.records));
    if (which.partials > 0) bullet(words.partials_read, std::to_string(which.partials));
    bullet(words.period, line(which.over_time));
    bullet(words.question, list(which.question));
    bullet(words.everywhere, list(which.everywhere));
    const auto growing = moving_names(which, movement::growing);
    const auto falling = moving_names(which, movement::falling);
    bullet(words.growing, growing);
    bullet(words.falling, falling);
    if (growing.empty() && falling.empty() && which.over_time.size() > 1 && !which.themes.empty())
        text.append("- ").append(words.none_moves) += '\n';
    bullet(words.labels, list(which.labels));
}

std::string moved_list(const std::vector<counted>& all)
{
    std::string text;
    for (const auto& one : all) text += (text.empty() ? "" : "; ") + one.name;
    return text;
}

void write_trends(std::string& text, const report& which, const wording& words)
{
    if (which.trend_labels == 0) return;
    text += '\n';
    if (which.rising.empty() && which.falling.empty())
        text.append("- ").append(words.trend_steady).append(": ").append(std::to_string(which.trend_labels)) += '\n';
    if (!which.rising.empty())
        text.append("- ").append(words.trend_rising).append(": ").append(moved_list(which.rising)) += '\n';
    if (!which.falling.empty())
        text.append("- ").append(words.trend_falling).append(": ").append(moved_list(which.falling)) += '\n';
}

void read_theme_head(std::string_view text, report& made)
{
    const auto open = text.find(". **");
    if (open == std::string_view::npos || open == 0 || text.find_first_not_of("0123456789") != open) return;
    const auto body  = text.substr(open + 4);
    const auto close = body.find(std::string("**") + std::string(dash));
    if (close == std::string_view::npos) return;
    if (const auto count = leading_number(body.substr(close + 2)); count > 0)
        made.themes.push_back({.name = std::string(body.substr(0, close)), .count = count});
}

void read_theme_bullet(std::string_view text, theme& one)
{
    if (const auto parts = behind_label(text, &wording::including)) one.parts = read_list(*parts);
    else if (const auto over = behind_label(text, &wording::over_time)) one.over_time = read_line(*over);
    else if (const auto code = behind_label(text, &wording::mostly_coded)) one.code = *code;
    else if (auto ids = behind_label(text, &wording::ids))
    {
        for (const auto which : languages)
            if (const auto more = ids->rfind(' ' + std::string(wording_of(which).and_more) + ' ');
                more != std::string_view::npos)
                ids = ids->substr(0, more);
        one.ids = read_ids(*ids);
    }
    else if (auto example = behind_label(text, &wording::example))
    {
        constexpr std::string_view quote = "“";
        if (example->starts_with(quote) && example->ends_with("”"))
            one.example = example->substr(quote.size(), example->size() - 2 * quote.size());
    }
}

} // namespace

movement moves(const timeline& part, const timeline& whole)
{
    if (whole.size() < 2) return movement::unknown;
    double      before = 0, after = 0, all_before = 0, all_after = 0;
    std::size_t at = 0;
    // With an odd number of periods the middle one belongs to neither half.
    const auto half = whole.size() / 2, behind = whole.size() - half;
    for (const auto& [label, count] : whole)
    {
        const auto found = part.find(label);
        const auto held  = found == part.end() ? 0.0 : static_cast<double>(found->second);
        if (at < half) before += held, all_before += static_cast<double>(count);
        else if (at >= behind) after += held, all_after += static_cast<double>(count);
        ++at;
    }
    if (all_before <= 0 || all_after <= 0 || before + after <= 0) return movement::unknown;
    const auto mean  = (before + after) / (all_before + all_after);
    const auto error = std::sqrt(mean * (1 - mean) * (1 / all_before + 1 / all_after));
    const auto rise  = after / all_after - before / all_before;
    if (error <= 0 || before + after < 4 || std::abs(rise) <= 2 * error) return movement::steady;
    return rise > 0 ? movement::growing : movement::falling;
}

std::string write_report(const report& which, language shown_in)
{
    const auto& words = wording_of(shown_in);
    std::string text;
    write_overview(text, which, words);
    write_trends(text, which, words);
    write_themes(text, which, words);
    if (!which.further.empty()) text += '\n' + std::string(words.further) + ": " + list(which.further) + '\n';
    if (which.themes.empty()) text += '\n' + std::string(words.no_words) + '\n';
    text += '\n' + std::string(which.partials > 1 ? words.method_merged : words.method);
    return text;
}

std::optional<report> read_report(std::string_view text)
{
    report made;
    bool   known = false;
    while (!text.empty())
    {
        const auto end  = std::min(text.find('\n'), text.size());
        const auto full = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (full.starts_with("   - ") && !made.themes.empty()) read_theme_bullet(full.substr(5), made.themes.back());
        else if (full.starts_with("- "))
        {
            const auto body = full.substr(2);
            if (const auto records = behind_label(body, &wording::records_read))
                made.records = leading_number(*records), known = made.records > 0;
            else if (const auto over = behind_label(body, &wording::period)) made.over_time = read_line(*over);
            else if (const auto labels = behind_label(body, &wording::labels)) made.labels = read_list(*labels);
            else if (const auto common = behind_label(body, &wording::everywhere)) made.everywhere = read_list(*common);
            else if (const auto words = behind_label(body, &wording::question)) made.question = read_list(*words);
        }
        else if (const auto further = behind_label(full, &wording::further)) made.further = read_list(*further);
        else read_theme_head(full, made);
    }
    return known ? std::optional(std::move(made)) : std::nullopt;
}

} // namespace verbatim::core::extractive
