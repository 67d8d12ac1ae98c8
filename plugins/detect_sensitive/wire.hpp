#pragma once

#include "sensitivity.hpp"

#include "verbatim/feedback/record.hpp"
#include "verbatim/sdk/schema.hpp"

#include <string>
#include <vector>

namespace verbatim::detect_sensitive {

struct request
{
    feedback::record record;
};
void declare(sdk::declaration& wire, request& asked);

struct reply
{
    std::string              id;
    bool                     is_sensitive = false;
    std::string              explanation;
    std::vector<sensitivity> types;
};
void declare(sdk::declaration& wire, reply& given);

} // namespace verbatim::detect_sensitive
