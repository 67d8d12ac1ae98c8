#pragma once

#include "analysis_input.hpp"
#include "breakdown/breakdown.hpp"
#include "breakdown/subjects.hpp"
#include "dimensions/dimension.hpp"
#include "dimensions/wire.hpp"
#include "themes/theme_list.hpp"
#include "themes/wire.hpp"
#include "trends.hpp"

#include "verbatim/feedback/period.hpp"
#include "verbatim/hierarchy/phases.hpp"
#include "verbatim/hierarchy/record_map.hpp"
#include "verbatim/sdk/call.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace verbatim::analyze_bulk::themes {

struct theme_settings
{
    theme_limit                limit;
    bool                       by_chunk = false; ///< mode `hierarchical`
    const hierarchy::settings& chunking;
    std::string_view           date_field;
    const trend_fields*        visible_trends = nullptr; ///< fields of dates and codes; null: no model may see dates
    feedback::period_length    period;

    std::span<const requested_theme> requested   = {};    ///< empty: a model names the themes
    bool                             induce_more = false; ///< a model names further ones
    bool                             record_map  = false; ///< places the records if there is an embedder

    std::span<const dimensions::dimension> dimensions = {}; ///< their texts follow those of `requested` in the input

    /// By position of the record, as in counted_themes; null: a model reads them.
    const std::vector<std::optional<std::vector<dimensions::value_number>>>* known_values = nullptr;

    /// Counts the themes and values by group. Their dates are left out where the result says so.
    std::function<sdk::task<breakdown_result>(std::span<const membership>)> break_down;
};

struct theme_analysis
{
    analysis_result               result;
    std::vector<theme_entry>      themes;
    std::vector<unassigned_entry> unassigned;
    std::size_t                   unassigned_count = 0;
    std::size_t                   dropped          = 0; ///< references of models that do not exist or repeat

    std::vector<dimensions::dimension_entry> dimensions;
    std::vector<hierarchy::map_place>        places; ///< of each record; empty without a map

    /// The records of each theme, in the order of `themes`.
    std::vector<membership> memberships;
    breakdown_result        groups;
};

/// Finds the themes of the records unless the request has them, reads every record against them, counts, and writes the
/// analysis from the counts: docs/reference/operations/analyze-bulk.md#themes. Throws payload_too_large if the records
/// exceed one call and `by_chunk` is false, and the error of the calls on which the whole analysis depends. Arguments
/// must outlive the task. [may wait]
sdk::task<theme_analysis> analyze(sdk::call& call, const analysis_input& input, const theme_settings& settings);

} // namespace verbatim::analyze_bulk::themes
