#pragma once

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/operation.hpp"
#include "verbatim/testing/fake_call.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
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
    model_failure                failure;
    std::size_t                  failed_call = 0; ///< counted from 0
    std::size_t                  calls       = 0; ///< made in all
    std::optional<sdk::response> response;        ///< none: it ended with `error`, or as cancelled
    std::optional<sdk::error>    error;
    bool                         cancelled = false;
    std::vector<logged_event>    log;
};

/// Runs an operation again and again: with each failure of its first model call, of its second, and so on, until it
/// asks no more. `prepare` sets up each fresh call: the request, and a script, or a model that improvises. Whatever an
/// operation throws that is neither an sdk::error nor a cancellation goes through. Throws std::logic_error when an
/// operation still asks after a thousand calls.
std::vector<outcome> fail_each_call(sdk::operation& operation, const std::function<void(fake_call&)>& prepare);

} // namespace verbatim::testing
