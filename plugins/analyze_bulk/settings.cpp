#include "settings.hpp"

#include <algorithm>
#include <iterator>

namespace verbatim::analyze_bulk {

std::optional<trend_fields> settings::visible_fields() const
{
    const auto visible    = metadata.visible_to_models();
    const auto is_visible = [&](const std::string& key) { return std::ranges::find(visible, key) != visible.end(); };
    if (!is_visible(metadata.date)) return std::nullopt;
    trend_fields fields{metadata.date, {}, code_separator};
    std::ranges::copy_if(metadata.codes, std::back_inserter(fields.codes), is_visible);
    return fields;
}

void declare(sdk::schema_builder& schema, settings& settings)
{
    schema.name("AnalyzeBulkSettings", "Settings of analyze-bulk.");

    feedback::metadata_settings(schema, settings.metadata);
    schema.optional("ANALYZE_CODING_TREND_SEPARATOR", settings.code_separator,
                    "Separator of the labels in a text of a code field. Empty: a text is one label. Items of an array "
                    "are never split.");
    schema
        .optional(
            "MIN_CELL", settings.min_cell,
            "Counts above zero and below this number are suppressed in breakdowns and comparisons, so that nobody "
            "is singled out. 0 or 1: none is.")
        .at_least(0)
        .at_most(1'000'000);
    schema.optional("ANALYZE_DEFAULT_CODING_TREND_PERIOD", settings.default_period,
                    "Period of the coding trends if the request has none.");
    hierarchy::hierarchy_settings(schema, settings.hierarchical);
}

} // namespace verbatim::analyze_bulk
