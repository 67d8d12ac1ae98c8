#pragma once

#include "verbatim/sdk/llm.hpp"

#include <string>

/// The built-in model `local/extractive`: it counts and extracts, it does not understand. It is there so that the
/// service can be run, tried and tested without a key and without a network.
namespace verbatim::core::extractive {

/// The answer to any conversation that the service holds with a model, read from the same two messages that a provider
/// gets. Where a form is asked the text is one JSON object with exactly the members of that form; otherwise it is
/// Markdown. It is never blank. Whatever it says of records, phrases, ids and dates is counted, not guessed; it cannot
/// translate, so phrases stay in the language of their record and only its own words follow the language directive.
///
/// Pure: the same conversation gives the same answer. Time grows with the length of the messages (times its logarithm),
/// whatever they hold: missing or forged tags, invalid UTF-8, text without a single word. Throws nothing but bad_alloc.
/// [any thread]
std::string complete(const sdk::chat_request& request);

} // namespace verbatim::core::extractive
