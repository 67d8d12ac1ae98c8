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

/// The kind of a model call of a hierarchical analysis.
enum class call_kind
{
    map,
    reduce,
    chunk_judge,
    whole_judge,
};

call_kind kind_of(const received_request& conversation);

/// The text of every `<text>` element of a message.
std::vector<std::string> texts_in(std::string_view message);

/// Answers each kind of call in its own way after one turn of the event loop; records requests and concurrency.
class recording_model final : public sdk::llm
{
public:
    using answer = std::function<sdk::result<std::string>(const received_request& conversation,
                                                          std::size_t             n)>; ///< n counts calls of the kind

    std::map<call_kind, answer> answers; ///< kinds without an entry get a default answer
    sdk::token_limits           limit;

    std::function<bool(const received_request& conversation)> truncates; ///< whether an answer ends early; none: no

    std::vector<received_request> conversations;
    std::vector<sdk::time_limits> times; ///< of each conversation
    std::size_t                   in_flight     = 0;
    std::size_t                   max_in_flight = 0;
    std::function<void()>         on_hang; ///< called when call number `hang_at` arrives, which never completes
    std::size_t                   hang_at = static_cast<std::size_t>(-1); ///< from 0

    std::vector<received_request> of_kind(call_kind kind) const;

    sdk::task<sdk::result<sdk::completion>> try_complete(const sdk::chat_request& request) override;
    sdk::token_limits                       limits() const noexcept override { return limit; }

private:
    sdk::result<std::string> answer_to(const received_request& conversation);

    std::map<call_kind, std::size_t> counts_;
};

/// Gives texts with equal first letters equal vectors.
class first_letter_embedder final : public sdk::embedder
{
public:
    std::optional<sdk::errc> failure;
    std::function<void()>    on_hang; ///< if set: called, and the embedding never completes
    std::vector<std::string> texts;   ///< received texts
    std::size_t              max_concurrency = 0;

    sdk::task<sdk::result<sdk::vectors>> try_embed(std::span<const sdk::prompt_text> inputs,
                                                   std::size_t                       limit) override;
};

} // namespace verbatim::testing
