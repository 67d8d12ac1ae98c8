#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::conformance {

/// The result of one check.
struct check_result
{
    std::string              subject; ///< the operation; empty: the plugin
    std::string              check;
    std::vector<std::string> problems; ///< empty: it holds
    std::string              skipped;  ///< why the check does not apply; empty: it applies
    std::chrono::nanoseconds duration{0};
};

std::size_t count_failed(std::span<const check_result> results);

/// A line for each check, its problems below it, and a last line with the sums.
std::string to_table(std::span<const check_result> results);

/// JUnit XML, with the checks of one operation as one class.
std::string to_junit(std::string_view plugin, std::span<const check_result> results);

} // namespace verbatim::conformance
