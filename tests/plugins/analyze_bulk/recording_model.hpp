#pragma once

#include "verbatim/sdk/embedder.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/testing/scripted_llm.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::testing {

/// Which question of a hierarchical analysis a model is asked.
enum class call_kind
{
    map,
    reduce,
    chunk_judge,
    whole_judge,
};

call_kind kind_of(const received_request& conversation);

/// Every `<text>` of a message, as the model sees it.
std::vector<std::string> texts_in(std::string_view message);

/// A model that answers each kind of question in its own way, at once or one turn of the loop later, and remembers
/// what it was asked and how many it was busy with.
class recording_model final : public sdk::llm
{
public:
    using answer = std::function<sdk::result<std::string>(const received_request& conversation,
                                                          std::size_t             n)>; ///< the n-th of its kind

    std::map<call_kind, answer> answers; ///< of those kinds that do not get the default answer
    sdk::token_limits           limit;

    std::vector<received_request> conversations;
    std::size_t                   in_flight     = 0;
    std::size_t                   max_in_flight = 0;
    std::function<void()>         on_hang; ///< called when the call number `never` came, which is never answered
    std::size_t                   hang_at = static_cast<std::size_t>(-1); ///< counted from 0

    std::vector<received_request> of_kind(call_kind kind) const;

    sdk::task<sdk::result<sdk::completion>> try_complete(const sdk::chat_request& request) override;
    sdk::token_limits                       limits() const noexcept override { return limit; }

private:
    sdk::result<std::string> answer_to(const received_request& conversation);

    std::map<call_kind, std::size_t> counts_;
};

/// Puts texts with the same first letter in the same place.
class first_letter_embedder final : public sdk::embedder
{
public:
    std::optional<sdk::errc> failure;
    std::function<void()>    on_hang; ///< set: called, and then no answer comes
    std::vector<std::string> texts;   ///< as given
    std::size_t              max_concurrency = 0;

    sdk::task<sdk::result<sdk::vectors>> try_embed(std::span<const sdk::prompt_text> inputs,
                                                   std::size_t                       limit) override;
};

} // namespace verbatim::testing
