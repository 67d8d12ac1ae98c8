#pragma once

#include "wire.hpp"

#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/schema.hpp"

#include <string>

namespace hello {

/// What the model is asked to fill in, as it stands in its reply: placeholders and all.
struct model_output
{
    urgency_level urgency = urgency_level::none;
    std::string   reason;
};
void declare(sdk::schema_builder& schema, model_output& output);

/// The system message: words of ours and of the operator, none of a caller.
sdk::prompt_text system_prompt(const settings& settings);

} // namespace hello
