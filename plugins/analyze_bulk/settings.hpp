#pragma once

#include "hierarchical.hpp"
#include "trends.hpp"
#include "wire.hpp"

#include "verbatim/feedback/metadata.hpp"
#include "verbatim/sdk/schema.hpp"

namespace verbatim::analyze_bulk {

struct settings
{
    feedback::metadata_keys metadata;
    feedback::period_length default_period = feedback::period_length::week;
    hierarchical_settings   hierarchical;

    trend_fields fields() const { return {metadata.date, metadata.codes}; }
};
void declare(sdk::schema_builder& schema, settings& settings);

} // namespace verbatim::analyze_bulk
