#pragma once

#include "verbatim/feedback/record.hpp"
#include "verbatim/sdk/schema.hpp"

#include <optional>
#include <string>
#include <vector>

namespace verbatim::summarize {

struct one_request
{
    feedback::record record;
};
void declare(sdk::declaration& wire, one_request& asked);

struct one_reply
{
    std::string           id;
    std::string           title;
    std::string           summary;
    std::optional<double> quality_score;
    std::string           pretty_output;
};
void declare(sdk::declaration& wire, one_reply& given);

struct many_request
{
    std::vector<feedback::record> records;
    std::optional<std::string>    output_language;
    std::optional<std::string>    crm_base_url;
};
void declare(sdk::declaration& wire, many_request& asked);

struct many_reply
{
    std::vector<std::string> ids;
    std::string              title;
    std::string              summary;
    std::optional<double>    quality_score;
    std::string              pretty_output;
};
void declare(sdk::declaration& wire, many_reply& given);

} // namespace verbatim::summarize
