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

/// A way in which a model call fails.
struct model_failure
{
    std::string_view         name;  ///< the error code, "unreadable", "blank" or "cancelled"
    std::optional<sdk::errc> error; ///< the error of the call; none: the model replies, or the client disconnects

    friend bool operator==(const model_failure&, const model_failure&) = default;
};

/// All of them: the errors of sdk::llm::complete, a reply that does not match its output schema, an empty reply, and a
/// client that disconnects.
const std::vector<model_failure>& all_model_failures();

/// The outcome of a call of which one model call failed.
struct outcome
{
    model_failure              failure;
    std::size_t                failed_call = 0; ///< counted from 0
    std::size_t                calls       = 0; ///< model calls in total
    std::optional<std::string> response;        ///< JSON text; none: the call ended with `error`, or cancelled
    std::optional<sdk::error>  error;
    bool                       cancelled = false;
    std::vector<logged_event>  log;
};

/// Runs an operation repeatedly: with each failure of its first model call, of its second, and so on, until it makes no
/// further call. `prepare` sets up each fresh call with a script or automatic replies; `request` is a value of the
/// operation's request type. Exceptions other than sdk::error and cancellation are not caught. Throws std::logic_error
/// when an operation makes more than a thousand model calls.
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
