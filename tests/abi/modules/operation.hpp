#pragma once

#include "verbatim/sdk/operation.hpp"
#include "verbatim/sdk/plugin.hpp"

#include <string>

/// An operation that the sample plugins share. A plugin can derive from it to change its descriptor.
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
