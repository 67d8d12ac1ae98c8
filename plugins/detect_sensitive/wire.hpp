#pragma once

#include "sensitivity.hpp"

#include "verbatim/feedback/record.hpp"
#include "verbatim/feedback/response_text.hpp"
#include "verbatim/sdk/schema.hpp"

#include <string>
#include <vector>

namespace verbatim::detect_sensitive {

struct request
{
    feedback::record record;
};
void declare(sdk::schema_builder& schema, request& request);

struct response
{
    std::string              id;
    bool                     is_sensitive = false;
    feedback::response_text  explanation;
    std::vector<sensitivity> types;
};
void declare(sdk::schema_builder& schema, response& response);

} // namespace verbatim::detect_sensitive
