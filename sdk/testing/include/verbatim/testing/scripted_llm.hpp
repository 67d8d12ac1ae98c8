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
struct heard
{
    std::string system;
    std::string user;
    std::string form;   ///< name of the reply form; empty: free text
    std::string schema; ///< of that form; empty: free text
};

/// A model that says what it is told to say and remembers what it was asked. Asked for more than its script holds, it
/// throws std::logic_error: a test learns of every call it did not expect.
class scripted_llm final : public sdk::llm
{
public:
    /// What the next call without an answer of its own gets; in order.
    scripted_llm& says(std::string text);
    /// What every call with this reply form gets.
    scripted_llm& says(std::string_view form, std::string text);
    /// The next call fails, in the order of `says`.
    scripted_llm& fails(sdk::errc how);
    /// The n-th call, counted from 0 over all, fails whatever was to be said; its answer stays for the next.
    scripted_llm& fails_call(std::size_t n, sdk::errc how);
    /// The n-th call gets this, whatever was to be said.
    scripted_llm& says_to_call(std::size_t n, std::string text);
    /// The caller goes away during the n-th call: it and all after it end as cancelled.
    scripted_llm& cancels_call(std::size_t n);
    /// Where the script holds nothing, it makes an answer up: a value of the form asked for (texts with a quote, a
    /// backslash and the placeholder `<PERSON_0>`, 0.5 for numbers, lists of three), or such a text.
    scripted_llm& improvises();
    scripted_llm& limited_to(sdk::token_limits limits);

    const std::vector<heard>& conversations() const noexcept { return heard_; }

    /// Refuses with llm_error what the conversation's `fits` refuses, and a blank free text, as the host does.
    sdk::task<sdk::result<sdk::completion>> try_complete(const sdk::conversation& what) override;
    sdk::token_limits                       limits() const noexcept override { return limits_; }

private:
    using line = sdk::result<std::string>;

    std::optional<line> known(const sdk::conversation& what, std::size_t n);
    line                next(const sdk::conversation& what, std::size_t n);

    std::deque<line>                                script_;
    std::map<std::string, std::string, std::less<>> by_form_;
    std::map<std::size_t, line>                     by_number_;
    std::optional<std::size_t>                      cancelled_from_;
    bool                                            improvises_ = false;
    std::vector<heard>                              heard_;
    sdk::token_limits                               limits_;
};

} // namespace verbatim::testing
