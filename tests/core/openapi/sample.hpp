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
void declare(sdk::schema_builder& schema, question& request);

struct window
{
    int from = 0;
};
void declare(sdk::schema_builder& schema, window& request);

struct nothing
{};
void declare(sdk::schema_builder& schema, nothing& request);

struct answer
{
    std::string text;
};
void declare(sdk::schema_builder& schema, answer& response);

/// Operations that call a model, create a resource, read with parameters, and read without parameters.
sdk::descriptor model_operation();
sdk::descriptor create_operation();
sdk::descriptor query_operation();
sdk::descriptor plain_operation();

} // namespace verbatim::openapi_test
