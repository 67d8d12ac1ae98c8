#pragma once

#include "verbatim/sdk/operation.hpp"
#include "verbatim/testing/fake_call.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::testing {

/// Services of an operation's own, such as a client of a search index. The rules for models hold for them as well.
struct own_services
{
    /// Forgets what was received; called before each run of the operation.
    std::function<void()> reset = {};
    /// All texts that the services received since then.
    std::function<std::vector<std::string>()> received = {};
};

/// What a check found about one rule.
struct checked_rule
{
    std::string_view         name; ///< "response", "failures" and so on, as listed at check_operation
    std::vector<std::string> problems;
    std::chrono::nanoseconds duration{0};
};

/// Checks rules that hold for every operation on feedback. Runs its example requests (`schema.name(…).example(json)`),
/// each once per value of each enumeration, with a model that replies to everything:
/// - `response`: it matches its schema, and an operation with a usage label calls a model;
/// - `output_schemas` are closed, require all members, and have only keywords that providers support;
/// - `failures`: when a model call fails, the response still matches, with a warning in the log, or the error is one
///   that the call or the descriptor names;
/// - `cancellation`: after a client disconnected, at any of the first 200 turns of the loop, no further model call
///   starts;
/// - `empty_content`: no model call is made when all members `content` are empty. The request may be answered, or
///   refused with validation_error or an error that the descriptor lists;
/// - `redaction`: a name in a member `content` or `prompt` reaches a model or a service of the operation's own only as
///   a placeholder, escaped, and no text of a caller reaches a system message;
/// - `token_limit`: no message over the token limit reaches a model;
/// - `log`: neither the log nor the note of an error holds text of a caller or a model;
/// - `screening`: members `content` are screened;
/// - `http`: if it sends HTTP requests, no segment, query or header of one holds a name of a record, and no body one
///   that is not redacted; when a request fails or has another response, the response still matches, or the error is
///   one that the descriptor lists; after a client disconnected, no further request starts. Requests are answered with
///   their `expected` responses;
/// - `thread`: it holds the thread of the call for at most 50 ms without a turn of its loop, `compute` excepted. A run
///   above that is repeated twice, because another program may have taken the time.
///
/// Returns all rules that apply, also those without problems. `prepare` may change each fresh call, for example the
/// replies of its model; the name in the checks is `Amina`.
std::vector<checked_rule> check_rules(const sdk::operation&                  operation,
                                      const std::function<void(fake_call&)>& prepare  = {},
                                      const own_services&                    services = {});

/// The same as one sentence per problem, `<operation>: <rule>: <problem>`; empty if there are none.
std::vector<std::string> check_operation(const sdk::operation&                  operation,
                                         const std::function<void(fake_call&)>& prepare  = {},
                                         const own_services&                    services = {});

} // namespace verbatim::testing
