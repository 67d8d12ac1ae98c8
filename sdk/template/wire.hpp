#pragma once

#include "verbatim/sdk/schema.hpp"

#include <string>

namespace hello {

/// What a caller sends, what it gets back, what an operator sets: plain values, each declared in wire.cpp.
struct request
{
    std::string name;
    bool        formal = false;
};
void declare(verbatim::sdk::declaration& wire, request& asked);

struct answer
{
    std::string greeting;
};
void declare(verbatim::sdk::declaration& wire, answer& given);

struct settings
{
    std::string salutation = "Good day";
};
void declare(verbatim::sdk::declaration& wire, settings& one);

} // namespace hello
