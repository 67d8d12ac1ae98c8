#pragma once

#include "breakdown/changes.hpp"
#include "trends.hpp"

#include "verbatim/feedback/redaction.hpp"
#include "verbatim/text_analysis/report_labels.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::analyze_bulk {

/// A change of a theme or code, with its name as a report writes it.
struct named_change
{
    std::string          name;
    analyze_bulk::change change;
};

/// The tested changes of codes.
std::vector<named_change> named_changes(const trend_counts& counts, const feedback::redaction& redaction);

/// A kind of change in the words of a report without a provider.
std::string_view name_of(change_kind kind, const text_analysis::report_labels& labels);

/// A heading with an item of a Markdown list for each kind, such as `growing: Water (3 of 410, 0.7% → 2026-W20 –
/// 2026-W38: 20 of 432, 4.6%)`. At most 12 changes of a kind are named. Empty without changes.
std::string list_of(std::span<const named_change> changes, std::string_view heading,
                    const text_analysis::report_labels& labels);

} // namespace verbatim::analyze_bulk
