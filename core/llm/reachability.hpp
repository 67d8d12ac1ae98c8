#pragma once

#include "http_client/transport.hpp"
#include "identity/token_source.hpp"
#include "llm/settings.hpp"
#include "settings/setting_problem.hpp"

#include <span>
#include <string>
#include <vector>

namespace verbatim::core::llm {

/// A connection to be tested.
struct tested_connection
{
    std::string         prefix; ///< of its settings: see endpoint_problems()
    connection_settings connection;
};

/// The result of a test of a connection.
struct reachability
{
    core::settings::setting_problems problems;

    std::string result; ///< without problems: what was tested, and what was not
};

/// Interprets the response to a GET of make_listing_endpoint(). Contains no text of the provider and no key.
reachability to_reachability(const tested_connection& tested, const http_client::response& response);

/// Sends one such request over each connection, all at a time, for at most 10 s. A connection that equals an earlier
/// one is not tested again. `tokens` are those of the managed identity, or null. Results are in the order of the
/// connections. Blocks.
std::vector<reachability> test_reachability(std::span<const tested_connection> connections,
                                            identity::token_source*            tokens);

} // namespace verbatim::core::llm
