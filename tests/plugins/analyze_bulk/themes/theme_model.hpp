#pragma once

#include "verbatim/sdk/llm.hpp"
#include "verbatim/testing/scripted_llm.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::testing {

/// The bodies of the records in a message about themes, in order.
std::vector<std::string> records_in(std::string_view message);

/// An entry of an assignment: `{"record":1,"themes":["T1"]}`.
std::string assignment_entry(std::size_t number, const std::vector<std::string>& themes);

/// The output of an assignment with these entries and no quotes.
std::string assignment_output(const std::vector<std::string>& entries);

/// Answers the calls about themes as a perfect model would: `water`, `food` and `road` are the themes of the records
/// that hold these words. `answers` replaces the answers of a kind of call: by the name of its output schema, or
/// `analysis` for free text.
class theme_model final : public sdk::llm
{
public:
    /// `n` counts the calls of the kind.
    using answer = std::function<sdk::result<std::string>(const received_request& request, std::size_t n)>;

    std::map<std::string, answer, std::less<>> answers;
    sdk::token_limits                          limit;

    std::vector<received_request> requests;

    std::vector<received_request> of_kind(std::string_view kind) const;

    sdk::task<sdk::result<sdk::completion>> try_complete(const sdk::chat_request& request) override;
    sdk::token_limits                       limits() const noexcept override { return limit; }

private:
    std::map<std::string, std::size_t, std::less<>> counts_;
};

/// The answer of the perfect model.
std::string perfect_answer(const received_request& request);

} // namespace verbatim::testing
