#include "cli/commands/analysis_result.hpp"

#include "cli/commands/object_table.hpp"
#include "cli/json_access.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::cli::commands {

namespace json = boost::json;
using output::result_table;

namespace {

constexpr std::size_t shown_changes = 20;

/// The changes, the clearest first, each with what it is `of` and with its `id` and `title`.
json::array changes_of(const json::object& answer)
{
    json::array changes;
    const auto  add = [&](const json::value& change, const char* of, const std::string& id, const std::string& title) {
        auto row     = object_of(change);
        row["of"]    = of;
        row["id"]    = id;
        row["title"] = title;
        changes.push_back(std::move(row));
    };
    for (const auto& item : list_of(answer, "themes"))
        for (const auto& change : list_of(object_of(item), "changes"))
            add(change, "theme", text_of(object_of(item), "id"), text_of(object_of(item), "title"));
    for (const auto& change : list_of(answer, "coding_trends/changes"))
    {
        const auto code = text_of(object_of(change), "code");
        add(change, "code", code, code);
    }
    std::ranges::stable_sort(changes, {},
                             [](const json::value& row) { return number_of(object_of(row), "q_value", 1); });
    return changes;
}

std::string periods_text(const json::object& change)
{
    const auto first = text_of(change, "periods/0"), last = text_of(change, "periods/1");
    return first == last ? first : first + " to " + last;
}

/// `20 of 432 (4.6 %)`
std::string side_text(const json::object& change, const std::string& side)
{
    const auto count = count_text(change, "counts/" + side), total = count_text(change, "totals/" + side);
    if (count.empty()) return "";
    const auto share = percent_text(change, "shares/" + side); // empty from a server that does not know shares
    return count + (total.empty() ? "" : " of " + total) + (share.empty() ? "" : " (" + share + ")");
}

/// `jumps in 2026-W31`; the name of a kind that this command does not know.
std::string kind_text(const json::object& change)
{
    const auto kind = text_of(change, "kind");
    if (kind == "rise") return "rises";
    if (kind == "fall") return "falls";
    if (kind == "step_up") return "jumps in " + text_of(change, "periods/0");
    if (kind == "step_down") return "drops in " + text_of(change, "periods/0");
    if (kind == "spike") return "peak in " + periods_text(change);
    if (kind == "new") return "new since " + text_of(change, "periods/0");
    return kind == "vanished" ? "gone since " + text_of(change, "periods/0") : kind;
}

output::section people_section(const json::array& changes)
{
    const auto  shown  = std::min(changes.size(), shown_changes);
    const auto  before = [](const json::object& change) { return side_text(change, "0"); };
    const auto  during = [](const json::object& change) { return side_text(change, "1"); };
    std::string note   = "Changes of the share that chance hardly explains, the clearest first.";
    if (shown != changes.size())
        note += " Only " + std::to_string(shown) + " of " + std::to_string(changes.size()) +
                " are shown. CSV has all: --table changes.";
    return {.heading  = "Changes over time",
            .markdown = std::move(note),
            .content  = object_table("", json::array(changes.begin(), changes.begin() + shown),
                                     {text_column({"", "Theme or code"}, "title"),
                                      {{"", "Change"}, kind_text},
                                      {{"", "Before, or in other periods"}, before},
                                      {{"", "In these periods"}, during},
                                      {{"", "Periods"}, periods_text}})};
}

/// All numbers, in CSV only.
result_table csv_table(const json::array& changes)
{
    std::vector<object_column>                    columns{text_column({"kind"}, "of"),
                                       text_column({"id"}),
                                       text_column({"title"}),
                                       text_column({"change"}, "kind"),
                                       text_column({"from"}, "periods/0"),
                                       text_column({"to"}, "periods/1")};
    constexpr std::pair<const char*, const char*> lists[]{
        {"records", "counts"}, {"all_records", "totals"}, {"share", "shares"}, {"expected", "expected"}};
    for (const auto& [side, suffix] : {std::pair{"/0", "_outside"}, std::pair{"/1", "_inside"}})
        for (const auto& [name, list] : lists)
            columns.push_back(number_column({std::string{name} + suffix}, std::string{list} + side));
    columns.push_back(number_column({"p_value"}));
    columns.push_back(number_column({"q_value"}));
    return object_table("changes", changes, columns);
}

bool was_tested(const json::object& answer)
{
    const auto& trends = object_of(answer, "coding_trends");
    return list_of(trends, "periods").size() > 1 && (answer.contains("themes") || trends.contains("changes"));
}

} // namespace

std::string changes_text(const json::array& changes)
{
    std::string text;
    for (const auto& item : changes)
    {
        const auto& change = object_of(item);
        const auto  before = percent_text(change, "shares/0"), after = percent_text(change, "shares/1");
        text += (text.empty() ? "" : "; ") + kind_text(change);
        if (!before.empty() && !after.empty()) text += " (" + before + " to " + after + ")";
    }
    return text;
}

void add_changes(const json::object& answer, output::result& result)
{
    if (!was_tested(answer)) return;
    const auto changes = changes_of(answer);
    if (changes.empty())
        result.sections.push_back({.heading  = "Changes over time",
                                   .markdown = "No theme or code changes over time by more than chance explains."});
    else result.sections.push_back(people_section(changes));
    result.sections.push_back({.heading = "", .content = csv_table(changes)});
}

} // namespace verbatim::cli::commands
