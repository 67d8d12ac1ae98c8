#pragma once

#include "wire.hpp"

#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/schema.hpp"

#include <string>

namespace hello {

/// What the model is asked to fill in, as it stands in its reply: placeholders and all.
struct finding
{
    urgency     how_urgent = urgency::none;
    std::string reason;
};
void declare(sdk::declaration& wire, finding& given);

/// The system message: words of ours and of the operator, none of a caller.
sdk::outbound instructions(const settings& chosen);

} // namespace hello
