#pragma once

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/llm.hpp"

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::testing {

/// A request that the model received.
struct received_request
{
    std::string system;
    std::string user;
    std::string output_schema; ///< name of the output schema; empty: free text
    std::string json_schema;   ///< the output schema itself; empty: free text
};

/// A model that replies by a script and stores the requests. For a request without a scripted reply it throws
/// std::logic_error, so that a test notices every call that it did not expect.
class scripted_llm final : public sdk::llm
{
public:
    /// The reply to the next call that has no reply of its own; several are used in order.
    scripted_llm& reply(std::string text);
    /// The reply to every call with the output schema of this name.
    scripted_llm& reply_for(std::string_view output_schema, std::string text);
    /// The next call without a reply of its own fails; in the order of `reply`.
    scripted_llm& fail(sdk::errc error);
    /// The n-th call of all, counted from 0, fails; the script continues with the next call.
    scripted_llm& fail_call(std::size_t n, sdk::errc error);
    /// The reply to the n-th call; the script continues with the next call.
    scripted_llm& reply_to_call(std::size_t n, std::string text);
    /// The client disconnects during the n-th call: this call and all later ones are cancelled.
    scripted_llm& cancel_call(std::size_t n);
    /// Generates replies that are not in the script: a value of the output schema, or free text without one, or the
    /// score that a judge without one is asked for. Texts hold a quote, a backslash and the placeholder `<PERSON_0>`;
    /// numbers are 0.5, and lists have three items.
    scripted_llm& auto_reply();
    /// Uses a request's offline completion as a reply that is not in the script, as the built-in model does.
    scripted_llm& reply_offline();
    scripted_llm& set_limits(sdk::token_limits limits);

    const std::vector<received_request>& requests() const noexcept { return requests_; }

    /// Reads replies as the host does and fails with llm_error for those that it rejects, but does not ask again.
    sdk::task<sdk::result<sdk::completion>> try_complete(const sdk::chat_request& request) override;
    sdk::token_limits                       limits() const noexcept override { return limits_; }

private:
    using scripted_reply = sdk::result<std::string>;

    std::optional<scripted_reply> find_reply(const sdk::chat_request& request, std::size_t n);
    scripted_reply                next_reply(const sdk::chat_request& request, std::size_t n);

    std::deque<scripted_reply>                      script_;
    std::map<std::string, std::string, std::less<>> by_schema_;
    std::map<std::size_t, scripted_reply>           by_number_;
    std::optional<std::size_t>                      cancelled_from_;
    bool                                            auto_reply_    = false;
    bool                                            reply_offline_ = false;
    std::vector<received_request>                   requests_;
    sdk::token_limits                               limits_;
};

} // namespace verbatim::testing
