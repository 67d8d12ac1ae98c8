#pragma once

#include "analysis_input.hpp"
#include "settings.hpp"
#include "themes/analysis.hpp"
#include "trends.hpp"
#include "wire.hpp"

#include "verbatim/sdk/operation.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace verbatim::analyze_bulk {

/// POST /v1/analyze-bulk: one question, many records, one answer.
class operation final : public sdk::typed_operation<request, response>
{
public:
    explicit operation(settings settings);

    sdk::descriptor     describe() const override;
    sdk::task<response> run(sdk::call& call, const request& request) const override;

private:
    /// Breakdown and comparison if the request has them.
    sdk::task<breakdown_result> count_groups(sdk::call& call, const request& request,
                                             std::span<const feedback::record* const> records,
                                             std::span<const membership> themes, feedback::period_length period) const;

    sdk::task<themes::theme_analysis> analyze_themes(sdk::call& call, const analysis_input& input,
                                                     const request&                         request,
                                                     std::span<const dimensions::dimension> dimensions,
                                                     feedback::period_length                length) const;

    const settings                    settings_;
    const std::vector<std::string>    shown_metadata_;
    const trend_fields                trend_fields_;
    const std::optional<trend_fields> visible_trend_fields_;
};

} // namespace verbatim::analyze_bulk
