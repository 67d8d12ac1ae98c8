#pragma once

#include "llm/call_model.hpp"

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/llm.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace verbatim::core::llm {

/// A call of a dry run, in place of call_model(). Counts towards the limits of the request as an attempt does. Requires
/// call_context::planned; the arguments outlive this object.
class planned_call
{
public:
    planned_call(shared_state& state, std::span<const target_model> connections, const call_context& caller,
                 const model_request& request);

    /// Set if the limits of the request refuse the call.
    const std::optional<sdk::error>& refusal() const noexcept { return refusal_; }

    /// Counts the call with an answer of so many tokens. Returns the usage as expected. Once, without a refusal.
    planned_usage finish(std::size_t output_tokens);

private:
    planned_usage expected_usage(std::size_t output_tokens) const;
    planned_usage highest_usage() const;

    shared_state&                                state_;
    const std::span<const target_model>          connections_;
    const call_context&                          caller_;
    const model_request&                         request_;
    std::size_t                                  input_tokens_;
    std::optional<request_spending::reservation> reservation_;
    std::optional<sdk::error>                    refusal_;
};

/// Of the answers of a dry run.
struct assumed_lengths
{
    std::size_t                longest = 0;  ///< of a text, in code points
    std::optional<std::size_t> usual   = {}; ///< of a text like this one, as sdk::expected_length()
};

/// Whether texts for such requests are about as long as each other: see text_lengths.
bool has_usual_length(const sdk::chat_request& request) noexcept;

/// The answer of a dry run to a request. `built_in` answers requests without an offline completion. Takes long. [any
/// thread]
std::string assumed_answer(const sdk::chat_request& request, assumed_answers answers, const assumed_lengths& lengths,
                           const std::function<std::string(const sdk::chat_request&)>& built_in);

} // namespace verbatim::core::llm
