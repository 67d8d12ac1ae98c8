#include "change_list.hpp"

#include "join.hpp"

#include "verbatim/feedback/markup.hpp"

#include <cstddef>

namespace verbatim::analyze_bulk {

namespace {

using text_analysis::report_labels;

/// `20 of 432, 4.6%`
std::string counts_of(const change& change, std::size_t side, const report_labels& labels)
{
    return std::to_string(change.counts[side]) + ' ' + std::string{labels.of} + ' ' +
           std::to_string(change.totals[side]) + ", " + percent_of(change, side) + '%';
}

std::string item_of(const named_change& named, const report_labels& labels)
{
    const auto& change  = named.change;
    auto        periods = change.periods[0];
    if (change.periods[1] != periods) periods += " – " + change.periods[1];
    return named.name + " (" + counts_of(change, 0, labels) + ' ' + std::string{labels.arrow} + ' ' + periods + ": " +
           counts_of(change, 1, labels) + ')';
}

} // namespace

std::vector<named_change> named_changes(const trend_counts& counts, const feedback::redaction& redaction)
{
    std::vector<named_change> result;
    if (!counts.trends || !counts.trends->changes) return result;
    for (const auto& [code, change] : *counts.trends->changes)
        result.push_back({std::string{redaction.unescaped_field(feedback::on_one_line(code))}, change});
    return result;
}

std::string_view name_of(change_kind kind, const report_labels& labels)
{
    switch (kind)
    {
    case change_kind::rise: return labels.growing;
    case change_kind::fall: return labels.falling;
    case change_kind::step_up: return labels.stepped_up;
    case change_kind::step_down: return labels.stepped_down;
    case change_kind::spike: return labels.peaking;
    case change_kind::appearance: return labels.appeared;
    case change_kind::disappearance: break;
    }
    return labels.vanished;
}

std::string list_of(std::span<const named_change> changes, std::string_view heading, const report_labels& labels)
{
    if (changes.empty()) return {};
    auto text = "- " + std::string{heading} + ":\n";
    for (const auto kind : {change_kind::rise, change_kind::step_up, change_kind::appearance, change_kind::spike,
                            change_kind::fall, change_kind::step_down, change_kind::disappearance})
    {
        constexpr std::size_t    max_items = 12;
        std::vector<std::string> items;
        for (const auto& named : changes)
            if (named.change.kind == kind && items.size() != max_items) items.push_back(item_of(named, labels));
        if (!items.empty())
            text.append("   - ").append(name_of(kind, labels)).append(": ").append(join(items, "; ")) += '\n';
    }
    return text;
}

} // namespace verbatim::analyze_bulk
