#pragma once

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/prompt_text.hpp"
#include "verbatim/sdk/task.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace verbatim::sdk {

/// The shape asked of a structured reply. Both views are borrowed and live as long as the plugin.
struct output_schema
{
    std::string_view name;        ///< the schema's name on the wire, for example "record_summary"
    std::string_view json_schema; ///< closed JSON Schema without bounds; see strict_schema() in schema.hpp
};

/// One exchange with a model: two messages, never more.
struct chat_request
{
    prompt_text               system;                  ///< literals only, except for names of the operator
    prompt_text               user;                    ///< everything of the caller, inside tags, escaped
    const sdk::output_schema* output_schema = nullptr; ///< none: free text

    /// Whether a reply can be used; none: whatever was said can. One that cannot ends the call with llm_error, without
    /// a retry, and is accounted for as an error with its tokens and cost. Asked once, with the whole text, on the
    /// call's thread; it may keep what it read, so that nothing is read twice. Throwing counts as "no".
    std::function<bool(std::string_view reply)> accept = {};

    /// Makes the completion where no provider is configured: the built-in model calls it instead of reading the
    /// messages. At most once per attempt, on the pool for long computation. Its text goes through `accept` and is
    /// accounted for like a provider's. None: the built-in model fills in the output schema.
    std::function<std::string()> offline = {};
};

/// What a model answered. `text` is never blank where free text was asked.
struct completion
{
    std::string text;
    std::string model; ///< as accounted for
    int         prompt_tokens     = 0;
    int         completion_tokens = 0;
};

/// The size limit of a call and its estimate: docs/reference/provider.md#token-estimate.
struct token_limits
{
    std::size_t max_total_tokens = 100'000;
    std::size_t chars_per_token  = 4; ///< code points
};

/// A model as one call sees it. Whatever is asked through it is queued fairly between tenants, kept within the call's
/// deadline, retried as the contract says, and accounted for, attempt by attempt; no operation can forget to.
class VERBATIM_SDK_API llm
{
public:
    llm()                      = default;
    llm(const llm&)            = delete;
    llm& operator=(const llm&) = delete;
    virtual ~llm();

    /// Throws sdk::error: llm_error, llm_timeout, llm_rate_limited, content_policy_violation, analysis_timeout.
    /// `what` is borrowed until the task has ended. [call] [may wait]
    task<completion> complete(const chat_request& request);

    /// The same, with the error handed back: C++ forbids co_await in a catch, and a fallback often has to wait.
    /// Cancellation still throws. [call] [may wait]
    virtual task<result<completion>> try_complete(const chat_request& request) = 0;

    virtual token_limits limits() const noexcept = 0;
};

} // namespace verbatim::sdk
