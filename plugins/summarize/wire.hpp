#pragma once

#include "verbatim/feedback/record.hpp"
#include "verbatim/feedback/response_text.hpp"
#include "verbatim/sdk/schema.hpp"

#include <optional>
#include <string>
#include <vector>

namespace verbatim::summarize {

struct record_request
{
    feedback::record record;
};
void declare(sdk::schema_builder& schema, record_request& request);

struct record_response
{
    std::string             id;
    feedback::response_text title;
    feedback::response_text summary;
    std::optional<double>   quality_score;
    feedback::response_text pretty_output;
};
void declare(sdk::schema_builder& schema, record_response& response);

enum class summary_mode
{
    single_pass,
    hierarchical,
};
sdk::enum_values declare(summary_mode);

struct bulk_request
{
    std::vector<feedback::record> records;
    summary_mode                  mode = summary_mode::single_pass;
    std::optional<std::string>    output_language;
    std::optional<std::string>    crm_base_url;
};
void declare(sdk::schema_builder& schema, bulk_request& request);

struct bulk_response
{
    std::vector<std::string> ids;
    feedback::response_text  title;
    feedback::response_text  summary;
    std::optional<double>    quality_score;
    feedback::response_text  pretty_output;

    std::optional<std::vector<std::string>> refused_records; ///< none: the provider refused no record

    // Mode hierarchical only.
    std::optional<double>                  confidence;
    std::optional<feedback::response_text> uncertainty_explanation;
};
void declare(sdk::schema_builder& schema, bulk_response& response);

} // namespace verbatim::summarize
