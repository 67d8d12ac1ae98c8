#pragma once

#include <boost/json/value.hpp>

#include <string>

namespace verbatim::cli::input {

/// Parses YAML as the list of its records: a list, an object with the list `feedback_records`, or documents of one
/// object each. All scalars are texts. Throws failure with the line of a problem.
boost::json::value parse_yaml(const std::string& text);

} // namespace verbatim::cli::input
