#include "extractive/report.hpp"

#include "extractive/report_labels.hpp"

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

std::string list(const std::vector<named_count>& counts)
{
    std::string text;
    for (const auto& [name, count] : counts)
        text += (text.empty() ? "" : ", ") + name + " (" + std::to_string(count) + ')';
    return text;
}

std::string line(const timeline& counts)
{
    std::string text;
    for (const auto& [label, count] : counts) text += (text.empty() ? "" : ", ") + label + ' ' + std::to_string(count);
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
std::vector<named_count> read_list(std::string_view text)
{
    std::vector<named_count> all;
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

/// What follows the label that `label_member` names, in whichever language the line begins with it.
std::optional<std::string_view> behind_label(std::string_view text, std::string_view report_labels::*label_member)
{
    for (const auto which : languages)
    {
        const auto label = report_labels_of(which).*label_member;
        if (text.starts_with(label) && text.substr(label.size()).starts_with(": "))
            return text.substr(label.size() + 2);
    }
    return std::nullopt;
}

void write_theme(std::string& text, std::size_t number, const theme& entry, const report& whole,
                 const report_labels& labels)
{
    text +=
        std::to_string(number) + ". **" + entry.name + "**" + std::string(dash) + std::string(labels.records) + ": ";
    if (whole.partials > 1) text += std::string(labels.at_least) + ' ';
    text += std::to_string(entry.count) + ' ' + std::string(labels.of) + ' ' + std::to_string(whole.records) +
            share(entry.count, whole.records);
    const auto direction = find_trend(entry.over_time, whole.over_time);
    if (direction == trend::growing || direction == trend::falling)
        text += std::string(dash) + "**" + std::string(direction == trend::growing ? labels.growing : labels.falling) +
                "**";
    text += '\n';
    const auto bullet = [&](std::string_view label, std::string_view body) {
        if (!body.empty()) text.append("   - ").append(label).append(": ").append(body) += '\n';
    };
    bullet(labels.including, list(entry.parts));
    bullet(labels.mostly_coded, entry.code);
    if (entry.over_time.size() > 1 || (entry.over_time.size() == 1 && whole.over_time.size() > 1))
        bullet(labels.over_time, line(entry.over_time));
    std::string ids;
    for (const auto& id : entry.ids) ids += (ids.empty() ? "" : ", ") + shown_id(id);
    if (!ids.empty() && entry.count > entry.ids.size())
        ids += ' ' + std::string(labels.and_more) + ' ' + std::to_string(entry.count - entry.ids.size());
    bullet(labels.ids, ids);
    bullet(labels.example, entry.example.empty() ? "" : "“" + entry.example + "”");
}

void write_themes(std::string& text, const report& content, const report_labels& labels)
{
    const auto  matching = static_cast<std::size_t>(std::count_if(
         content.themes.begin(), content.themes.end(), [](const theme& entry) { return entry.matches_question; }));
    std::size_t number   = 0;
    for (const auto& entry : content.themes)
    {
        if (number == 0) text += "\n## " + std::string(matching > 0 ? labels.themes_asked : labels.themes) + "\n\n";
        else if (matching > 0 && number == matching) text += "\n## " + std::string(labels.themes_other) + "\n\n";
        write_theme(text, ++number, entry, content, labels);
    }
}

std::string names_with_trend(const report& content, trend wanted)
{
    std::string names;
    for (const auto& entry : content.themes)
        if (find_trend(entry.over_time, content.over_time) == wanted) names += (names.empty() ? "" : ", ") + entry.name;
    return names;
}

void write_overview(std::string& text, const report& content, const report_labels& labels)
{
    const auto bullet = [&](std::string_view label, std::string_view body) {
        if (!body.empty()) text.append("- ").append(label).append(": ").append(body) += '\n';
    };
    text += "## " + std::string(labels.overview) + "\n\n";
    bullet(labels.records_read, std::to_string(content.records));
    if (content.partials > 0) bullet(labels.partials_read, std::to_string(content.partials));
    bullet(labels.period, line(content.over_time));
    bullet(labels.question, list(content.question));
    bullet(labels.everywhere, list(content.ubiquitous));
    const auto growing = names_with_trend(content, trend::growing);
    const auto falling = names_with_trend(content, trend::falling);
    bullet(labels.growing, growing);
    bullet(labels.falling, falling);
    if (growing.empty() && falling.empty() && content.over_time.size() > 1 && !content.themes.empty())
        text.append("- ").append(labels.none_moves) += '\n';
    bullet(labels.labels, list(content.labels));
}

std::string join_names(const std::vector<named_count>& counts)
{
    std::string text;
    for (const auto& entry : counts) text += (text.empty() ? "" : "; ") + entry.name;
    return text;
}

void write_trends(std::string& text, const report& content, const report_labels& labels)
{
    if (content.trend_labels == 0) return;
    text += '\n';
    if (content.rising.empty() && content.falling.empty())
        text.append("- ").append(labels.trend_steady).append(": ").append(std::to_string(content.trend_labels)) += '\n';
    if (!content.rising.empty())
        text.append("- ").append(labels.trend_rising).append(": ").append(join_names(content.rising)) += '\n';
    if (!content.falling.empty())
        text.append("- ").append(labels.trend_falling).append(": ").append(join_names(content.falling)) += '\n';
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
    if (const auto parts = behind_label(text, &report_labels::including)) one.parts = read_list(*parts);
    else if (const auto over = behind_label(text, &report_labels::over_time)) one.over_time = read_line(*over);
    else if (const auto code = behind_label(text, &report_labels::mostly_coded)) one.code = *code;
    else if (auto ids = behind_label(text, &report_labels::ids))
    {
        for (const auto which : languages)
            if (const auto more = ids->rfind(' ' + std::string(report_labels_of(which).and_more) + ' ');
                more != std::string_view::npos)
                ids = ids->substr(0, more);
        one.ids = read_ids(*ids);
    }
    else if (auto example = behind_label(text, &report_labels::example))
    {
        constexpr std::string_view quote = "“";
        if (example->starts_with(quote) && example->ends_with("”"))
            one.example = example->substr(quote.size(), example->size() - 2 * quote.size());
    }
}

} // namespace

trend find_trend(const timeline& part, const timeline& whole)
{
    if (whole.size() < 2) return trend::unknown;
    double      before = 0, after = 0, all_before = 0, all_after = 0;
    std::size_t at = 0;
    // With an odd number of periods the middle one belongs to neither half.
    const auto half = whole.size() / 2, second_half = whole.size() - half;
    for (const auto& [label, count] : whole)
    {
        const auto found = part.find(label);
        const auto value = found == part.end() ? 0.0 : static_cast<double>(found->second);
        if (at < half) before += value, all_before += static_cast<double>(count);
        else if (at >= second_half) after += value, all_after += static_cast<double>(count);
        ++at;
    }
    if (all_before <= 0 || all_after <= 0 || before + after <= 0) return trend::unknown;
    const auto mean  = (before + after) / (all_before + all_after);
    const auto error = std::sqrt(mean * (1 - mean) * (1 / all_before + 1 / all_after));
    const auto rise  = after / all_after - before / all_before;
    if (error <= 0 || before + after < 4 || std::abs(rise) <= 2 * error) return trend::steady;
    return rise > 0 ? trend::growing : trend::falling;
}

std::string write_report(const report& content, language lang)
{
    const auto& labels = report_labels_of(lang);
    std::string text;
    write_overview(text, content, labels);
    write_trends(text, content, labels);
    write_themes(text, content, labels);
    if (!content.further.empty()) text += '\n' + std::string(labels.further) + ": " + list(content.further) + '\n';
    if (content.themes.empty()) text += '\n' + std::string(labels.no_words) + '\n';
    text += '\n' + std::string(content.partials > 1 ? labels.method_merged : labels.method);
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
            if (const auto records = behind_label(body, &report_labels::records_read))
                made.records = leading_number(*records), known = made.records > 0;
            else if (const auto over = behind_label(body, &report_labels::period)) made.over_time = read_line(*over);
            else if (const auto labels = behind_label(body, &report_labels::labels)) made.labels = read_list(*labels);
            else if (const auto common = behind_label(body, &report_labels::everywhere))
                made.ubiquitous = read_list(*common);
            else if (const auto words = behind_label(body, &report_labels::question)) made.question = read_list(*words);
        }
        else if (const auto further = behind_label(full, &report_labels::further)) made.further = read_list(*further);
        else read_theme_head(full, made);
    }
    return known ? std::optional(std::move(made)) : std::nullopt;
}

} // namespace verbatim::core::extractive
