#pragma once

#include "trends.hpp"
#include "wire.hpp"

#include "verbatim/feedback/metadata.hpp"
#include "verbatim/hierarchy/phases.hpp"
#include "verbatim/sdk/schema.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace verbatim::analyze_bulk {

struct settings
{
    feedback::metadata_keys metadata;
    feedback::period_length default_period = feedback::period_length::week;
    std::string             code_separator = ","; ///< of the labels in a text; empty: a text is one label
    std::uint64_t           min_cell       = 5;   ///< smaller counts of a breakdown are suppressed
    hierarchy::settings     hierarchical;

    trend_fields fields() const { return {metadata.date, metadata.codes, code_separator}; }

    /// Those that models may see. None without a visible date.
    std::optional<trend_fields> visible_fields() const;
};
void declare(sdk::schema_builder& schema, settings& settings);

} // namespace verbatim::analyze_bulk
