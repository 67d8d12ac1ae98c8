#pragma once

#include "verbatim/sdk/schema.hpp"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <functional>
#include <string_view>
#include <vector>

namespace verbatim::testing {

/// The components of a schema by name, as in an OpenAPI document.
boost::json::object components_of(const sdk::object_schema& schema);

/// The examples of a request, each also with the other values of its enumerations, one at a time.
std::vector<boost::json::value> example_bodies(const sdk::object_schema& schema);

/// Changes a text of a body.
using text_change = std::function<void(boost::json::string&)>;

/// The body with `change` applied to each text member of this name, at any depth.
boost::json::value with_texts(boost::json::value body, std::string_view member, const text_change& change);

} // namespace verbatim::testing
