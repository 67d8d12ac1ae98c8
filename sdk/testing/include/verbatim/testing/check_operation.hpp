#pragma once

#include "verbatim/sdk/operation.hpp"
#include "verbatim/testing/fake_call.hpp"

#include <functional>
#include <string>
#include <vector>

namespace verbatim::testing {

/// Checks rules that hold for every operation on feedback. Runs its example requests (`schema.name(…).example(json)`),
/// each once per value of each enumeration, with a model that replies to everything:
/// - the response matches its schema, and an operation with a usage label calls a model;
/// - when a model call fails, the response still matches, with a warning in the log, or the error is one that the call
///   or the descriptor names;
/// - no model call is made when all members `content` are empty;
/// - a name in a member `content` or `prompt` reaches a model only as a placeholder, escaped, and no text of a caller
///   reaches a system message;
/// - members `content` are screened;
/// - output schemas are closed, require all members, and have only keywords that providers support.
///
/// Returns one sentence per problem; empty if there are none. `prepare` may change each fresh call, for example the
/// replies of its model; the name in the checks is `Amina`.
std::vector<std::string> check_operation(const sdk::operation&                  operation,
                                         const std::function<void(fake_call&)>& prepare = {});

} // namespace verbatim::testing
