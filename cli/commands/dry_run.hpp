#pragma once

#include "cli/commands/record_options.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace verbatim::cli::commands {

/// The JSON output of a dry run: one response, for commands that send one request, or an array of responses.
enum class json_shape
{
    response,
    array,
};

/// Prints the expected calls and cost of requests about these records, `batch` records in each, and sends nothing to a
/// model. `make_body` makes the request that begins with the record at a position. Throws error_response.
void dry_run(session& session, input::record_set& records, const record_options& options, const std::string& path,
             std::size_t batch, json_shape shape, const std::function<std::string(std::size_t first)>& make_body);

/// Throws failure if the server has no dry runs: it would ignore `dry_run` and call its models.
void require_dry_run(session& session);

/// The body of a request, which has members, with `dry_run` as the first one.
std::string with_dry_run(const std::string& body);

/// Writes the sum of the answers to dry runs, and these as JSON: exactly one for `json_shape::response`.
void write_expected_use(session& session, const std::vector<std::string>& answers, json_shape shape);

} // namespace verbatim::cli::commands
