#pragma once

#include "wire.hpp"

#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/schema.hpp"

#include <string>
#include <string_view>

namespace hello {

/// What the model is asked to fill in, as it stands in its reply: placeholders and all.
struct model_output
{
    urgency_level urgency = urgency_level::none;
    std::string   reason;
};
void declare(sdk::schema_builder& schema, model_output& output);

/// The output without a provider, made from the redacted text. Keep it simple and deterministic, or remove it: the
/// built-in model then fills in the output schema.
model_output offline_output(std::string_view text);

/// The system message: words of ours and of the operator, none of a caller.
sdk::prompt_text system_prompt(const settings& settings);

} // namespace hello
