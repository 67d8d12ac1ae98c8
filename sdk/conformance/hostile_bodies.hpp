#pragma once

#include <boost/json/value.hpp>

#include <span>
#include <string>
#include <vector>

namespace verbatim::conformance {

/// Bodies that no operation expects: broken JSON, other types, extreme values and texts at each member of an example.
std::vector<std::string> hostile_bodies(std::span<const boost::json::value> examples);

} // namespace verbatim::conformance
