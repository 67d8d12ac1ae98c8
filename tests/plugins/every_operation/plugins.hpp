#pragma once

#include "registry/operation_table.hpp"

#include "verbatim/testing/fake_call.hpp"
#include "verbatim/testing/request.hpp"

#include <boost/json/value.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::testing {

/// An operation of a plugin with an example request of its schema, once per mode.
struct request_example
{
    const core::registry::registered_operation* operation_entry;
    boost::json::value                          body;

    const sdk::operation& operation() const { return *operation_entry->operation; }
};

/// The examples of all operations that call a model. Throws std::runtime_error if a plugin cannot be loaded or an
/// operation has no request example (`schema.name(…).example(…)`).
const std::vector<request_example>& examples();

/// Changes one string of a body.
using change = std::function<void(boost::json::string&)>;

/// Applies `change_text` to every string member of this name at any depth.
boost::json::value with_texts(boost::json::value body, std::string_view member, const change& change_text);

/// The request that the host reads from this body.
parsed_request request_of(const request_example& sample, const boost::json::value& body);

/// Sets up a call with a model that replies to every request. Amina is a person's name.
void prepare(fake_call& call);

/// Whether a body matches the operation's response schema.
bool matches_schema(const core::registry::registered_operation& entry, std::string_view body);

} // namespace verbatim::testing
