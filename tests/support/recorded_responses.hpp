#pragma once

#include <compare>
#include <set>
#include <string>

namespace verbatim::support {

/// A response: "POST", "/v1/summarize", "422", "json_invalid". Method and path are empty if there was no valid request,
/// the code if there was no error.
struct recorded_response
{
    std::string method, path, status, code;

    auto operator<=>(const recorded_response&) const = default;
};

using recorded_responses = std::set<recorded_response>;

/// The responses in a JSON log.
recorded_responses responses_in(const std::string& log);

/// Stores responses in a new file of this test run.
void store_responses(const recorded_responses& responses);

/// The responses of all servers of this test run so far.
recorded_responses stored_responses();

} // namespace verbatim::support
