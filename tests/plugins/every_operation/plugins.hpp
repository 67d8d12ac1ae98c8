#pragma once

#include "registry/operation_table.hpp"

#include "verbatim/testing/fake_call.hpp"

#include <boost/json/value.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::testing {

/// An operation of a plugin, and a request that its own declaration gives as an example, in each of the modes that the
/// declaration knows.
struct request_example
{
    const core::registry::registered_operation* operation_entry;
    boost::json::value                          body;

    /// The operation itself: calls of it are what is tested.
    sdk::operation& operation() const { return *operation_entry->operation; }
};

/// One or more of every operation that asks a model. Throws std::runtime_error when a plugin cannot be loaded, or when
/// such an operation declares no example of its request: `wire.is(…).example(…)`.
const std::vector<request_example>& examples();

/// What a test does to a text of a body.
using change = std::function<void(boost::json::string&)>;

/// The body with every text changed that is a member of this name, however deep.
boost::json::value with_texts(boost::json::value body, std::string_view member, const change& change_text);

/// Sets up a call with this body and a model that has an answer to everything. Amina is a person's name.
void prepare(fake_call& call, const request_example& sample, const boost::json::value& body);

/// Whether a body is what the operation's part of the document promises.
bool matches_schema(const core::registry::registered_operation& entry, std::string_view body);

} // namespace verbatim::testing
