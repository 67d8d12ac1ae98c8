#pragma once

#include "verbatim/codebook/framework.hpp"
#include "verbatim/sdk/text_types.hpp"

#include <string>
#include <string_view>

namespace verbatim::codebook {

/// Parses a framework file in any format of docs/reference/operations/assign-codes.md#framework-files. Throws
/// std::runtime_error with a clause that names the problem and its place and quotes nothing of the file. [load]
framework read_framework(std::string_view text);

/// Reads the file of CODING_FRAMEWORK_PATH. Throws std::runtime_error with one sentence that names the setting. [load]
framework load_framework(const std::string& path);

/// Declares CODING_FRAMEWORK_PATH among an operation's settings: the framework of requests without one.
void framework_setting(sdk::schema_builder& schema, sdk::path& path);

} // namespace verbatim::codebook
