#pragma once

#include "verbatim/sdk/operation.hpp"

#include <string>
#include <vector>

namespace verbatim::openapi_test {

struct question
{
    std::string text;
    bool        loud = false;
};
void declare(sdk::declaration& wire, question& asked);

struct window
{
    int from = 0;
};
void declare(sdk::declaration& wire, window& asked);

struct nothing
{};
void declare(sdk::declaration& wire, nothing& asked);

struct answer
{
    std::string text;
};
void declare(sdk::declaration& wire, answer& given);

/// An operation that asks a model, one that makes something and asks none, one that reads, and one without parameters.
sdk::descriptor asking();
sdk::descriptor making();
sdk::descriptor reading();
sdk::descriptor plain();

} // namespace verbatim::openapi_test
