#pragma once

#include "llm/connection_list.hpp"
#include "llm/model_request.hpp"
#include "llm/output_text.hpp"

#include "verbatim/sdk/llm.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace verbatim::core::llm {

/// A chat request over the connections of a role, and what its last reply held.
class chat_model_request final : public model_request
{
public:
    /// `max_output_tokens`: see call_context.
    chat_model_request(const connection_list& connections, const sdk::chat_request& request,
                       std::size_t chars_per_token, std::size_t max_output_tokens);

    sdk::task<attempt_result>         attempt(std::size_t connection, caller_ids ids, attempt_time time) override;
    std::optional<sdk::failure_cause> rejection(const attempt_result& result) override;
    bool                              accepts_cut(const attempt_result& result) override;
    bool                              ask_again() override;

    /// Of the last attempt that was not rejected.
    reply_text& reply() noexcept { return reply_; }

    /// Whether an attempt has completed, and the tokens of the prompt that the last one reported.
    bool                        has_response() const noexcept { return has_response_; }
    std::optional<std::int32_t> reported_input() const noexcept { return reported_input_; }

    std::size_t characters() const override;
    std::size_t bytes() const override;

    bool has_output() const noexcept override { return true; }

    sdk::time_limits time() const override { return request_.time; }

private:
    static constexpr std::size_t max_rejected_bytes = 2'000;

    const sdk::chat_request& request() const noexcept { return repeated_ ? *repeated_ : request_; }

    bool allows_text_after_value() const { return request_.output_schema && request_.output_schema->read; }
    bool reads_prefix() const { return request_.output_schema && request_.output_schema->allows_prefix; }

    /// Reads the reply. None if the request accepts it.
    std::optional<std::string> problem_of_reply(bool is_reasoning = false);

    const connection_list&             connections_;
    const sdk::chat_request&           request_;
    const std::size_t                  chars_per_token_;
    const std::size_t                  max_output_tokens_;
    std::size_t                        connection_   = 0; ///< of the last attempt
    bool                               has_response_ = false;
    std::optional<std::int32_t>        reported_input_;
    mutable std::optional<std::size_t> characters_; ///< of the messages without a rejected reply, once known
    std::optional<sdk::chat_request>   repeated_;   ///< with a rejected reply
    std::optional<sdk::rejected_reply> rejected_;   ///< the last reply
    reply_text                         reply_;
};

} // namespace verbatim::core::llm
