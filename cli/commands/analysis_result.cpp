#include "cli/commands/analysis_result.hpp"

#include "cli/commands/object_table.hpp"
#include "cli/commands/record_options.hpp"
#include "cli/json_access.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace verbatim::cli::commands {

namespace json = boost::json;
using output::result_table;
using output::section;

namespace {

constexpr std::size_t bar_columns  = 12;
constexpr std::size_t shown_codes  = 15;
constexpr std::size_t shown_quotes = 2; ///< of a theme

std::string join(const json::array& texts, const char* separator)
{
    std::string result;
    for (const auto& text : texts)
        if (text.is_string()) result += (result.empty() ? "" : separator) + std::string{text.get_string().c_str()};
    return result;
}

/// The periods of the records, in order, as columns of a line of bars.
class timeline
{
public:
    explicit timeline(const json::object& answer)
    {
        for (const auto& period : list_of(answer, "coding_trends/periods"))
            if (period.is_string()) periods_.emplace_back(period.get_string().c_str());
    }

    bool empty() const noexcept { return periods_.size() < 2; }

    std::string title() const { return empty() ? "" : periods_.front() + " to " + periods_.back(); }

    /// Of entries with `period` and `count`.
    std::string line(const std::map<std::string, double>& counts) const
    {
        std::vector<double> values;
        for (const auto& period : periods_)
        {
            const auto found = counts.find(period);
            values.push_back(found == counts.end() ? 0 : found->second);
        }
        return empty() ? "" : output::sparkline(values);
    }

private:
    std::vector<std::string> periods_;
};

std::map<std::string, double> counts_of(const json::array& entries)
{
    std::map<std::string, double> counts;
    for (const auto& entry : entries)
        counts[text_of(object_of(entry), "period")] += number_of(object_of(entry), "count");
    return counts;
}

std::string sub_themes_text(const json::object& theme)
{
    std::string text;
    for (const auto& sub : list_of(theme, "sub_themes"))
        text += (text.empty() ? "" : "; ") + text_of(object_of(sub), "title") + " (" +
                count_text(object_of(sub), "record_count") + ")";
    return text;
}

/// In place of counts over time that the server suppressed.
constexpr const char* hidden = "hidden to protect people";

result_table theme_table(const json::array& themes, const timeline& time)
{
    double highest = 0;
    bool   any_far = false;
    for (const auto& theme : themes)
    {
        highest = std::max(highest, number_of(object_of(theme), "record_count"));
        any_far = any_far || object_of(theme).contains("far_from_question");
    }
    const auto percent = [](const json::object& theme) { return percent_text(number_of(theme, "share")); };
    const auto bar     = [=](const json::object& theme) {
        return output::bar(number_of(theme, "record_count"), highest, bar_columns);
    };
    const auto periods = [&](const json::object& theme) {
        return theme.contains("suppressed_over_time") ? hidden : time.line(counts_of(list_of(theme, "periods")));
    };
    const auto changes = [](const json::object& theme) { return changes_text(list_of(theme, "changes")); };
    const auto ids     = [](const json::object& theme) { return join(list_of(theme, "record_ids"), " "); };
    const auto far     = [](const json::object& theme) { return theme.contains("far_from_question") ? "far" : "near"; };

    std::vector<object_column> columns{text_column({"id"}),
                                       text_column({"theme", "Theme"}, "title"),
                                       number_column({"records", "Records"}, "record_count"),
                                       number_column({"share", "Share"}, "share", percent),
                                       {{"", " "}, bar},
                                       {{"", time.title()}, periods},
                                       {{"change", "Change"}, changes},
                                       text_column({"definition"}),
                                       text_column({"inclusion"}),
                                       text_column({"first_seen"}),
                                       {{"sub_themes"}, sub_themes_text},
                                       {{"record_ids"}, ids}};
    if (any_far) columns.push_back({{"far_from_question", "Question"}, far});
    return object_table("themes", themes, columns);
}

std::string quotes_markdown(const json::object& answer)
{
    std::string text;
    for (const auto& item : list_of(answer, "themes"))
    {
        const auto& quotes = list_of(object_of(item), "quotes");
        if (quotes.empty()) continue;
        text += (text.empty() ? "**" : "\n**") + output::markdown_escaped(text_of(object_of(item), "title")) + "**\n\n";
        for (std::size_t n = 0; n != std::min(quotes.size(), shown_quotes); ++n)
            text += "- “" + output::markdown_escaped(text_of(object_of(quotes[n]), "text")) + "” (" +
                    output::markdown_escaped(text_of(object_of(quotes[n]), "record_id")) + ")\n";
    }
    return text;
}

/// The values of the records: for each dimension the id of a record's value.
using values_by_record = std::map<std::string, std::vector<std::string>>;

values_by_record values_of(const json::array& dimensions)
{
    values_by_record records;
    for (std::size_t n = 0; n != dimensions.size(); ++n)
        for (const auto& value : list_of(object_of(dimensions[n]), "values"))
            for (const auto& id : list_of(object_of(value), "record_ids"))
            {
                auto& values = records[id.is_string() ? id.get_string().c_str() : ""];
                values.resize(dimensions.size());
                values[n] = text_of(object_of(value), "id");
            }
    return records;
}

std::string title_of(const json::object& dimension)
{
    const auto proposition = text_of(dimension, "proposition");
    return text_of(dimension, "title") + (proposition.empty() ? "" : ": " + proposition);
}

result_table dimension_table(const json::object& answer)
{
    result_table content{.name    = "dimensions",
                         .columns = {{"dimension_id"},
                                     {"dimension", "List"},
                                     {"value_id"},
                                     {"value", "Value"},
                                     {"records", "Records", true},
                                     {"share", "", true},
                                     {"", "Share", true},
                                     {"", " "},
                                     {"record_ids"}},
                         .rows    = {}};
    const double total = number_of(answer, "feedback_record_count");
    for (const auto& item : list_of(answer, "dimensions"))
    {
        const auto& dimension = object_of(item);
        for (const auto& entry : list_of(dimension, "values"))
        {
            const auto& value = object_of(entry);
            content.rows.add_row({text_of(dimension, "id"), title_of(dimension), text_of(value, "id"),
                                  text_of(value, "title"), number_text(value, "record_count"),
                                  number_text(value, "share"), percent_text(number_of(value, "share")),
                                  output::bar(number_of(value, "record_count"), total, bar_columns),
                                  join(list_of(value, "record_ids"), " ")});
        }
    }
    return content;
}

/// The records of each theme by value, in CSV only.
result_table theme_value_table(const json::object& answer)
{
    result_table content{.name    = "theme_values",
                         .columns = {{"theme_id"}, {"dimension_id"}, {"value_id"}, {"records", "", true}},
                         .rows    = {}};
    for (const auto& dimension : list_of(answer, "dimensions"))
        for (const auto& value : list_of(object_of(dimension), "values"))
            for (const auto& count : list_of(object_of(value), "by_theme"))
                content.rows.add_row({text_of(object_of(count), "id"), text_of(object_of(dimension), "id"),
                                      text_of(object_of(value), "id"), number_text(object_of(count), "count")});
    return content;
}

/// Records of which no value could be read.
std::string unread_text(const json::object& answer)
{
    std::string text;
    for (const auto& dimension : list_of(answer, "dimensions"))
        if (const auto count = count_text(object_of(dimension), "unread_count");
            has_number(object_of(dimension), "unread_count") && number_of(object_of(dimension), "unread_count") != 0)
            text += "- " + output::markdown_escaped(title_of(object_of(dimension))) + ": no value could be read of " +
                    count + " records\n";
    return text;
}

/// A row for each record and each of its themes, in CSV only. Each dimension has a column with the id of the value.
result_table assignment_table(const json::object& answer)
{
    result_table content{.name = "records", .columns = {{"record_id"}, {"theme_id"}, {"theme"}, {"unassigned_reason"}}};
    const auto&  dimensions = list_of(answer, "dimensions");
    const auto   values     = values_of(dimensions);
    for (const auto& dimension : dimensions) content.columns.push_back({text_of(object_of(dimension), "id")});
    const auto add_row = [&](std::vector<std::string> row) {
        const auto found = values.find(row.front());
        if (found != values.end()) row.insert(row.end(), found->second.begin(), found->second.end());
        row.resize(content.columns.size());
        content.rows.add_row(std::move(row));
    };
    for (const auto& item : list_of(answer, "themes"))
        for (const auto& id : list_of(object_of(item), "record_ids"))
            if (id.is_string())
                add_row(
                    {id.get_string().c_str(), text_of(object_of(item), "id"), text_of(object_of(item), "title"), ""});
    for (const auto& item : list_of(answer, "unassigned"))
        for (const auto& id : list_of(object_of(item), "record_ids"))
            if (id.is_string()) add_row({id.get_string().c_str(), "", "", text_of(object_of(item), "reason")});
    return content;
}

/// The places of the records, in CSV only.
result_table map_table(const json::object& map)
{
    result_table content{.name = "map", .columns = {{"record_id"}, {"x", "", true}, {"y", "", true}}};
    const auto&  ids = list_of(map, "record_ids");
    const auto&  xs  = list_of(map, "x");
    const auto&  ys  = list_of(map, "y");
    for (std::size_t n = 0; n != std::min({ids.size(), xs.size(), ys.size()}); ++n)
        if (ids[n].is_string())
            content.rows.add_row({ids[n].get_string().c_str(), json::serialize(xs[n]), json::serialize(ys[n])});
    return content;
}

struct code_counts
{
    double                        total = 0;
    std::map<std::string, double> periods;
};

std::map<std::string, code_counts> codes_of(const json::object& trends)
{
    std::map<std::string, code_counts> codes;
    for (const auto& item : list_of(trends, "cells"))
    {
        const auto& cell  = object_of(item);
        auto&       code  = codes[text_of(cell, "code")];
        const auto  count = number_of(cell, "count");
        code.total += count;
        code.periods[text_of(cell, "period")] += count;
    }
    return codes;
}

std::map<std::string, std::string> changes_by_code(const json::object& trends)
{
    std::map<std::string, json::array> changes;
    for (const auto& item : list_of(trends, "changes")) changes[text_of(object_of(item), "code")].push_back(item);
    std::map<std::string, std::string> texts;
    for (const auto& [code, list] : changes) texts.emplace(code, changes_text(list));
    return texts;
}

result_table code_table(const json::object& trends, const timeline& time)
{
    const auto                                       codes   = codes_of(trends);
    auto                                             changes = changes_by_code(trends);
    std::vector<std::pair<std::string, code_counts>> sorted{codes.begin(), codes.end()};
    std::ranges::stable_sort(sorted, std::greater{}, [](const auto& entry) { return entry.second.total; });
    result_table content{
        .name    = "codes",
        .columns = {
            {"code", "Code"}, {"records", "Records", true}, {"", " "}, {"", time.title()}, {"change", "Change"}}};
    for (const auto& [code, counts] : sorted)
        content.rows.add_row({code, number_text(counts.total),
                              output::bar(counts.total, sorted.front().second.total, bar_columns),
                              time.line(counts.periods), changes[code]});
    for (const auto& code : list_of(trends, "suppressed_codes"))
        if (code.is_string()) content.rows.add_row({code.get_string().c_str(), "", "", hidden, ""});
    return content;
}

/// Every count, in CSV only.
result_table trend_table(const json::array& cells)
{
    return object_table("trends", cells,
                        {text_column({"code"}), text_column({"period"}), number_column({"records"}, "count")});
}

std::string unassigned_text(const json::object& answer)
{
    static const std::map<std::string, const char*> reasons{{"no_theme", "no theme fits"},
                                                            {"batch_failed", "the model call failed"},
                                                            {"not_answered", "left out by the model"},
                                                            {"out_of_time", "not read in time"}};
    std::string                                     text;
    for (const auto& item : list_of(answer, "unassigned"))
    {
        const auto found = reasons.find(text_of(object_of(item), "reason"));
        text +=
            (text.empty() ? "" : ", ") + count_text(object_of(item), "record_count") + " (" +
            (found == reasons.end() ? output::markdown_escaped(text_of(object_of(item), "reason")) : found->second) +
            ')';
    }
    return text;
}

std::string quality_text(const json::object& answer)
{
    if (!has_number(answer, "quality_score")) return "Quality: no model judged the answer";
    return "Quality: " + percent_text(number_of(answer, "quality_score")) + " (the opinion of a model, not calibrated)";
}

section trust_section(const json::object& answer, const input::record_set& records)
{
    std::string text = "- Read: " + describe_records(records) + "\n- " + quality_text(answer) + "\n";
    if (has_number(answer, "confidence"))
        text += "- Average score of the partial analyses, the opinion of a model: " +
                percent_text(number_of(answer, "confidence")) + "\n";
    if (const auto unassigned = unassigned_text(answer); !unassigned.empty())
        text += "- Records in no theme: " + unassigned + "\n";
    if (const auto explanation = text_of(answer, "uncertainty_explanation"); !explanation.empty())
        text += "- " + explanation + "\n";
    const auto* anonymized = answer.if_contains("used_anonymization");
    if (anonymized && anonymized->is_bool())
        text += anonymized->get_bool() ? "- Names, numbers and addresses that were found were hidden from the model.\n"
                                       : "- Personal data was not hidden from the model.\n";
    return {.heading  = "How far to trust this",
            .markdown = text + "- Request id: " + text_of(answer, "request_id") + "\n"};
}

} // namespace

