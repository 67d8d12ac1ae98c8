#pragma once

#include "trends.hpp"

#include "verbatim/feedback/record.hpp"
#include "verbatim/sdk/schema.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace verbatim::analyze_bulk {

enum class analysis_mode
{
    single_pass,
    hierarchical,
};
sdk::enum_values declare(analysis_mode);

struct request
{
    std::vector<feedback::record>          records;
    std::string                            prompt;
    std::optional<std::string>             output_language;
    bool                                   anonymize = true;
    analysis_mode                          mode      = analysis_mode::single_pass;
    std::optional<feedback::period_length> trend_period;
    std::optional<std::string>             crm_base_url;
};
void declare(sdk::schema_builder& schema, request& request);

struct response
{
    std::string                  analysis;
    std::optional<double>        quality_score;
    std::string                  uncertainty_explanation;
    std::int64_t                 feedback_record_count = 0;
    std::string                  request_id;
    bool                         used_anonymization = false;
    std::optional<double>        confidence;
    std::optional<coding_trends> trends;
    std::string                  pretty_output;
};
void declare(sdk::schema_builder& schema, response& response);

} // namespace verbatim::analyze_bulk
