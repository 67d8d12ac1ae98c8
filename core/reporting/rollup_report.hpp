#pragma once

#include "reporting/rollup.hpp"

#include "verbatim/sdk/usage_reader.hpp"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::reporting {

/// Both views of the same rows.
struct rollup_views
{
    rollup llm_calls;
    rollup invocations;

    rollup& of(bool is_invocation) noexcept { return is_invocation ? invocations : llm_calls; }
};

sdk::usage_totals totals_of(const rollup_views& group);

/// Sums over the model calls of each model.
class model_totals
{
public:
    model_totals()                               = default;
    model_totals(const model_totals&)            = delete;
    model_totals& operator=(const model_totals&) = delete;

    /// The sums of a model, created with zeros. Valid as long as this object.
    rollup_sums& at(std::string_view model);

    /// Sorted by model, in code-point order.
    std::vector<sdk::usage_of_model> list() const;

private:
    using model_map = std::map<std::string, rollup_sums, std::less<>>;

    model_map              models_;
    model_map::value_type* latest_ = nullptr;
};

/// The groups of the report over the records of a window. Percentiles have the relative error of sketches; all else is
/// exact.
sdk::usage_report report_of(const period_rollups& records);

} // namespace verbatim::core::reporting
