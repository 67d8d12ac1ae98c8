#pragma once

#include "verbatim/sdk/json_text.hpp"
#include "verbatim/sdk/operation.hpp"
#include "verbatim/sdk/task.hpp"
#include "verbatim/sdk/type_info.hpp"

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace verbatim::testing {

/// A request as the host reads it from a JSON body.
class parsed_request
{
public:
    /// Throws std::invalid_argument with the first problem: `feedback_record.id: Field required`, and
    /// boost::system::system_error if `body` is not JSON.
    parsed_request(const sdk::type& type, std::string_view body);
    ~parsed_request();
    parsed_request(parsed_request&&) noexcept;
    parsed_request& operator=(parsed_request&&) noexcept;

    /// A value of the type; it lives as long as this object.
    const void* value() const noexcept;

private:
    struct state;
    std::unique_ptr<state> state_;
};

/// The same as a value. Throws sdk::programming_error for a type with a string_view member.
template <class T>
T read_request(std::string_view body)
{
    auto request = sdk::read_json<T>(body);
    if (request) return std::move(*request);
    const auto& issues = request.error().fields;
    throw std::invalid_argument{issues.empty() ? std::string{request.error().code_name()}
                                               : issues.front().field + ": " + issues.front().issue};
}

/// Runs an operation of any type; returns its response as the JSON text that the host would send. `request` is a value
/// of its request type.
sdk::task<std::string> respond(const sdk::operation& operation, sdk::call& call, const void* request);

} // namespace verbatim::testing
