#include "cli/commands/analysis_result.hpp"

#include "cli/json_access.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

namespace verbatim::cli::commands {

namespace json = boost::json;
using output::result_table;

namespace {

constexpr std::size_t shown_changes = 20;

struct named_change
{
    const char*         what; ///< theme or code
    std::string         id;
    std::string         title;
    const json::object* change = nullptr;
};

std::vector<named_change> changes_of(const json::object& answer)
{
    std::vector<named_change> changes;
    for (const auto& item : list_of(answer, "themes"))
        for (const auto& change : list_of(object_of(item), "changes"))
            changes.push_back(
                {"theme", text_of(object_of(item), "id"), text_of(object_of(item), "title"), &object_of(change)});
    for (const auto& change : list_of(object_of(answer, "coding_trends"), "changes"))
    {
        const auto code = text_of(object_of(change), "code");
        changes.push_back({"code", code, code, &object_of(change)});
    }
    std::ranges::stable_sort(changes, {},
                             [](const named_change& entry) { return number_of(*entry.change, "q_value", 1); });
    return changes;
}

std::string period(const json::object& change, std::size_t n)
{
    const auto& periods = list_of(change, "periods");
    return n < periods.size() && periods[n].is_string() ? std::string{periods[n].get_string().c_str()} : std::string{};
}

std::string periods_text(const json::object& change)
{
    const auto first = period(change, 0), last = period(change, 1);
    return first == last ? first : first + " to " + last;
}

/// A number of the periods outside (0) or inside (1) a change; none from a server that does not know the member.
const json::value* number_at(const json::object& change, std::string_view member, std::size_t side)
{
    const auto& numbers = list_of(change, member);
    return side < numbers.size() && numbers[side].is_number() ? &numbers[side] : nullptr;
}

std::string raw_number(const json::object& change, std::string_view member, std::size_t side)
{
    const auto* number = number_at(change, member, side);
    return number ? number_text(number->to_number<double>()) : "";
}

std::string share_text(const json::object& change, std::size_t side)
{
    const auto* share = number_at(change, "shares", side);
    return share ? percent_text(share->to_number<double>()) : "";
}

/// `20 of 432 (4.6 %)`
std::string side_text(const json::object& change, std::size_t side)
{
    const auto* count = number_at(change, "counts", side);
    const auto* total = number_at(change, "totals", side);
    if (!count) return "";
    const auto share = share_text(change, side);
    return count_text(count->to_number<double>()) + (total ? " of " + count_text(total->to_number<double>()) : "") +
           (share.empty() ? "" : " (" + share + ")");
}

/// `jumps in 2026-W31`; the name of a kind that this command does not know.
std::string kind_text(const json::object& change)
{
    const auto kind = text_of(change, "kind");
    if (kind == "rise") return "rises";
    if (kind == "fall") return "falls";
    if (kind == "step_up") return "jumps in " + period(change, 0);
    if (kind == "step_down") return "drops in " + period(change, 0);
    if (kind == "spike") return "peak in " + periods_text(change);
    if (kind == "new") return "new since " + period(change, 0);
    return kind == "vanished" ? "gone since " + period(change, 0) : kind;
}

output::section people_section(const std::vector<named_change>& changes)
{
    const auto   shown = std::min(changes.size(), shown_changes);
    result_table content{.name    = "",
                         .columns = {{"", "Theme or code"},
                                     {"", "Change"},
                                     {"", "Before, or in other periods"},
                                     {"", "In these periods"},
                                     {"", "Periods"}},
                         .rows    = {}};
    for (std::size_t n = 0; n != shown; ++n)
        content.rows.add_row({changes[n].title, kind_text(*changes[n].change), side_text(*changes[n].change, 0),
                              side_text(*changes[n].change, 1), periods_text(*changes[n].change)});
    std::string note = "Changes of the share that chance hardly explains, the clearest first.";
    if (shown != changes.size())
        note += " Only " + std::to_string(shown) + " of " + std::to_string(changes.size()) +
                " are shown. CSV has all: --table changes.";
    return {.heading = "Changes over time", .markdown = std::move(note), .content = std::move(content)};
}

/// All numbers, in CSV only.
result_table csv_table(const std::vector<named_change>& changes)
{
    result_table content{
        .name = "changes", .columns = {{"kind"}, {"id"}, {"title"}, {"change"}, {"from"}, {"to"}}, .rows = {}};
    for (const char* side : {"outside", "inside"})
        for (const char* number : {"records", "all_records", "share", "expected"})
            content.columns.push_back({std::string{number} + "_" + side, "", true});
    content.columns.push_back({"p_value", "", true});
    content.columns.push_back({"q_value", "", true});
    for (const auto& [what, id, title, change] : changes)
    {
        std::vector<std::string> row{what, id, title, text_of(*change, "kind"), period(*change, 0), period(*change, 1)};
        for (const std::size_t side : {0U, 1U})
            for (const char* member : {"counts", "totals", "shares", "expected"})
                row.push_back(raw_number(*change, member, side));
        row.push_back(number_text(*change, "p_value"));
        row.push_back(number_text(*change, "q_value"));
        content.rows.add_row(row);
    }
    return content;
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
        const auto  before = share_text(change, 0), after = share_text(change, 1);
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
