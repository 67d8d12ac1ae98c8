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
struct example
{
    const core::registry::served* of;
    boost::json::value            body;

    /// The operation itself: calls of it are what is tested.
    sdk::operation& operation() const { return *of->operation; }
};

/// One or more of every operation that asks a model. Throws std::runtime_error when a plugin cannot be loaded, or when
/// such an operation declares no example of its request: `wire.is(…).example(…)`.
const std::vector<example>& examples();

/// What a test does to a text of a body.
using change = std::function<void(boost::json::string&)>;

/// The body with every text changed that is a member of this name, however deep.
boost::json::value with_texts(boost::json::value body, std::string_view member, const change& made);

/// Sets up a call with this body and a model that has an answer to everything. Amina is a person's name.
void prepare(fake_call& call, const example& one, const boost::json::value& body);

/// Whether a body is what the operation's part of the document promises.
bool keeps_its_document(const core::registry::served& one, std::string_view body);

} // namespace verbatim::testing
