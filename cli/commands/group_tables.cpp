#include "cli/commands/analysis_result.hpp"

#include "cli/commands/object_table.hpp"
#include "cli/json_access.hpp"
#include "cli/plural.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace verbatim::cli::commands {

namespace json = boost::json;
using output::result_table;

namespace {

constexpr std::size_t shown_values = 6;
constexpr std::size_t shown_items  = 20;
constexpr const char* suppressed   = "few"; ///< a count that is hidden to protect people
const std::string     few_text = "Small counts are hidden to protect people (few); rows of such counts are left out.";

std::string value_title(const json::object& value)
{
    const auto text = text_of(value, "value");
    return text.empty() ? "others" : text;
}

/// `12 (34 %)`.
std::string count_and_share(const json::object& object, const char* count, const char* share)
{
    if (!has_number(object, count)) return suppressed;
    return count_text(object, count) +
           (has_number(object, share) ? " (" + percent_text(number_of(object, share)) + ")" : "");
}

std::string hidden_text(std::size_t shown, std::size_t all, const char* things)
{
    return shown == all
               ? ""
               : " Only " + std::to_string(shown) + " of " + std::to_string(all) + " " + things + " are shown.";
}

/// Themes and codes in rows, values in columns; the first ones of which something is known.
output::section matrix(const std::string& key, const json::array& values)
{
    result_table             content{.name = "", .columns = {{"", "Theme or code"}}, .rows = {}};
    std::vector<std::string> sizes{"all records"};
    const auto               columns = std::min(values.size(), shown_values);
    for (std::size_t n = 0; n != columns; ++n)
    {
        content.columns.push_back({"", value_title(object_of(values[n])), true});
        sizes.push_back(count_text(object_of(values[n]), "record_count"));
    }
    content.rows.add_row(sizes);
    const auto& items = list_of(object_of(values[0]), "counts");
    std::size_t known = 0;
    for (std::size_t item = 0; item != items.size(); ++item)
    {
        std::vector<std::string> row{text_of(object_of(items[item]), "title")};
        bool                     is_known = false; // more than zeros and hidden counts
        for (std::size_t n = 0; n != columns; ++n)
        {
            const auto& counts = list_of(object_of(values[n]), "counts"); // of the same items, in the same order
            row.emplace_back();
            if (item >= counts.size()) continue;
            const auto& count = object_of(counts[item]);
            row.back()        = count_and_share(count, "count", "share");
            is_known          = is_known || number_of(count, "count") != 0;
        }
        if (is_known && known++ < shown_items) content.rows.add_row(row);
    }
    const auto hidden = hidden_text(columns, values.size(), "values") +
                        hidden_text(std::min(known, shown_items), known, "themes and codes");
    return {.heading  = "By " + key,
            .markdown = few_text + hidden + (hidden.empty() ? "" : " CSV has all: --table breakdown."),
            .content  = std::move(content)};
}

void append_counts(const std::string& key, const json::object& value, result_table& content)
{
    for (const auto& item : list_of(value, "counts"))
    {
        const auto& count = object_of(item);
        content.rows.add_row({key, text_of(value, "value"), number_text(value, "record_count"), text_of(count, "kind"),
                              text_of(count, "id"), text_of(count, "title"), number_text(count, "count"),
                              number_text(count, "share")});
    }
}

/// `+12 (+3 to +20)`: the difference of shares in points, with its interval.
std::string difference_text(const json::object& difference)
{
    if (!has_number(difference, "difference")) return "";
    const auto points = [](double share) {
        const auto rounded = std::lround(share * 100);
        return (rounded > 0 ? "+" : "") + std::to_string(rounded);
    };
    return points(number_of(difference, "difference")) + " (" + points(number_of(difference, "low")) + " to " +
           points(number_of(difference, "high")) + ")";
}

bool is_significant(const json::object& difference)
{
    const auto* flag = difference.if_contains("significant");
    return flag && flag->is_bool() && flag->get_bool();
}

/// For people: the differences of which something is known.
result_table shown_differences(const json::object& comparison)
{
    result_table content{.name    = "",
                         .columns = {{"", "Theme or code"},
                                     {"", "First", true},
                                     {"", "Second", true},
                                     {"", "Points", true},
                                     {"", "Beyond chance"}},
                         .rows    = {}};
    for (const auto& item : list_of(comparison, "differences"))
    {
        const auto& difference = object_of(item);
        const auto& counts     = list_of(difference, "counts");
        const bool  is_known   = std::ranges::any_of(
               counts, [](const json::value& count) { return count.is_number() && count.to_number<double>() != 0; });
        if (!is_known) continue;
        content.rows.add_row({text_of(difference, "title"), count_and_share(difference, "counts/0", "shares/0"),
                              count_and_share(difference, "counts/1", "shares/1"), difference_text(difference),
                              !has_number(difference, "difference") ? "not tested"
                              : is_significant(difference)          ? "yes"
                                                                    : "no"});
    }
    return content;
}

/// All of them, in CSV.
result_table all_differences(const json::object& comparison)
{
    const auto significant = [](const json::object& difference) {
        return is_significant(difference) ? "true" : "false";
    };
    return object_table("comparison", list_of(comparison, "differences"),
                        {text_column({"kind"}),
                         text_column({"id"}),
                         text_column({"title"}),
                         number_column({"count_1"}, "counts/0"),
                         number_column({"count_2"}, "counts/1"),
                         number_column({"difference"}),
                         number_column({"low"}),
                         number_column({"high"}),
                         number_column({"p_value"}),
                         {{"significant"}, significant}});
}

/// Whether the text has the form of a day, `2026-03-02`.
bool is_day(std::string_view text)
{
    constexpr std::string_view form = "0000-00-00";
    return std::ranges::equal(text, form,
                              [](char c, char sign) { return sign == '-' ? c == '-' : sdk::ascii::is_digit(c); });
}

/// The value of a group, or its first and last day in words.
std::string group_title(const json::array& groups, std::size_t n)
{
    const auto& group = object_of(groups[n]);
    auto        name  = text_of(group, "name");
    if (const auto slash = name.find('/');
        slash != name.npos && is_day(name.substr(0, slash)) && is_day(name.substr(slash + 1)))
        name.replace(slash, 1, " to ");
    const auto count = count_text(group, "record_count");
    return name + " (" + (count.empty() ? suppressed : plural(count, "record")) + ")";
}

} // namespace

