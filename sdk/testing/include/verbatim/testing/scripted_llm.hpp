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

/// What a model was asked.
struct received_request
{
    std::string system;
    std::string user;
    std::string output_schema; ///< name of the reply form; empty: free text
    std::string json_schema;   ///< of that form; empty: free text
};

/// A model that says what it is told to say and remembers what it was asked. Asked for more than its script holds, it
/// throws std::logic_error: a test learns of every call it did not expect.
class scripted_llm final : public sdk::llm
{
public:
    /// What the next call without an answer of its own gets; in order.
    scripted_llm& reply(std::string text);
    /// What every call with this reply form gets.
    scripted_llm& reply_for(std::string_view output_schema, std::string text);
    /// The next call fails, in the order of `says`.
    scripted_llm& fail(sdk::errc error);
    /// The n-th call, counted from 0 over all, fails whatever was to be said; its answer stays for the next.
    scripted_llm& fail_call(std::size_t n, sdk::errc error);
    /// The n-th call gets this, whatever was to be said.
    scripted_llm& reply_to_call(std::size_t n, std::string text);
    /// The caller goes away during the n-th call: it and all after it end as cancelled.
    scripted_llm& cancel_call(std::size_t n);
    /// Where the script holds nothing, it makes an answer up: a value of the form asked for (texts with a quote, a
    /// backslash and the placeholder `<PERSON_0>`, 0.5 for numbers, lists of three), or such a text.
    scripted_llm& auto_reply();
    /// Where the script holds nothing, a request's own offline completion is the reply, as with the built-in model.
    scripted_llm& reply_offline();
    scripted_llm& set_limits(sdk::token_limits limits);

    const std::vector<received_request>& requests() const noexcept { return requests_; }

    /// Refuses with llm_error what the conversation's `fits` refuses, and a blank free text, as the host does.
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
