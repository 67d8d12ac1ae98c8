#pragma once

#include "verbatim/sdk/operation.hpp"
#include "verbatim/sdk/plugin.hpp"

#include <string>

/// What the modules of this folder share: an operation that answers, and whose place in the table each of them may
/// choose.
namespace sample {

struct request
{
    std::string name = "you";
};
void declare(verbatim::sdk::schema_builder& schema, request& request);

struct response
{
    std::string greeting;
};
void declare(verbatim::sdk::schema_builder& schema, response& response);

class operation : public verbatim::sdk::typed_operation<request, response>
{
public:
    verbatim::sdk::descriptor     describe() const override;
    verbatim::sdk::task<response> run(verbatim::sdk::call& call, const request& request) const override;
};

} // namespace sample
