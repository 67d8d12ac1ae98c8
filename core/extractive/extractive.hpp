#pragma once

#include "verbatim/sdk/llm.hpp"

#include <string>

/// The built-in model `local/extractive` for requests without an offline completion: it extracts sentences and does not
/// understand. The service can be run, tried and tested without a key and without a network.
namespace verbatim::core::extractive {

/// With an output schema, JSON that fits it; otherwise the central sentences of the user message as a Markdown list.
/// Never blank. Deterministic; time grows with the length of the message times its logarithm. [any thread]
std::string complete(const sdk::chat_request& request);

} // namespace verbatim::core::extractive
