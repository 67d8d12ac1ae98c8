#pragma once

#include "reporting/rollup.hpp"

#include "verbatim/sdk/usage_reader.hpp"

namespace verbatim::core::reporting {

/// Both views of the same rows.
struct rollup_views
{
    rollup llm_calls;
    rollup invocations;

    rollup& of(bool is_invocation) noexcept { return is_invocation ? invocations : llm_calls; }
};

sdk::usage_totals totals_of(const rollup_views& group);

/// The groups of the report over the records of a window. Percentiles have the relative error of sketches; all else is
/// exact.
sdk::usage_report report_of(const period_rollups& records);

} // namespace verbatim::core::reporting
