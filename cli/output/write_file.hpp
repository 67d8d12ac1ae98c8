#pragma once

#include <string>
#include <string_view>

namespace verbatim::cli::output {

/// Writes a file, or standard output for `-`. A file is complete or as it was before; only its user may read a secret
/// one. Throws failure that names it.
void write_output(const std::string& path, std::string_view text, bool is_secret = false);

} // namespace verbatim::cli::output
