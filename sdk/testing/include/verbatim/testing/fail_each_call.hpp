#pragma once

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/operation.hpp"
#include "verbatim/testing/fake_call.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace verbatim::testing {

/// In which way a model call is of no use.
struct model_failure
{
    std::string_view         name;  ///< of the error class, "unreadable", "blank" or "cancelled"
    std::optional<sdk::errc> error; ///< what the model fails with; none: it answers, or the caller goes away

    friend bool operator==(const model_failure&, const model_failure&) = default;
};

/// Every way: what sdk::llm::complete throws, a reply that is no such form, an empty one, and a caller who goes away.
const std::vector<model_failure>& all_model_failures();

/// What became of a call one of whose questions to a model failed.
struct outcome
{
    model_failure              failure;
    std::size_t                failed_call = 0; ///< counted from 0
    std::size_t                calls       = 0; ///< made in all
    std::optional<std::string> response;        ///< JSON text; none: it ended with `error`, or as cancelled
    std::optional<sdk::error>  error;
    bool                       cancelled = false;
    std::vector<logged_event>  log;
};

/// Runs an operation again and again: with each failure of its first model call, of its second, and so on, until it
/// makes no further call. `prepare` sets up each fresh call with a script or automatic replies; `request` is a value of
/// the operation's request type. An exception that is neither an sdk::error nor a cancellation goes through. Throws
/// std::logic_error when an operation makes more than a thousand calls.
std::vector<outcome> fail_each_call(const sdk::operation& operation, const void* request,
                                    const std::function<void(fake_call&)>& prepare);

template <class Request, class Response>
std::vector<outcome> fail_each_call(const sdk::typed_operation<Request, Response>& operation,
                                    const std::type_identity_t<Request>&           request,
                                    const std::function<void(fake_call&)>&         prepare)
{
    return fail_each_call(operation, static_cast<const void*>(&request), prepare);
}

} // namespace verbatim::testing
