#pragma once

#include "verbatim/sdk/failure_cause.hpp"

#include <boost/json/value.hpp>

#include <string_view>

namespace verbatim::core::llm {

/// An error as a provider reports it. The texts are borrowed from the response and go no further than this module.
struct provider_error
{
    int              status = 0; ///< 0: the body names none
    std::string_view code;
    std::string_view type;
    std::string_view message;
};

/// The error in the body of a response, whatever its status: `error` as an object or a text, alone or in a list, or
/// members of the body itself.
provider_error read_error(const boost::json::value& response);

/// Whether a body with status 200 is an error instead of a result: docs/reference/provider.md#errors-in-a-response.
bool is_error(const boost::json::value& response);

/// The status that stands for such an error.
int status_of(const provider_error& error) noexcept;

/// Whether the account has nothing left: docs/reference/provider.md#causes.
bool is_quota_exhausted(int status, const provider_error& error);

/// Whether the prompt is too long for the model.
bool is_context_exceeded(int status, const provider_error& error);

} // namespace verbatim::core::llm