void add_breakdowns(const json::object& answer, output::result& result)
{
    result_table all{.name    = "breakdown",
                     .columns = {{"key"},
                                 {"value"},
                                 {"records", "", true},
                                 {"kind"},
                                 {"id"},
                                 {"title"},
                                 {"count", "", true},
                                 {"share", "", true}},
                     .rows    = {}};
    for (const auto& item : list_of(answer, "breakdown"))
    {
        const auto& values = list_of(object_of(item), "values");
        const auto  key    = text_of(object_of(item), "key");
        if (values.empty()) continue;
        for (const auto& value : values) append_counts(key, object_of(value), all);
        result.sections.push_back(matrix(key, values));
    }
    if (all.rows.row_count() != 0) result.sections.push_back({.heading = "", .content = std::move(all)});
}

void add_comparison(const json::object& answer, output::result& result)
{
    const auto& comparison = object_of(answer, "comparison");
    const auto& groups     = list_of(comparison, "groups");
    if (groups.size() != 2 || list_of(comparison, "differences").empty()) return;
    const auto text =
        "First: " + output::markdown_escaped(group_title(groups, 0)) +
        ". Second: " + output::markdown_escaped(group_title(groups, 1)) +
        ". Records with their shares, and the difference of the shares in points with its 95 % interval. " + few_text;
    result.sections.push_back({.heading = "Comparison", .markdown = text, .content = shown_differences(comparison)});
    result.sections.push_back({.heading = "", .content = all_differences(comparison)});
}

} // namespace verbatim::cli::commands
