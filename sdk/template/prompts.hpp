#pragma once

#include "wire.hpp"

#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/schema.hpp"

#include <string>
#include <string_view>

namespace hello {

/// The output of the model. Its texts may hold placeholders.
struct model_output
{
    urgency_level urgency = urgency_level::none;
    std::string   reason;
};
void declare(sdk::schema_builder& schema, model_output& output);

/// The output without a provider, from the redacted text. Keep it simple and deterministic. Without it the built-in
/// model fills in the output schema.
model_output offline_output(std::string_view text);

/// The system message: text of the plugin and of the operator, never of a caller.
sdk::prompt_text system_prompt(const settings& settings);

} // namespace hello