output::result analysis_result(const std::string& body, const std::string& question, const input::record_set& records)
{
    const auto     answer = parse_object(body);
    const timeline time{answer};
    const auto&    trends = object_of(answer, "coding_trends");
    output::result result{.title = question, .json = body};
    result.sections.push_back({.heading = "", .markdown = output::with_lower_headings(text_of(answer, "analysis"))});
    if (const auto& themes = list_of(answer, "themes"); !themes.empty())
    {
        result.sections.push_back({.heading = "Themes", .content = theme_table(themes, time)});
        if (const auto quotes = quotes_markdown(answer); !quotes.empty())
            result.sections.push_back({.heading = "In their words", .markdown = quotes});
    }
    if (!list_of(answer, "dimensions").empty())
    {
        result.sections.push_back(
            {.heading = "Values", .markdown = unread_text(answer), .content = dimension_table(answer)});
        result.sections.push_back({.heading = "", .content = theme_value_table(answer)});
    }
    if (answer.contains("themes")) result.sections.push_back({.heading = "", .content = assignment_table(answer)});
    if (answer.contains("record_map"))
        result.sections.push_back({.heading = "", .content = map_table(object_of(answer, "record_map"))});
    if (!list_of(trends, "cells").empty())
    {
        add_with_first_rows(result, {.heading = "Codes over time", .content = code_table(trends, time)}, shown_codes);
        result.sections.push_back({.heading = "", .content = trend_table(list_of(trends, "cells"))});
    }
    add_changes(answer, result);
    add_breakdowns(answer, result);
    add_comparison(answer, result);
    result.sections.push_back(trust_section(answer, records));
    return result;
}

} // namespace verbatim::cli::commands
