#pragma once

#include <compare>
#include <set>
#include <string>

namespace verbatim::support {

/// How a request was answered: "POST", "/v1/summarize", "422", "json_invalid". Method and path are empty where there
/// was no request to route, the code where none was told.
struct recorded_response
{
    std::string method, path, status, code;

    auto operator<=>(const recorded_response&) const = default;
};

using recorded_responses = std::set<recorded_response>;

/// What a server answered, by its log in JSON.
recorded_responses responses_in(const std::string& log);

/// Keeps them in a file of their own, beside those of all the other servers of this run of the tests.
void store_responses(const recorded_responses& responses);

/// What all servers of this run have answered so far.
recorded_responses stored_responses();

} // namespace verbatim::support
