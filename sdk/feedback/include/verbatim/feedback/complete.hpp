#pragma once

#include "verbatim/feedback/redaction.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/task.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::feedback {

/// One question to the model about texts of the caller.
struct prompt
{
    sdk::prompt_text              system;
    std::vector<std::string_view> redacted; ///< may hold personal data; placeholders are numbered in this order
    std::vector<std::string_view>
        unredacted; ///< what else of the caller the message shows: ids, metadata; never replaced

    /// Writes the user message; `names.text(n)` is the n-th of `texts`. Asked once with the texts as they came, to
    /// measure, and once with what may leave; for a large request on another thread than the call's.
    std::function<sdk::prompt_text(const redaction& names)> user;

    bool                                  anonymize     = true;
    const sdk::output_schema*             output_schema = nullptr;
    std::function<bool(std::string_view)> parse         = {}; ///< see sdk::chat_request::accept

    /// Makes the completion without a provider, from texts as the model would see them: `names.unescaped_text(n)` is
    /// the n-th of `redacted`. On another thread than the call's. See sdk::chat_request::offline.
    std::function<std::string(const redaction& names)> offline = {};
};

struct completion
{
    std::string text;  ///< as the model gave it, placeholders and all
    redaction   names; ///< of the whole request: restores, and shows its texts to a judge
};

/// Checks the token budget on the message as the caller's texts make it (payload_too_large), then redacts, then asks
/// the main model. Throws what sdk::llm::complete throws. `what` is borrowed until the task has ended. [call] [may
/// wait]
sdk::task<completion> complete(sdk::call& call, const prompt& prompt);

} // namespace verbatim::feedback
