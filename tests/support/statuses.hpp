#pragma once

#include <set>
#include <string>

namespace verbatim::support {

/// One answered request: "POST /v1/summarize 200".
using statuses = std::set<std::string>;

/// What a server answered, by its log in JSON.
statuses statuses_of(const std::string& log);

/// Keeps them in a file of their own, beside those of all the other servers of this run of the tests.
void keep(const statuses& answered);

/// What all servers of this run have answered so far.
statuses kept_statuses();

} // namespace verbatim::support
