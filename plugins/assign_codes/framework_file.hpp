#pragma once

#include "framework.hpp"

#include <string>
#include <string_view>

namespace verbatim::assign_codes {

/// Parses a framework file: `{"root_codes": […]}`, or the older codebook of types, categories and codes, in which
/// missing ids become `type-<i>`, `category-<i>-<j>` and `code-<i>-<j>-<k>`. Throws std::runtime_error with a clause
/// that names the problem and its place and quotes nothing of the file. [load]
framework read_framework(std::string_view json);

/// Reads the file of CODING_FRAMEWORK_PATH. Throws std::runtime_error with one sentence that names the setting. [load]
framework load_framework(const std::string& path);

} // namespace verbatim::assign_codes
