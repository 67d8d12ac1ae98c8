#pragma once

#include "verbatim/feedback/record.hpp"
#include "verbatim/feedback/response_text.hpp"
#include "verbatim/sdk/schema.hpp"

#include <string>

namespace hello {

namespace sdk      = verbatim::sdk;
namespace feedback = verbatim::feedback;

enum class urgency_level
{
    none,
    days,
    hours,
};
sdk::enum_values declare(urgency_level);

/// Request, response and settings: plain values, declared in wire.cpp.
struct request
{
    feedback::record record;
};
void declare(sdk::schema_builder& schema, request& request);

struct response
{
    std::string             id;
    urgency_level           urgency = urgency_level::none;
    feedback::response_text reason; ///< filters: see docs/writing-an-operation.md
};
void declare(sdk::schema_builder& schema, response& response);

struct settings
{
    std::string reader = "a field officer";
};
void declare(sdk::schema_builder& schema, settings& settings);

} // namespace hello
