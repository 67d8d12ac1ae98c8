#pragma once

#include "trends.hpp"
#include "wire.hpp"

#include "verbatim/sdk/schema.hpp"

#include <optional>
#include <string>
#include <vector>

namespace verbatim::analyze_bulk {

/// What an operator chooses. The code fields serve two settings, so the default of the second is made of the first.
struct settings
{
    std::string                             date_field  = "created";
    std::vector<std::string>                code_fields = {"coding_level_1", "coding_level_2", "coding_level_3"};
    std::optional<std::vector<std::string>> metadata_fields;
    period                                  default_period = period::week;

    trend_fields fields() const { return {date_field, code_fields}; }
    /// The metadata that a model may see: as set, or the date field and the code fields.
    std::vector<std::string> shown_metadata() const;
};
void declare(sdk::declaration& wire, settings& chosen);

} // namespace verbatim::analyze_bulk
