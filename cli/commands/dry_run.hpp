#pragma once

#include "cli/commands/record_options.hpp"

#include <cstddef>
#include <functional>
#include <string>

namespace verbatim::cli::commands {

/// Prints the expected calls and cost of requests about these records, `batch` records in each, and sends nothing to a
/// model. `make_body` makes the request that begins with the record at a position. Throws failure that names rows.
void dry_run(session& session, input::record_set& records, const record_options& options, const std::string& path,
             std::size_t batch, const std::function<std::string(std::size_t first)>& make_body);

} // namespace verbatim::cli::commands
