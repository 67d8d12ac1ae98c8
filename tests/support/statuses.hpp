#pragma once

#include <compare>
#include <set>
#include <string>

namespace verbatim::support {

/// How a request was answered: "POST", "/v1/summarize", "422", "json_invalid". Method and path are empty where there
/// was no request to route, the code where none was told.
struct answer
{
    std::string method, path, status, code;

    auto operator<=>(const answer&) const = default;
};

using statuses = std::set<answer>;

/// What a server answered, by its log in JSON.
statuses statuses_of(const std::string& log);

/// Keeps them in a file of their own, beside those of all the other servers of this run of the tests.
void keep(const statuses& answered);

/// What all servers of this run have answered so far.
statuses kept_statuses();

} // namespace verbatim::support
