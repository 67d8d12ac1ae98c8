#pragma once

#include "verbatim/feedback/record.hpp"
#include "verbatim/sdk/schema.hpp"

#include <string>

namespace hello {

namespace sdk      = verbatim::sdk;
namespace feedback = verbatim::feedback;

enum class urgency
{
    none,
    days,
    hours,
};
sdk::words declare(urgency);

/// What a caller sends, what it gets back, what an operator sets: plain values, each declared in wire.cpp.
struct request
{
    feedback::record record;
};
void declare(sdk::declaration& wire, request& asked);

struct answer
{
    std::string id;
    urgency     how_urgent = urgency::none;
    std::string reason;
};
void declare(sdk::declaration& wire, answer& given);

struct settings
{
    std::string reader = "a field officer";
};
void declare(sdk::declaration& wire, settings& one);

} // namespace hello
