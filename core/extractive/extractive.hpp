#pragma once

#include "verbatim/sdk/llm.hpp"

#include <string>

/// The built-in model `local/extractive` for requests without an offline completion. It extracts sentences without
/// understanding them, so that the service can be tried and tested without a key and without a network.
namespace verbatim::core::extractive {

/// Returns JSON that fits the output schema, or, without a schema, the central sentences of the user message as a
/// Markdown list. Never blank. Deterministic; takes O(n log n) time in the length of the message. [any thread]
std::string complete(const sdk::chat_request& request);

} // namespace verbatim::core::extractive
