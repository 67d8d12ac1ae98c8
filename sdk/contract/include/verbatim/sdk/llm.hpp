#pragma once

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/prompt_text.hpp"
#include "verbatim/sdk/reply_reading.hpp"
#include "verbatim/sdk/system_message.hpp"
#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::sdk {

/// The form of a structured reply. Both views are borrowed and live as long as the plugin.
struct output_schema
{
    std::string_view name;        ///< the schema's name on the wire, for example "record_summary"
    std::string_view json_schema; ///< closed JSON Schema without bounds; see strict_schema() in schema.hpp

    /// Finds and repairs the value in a reply; null: `accept` gets the reply as it is. [any thread]
    reply_reading (*read)(const output_schema& schema, std::string_view reply) = nullptr;

    /// Whether the first items of a list are of use without the others, so that a reply that ends early, at the output
    /// limit or where the connection broke off, is read up to its last whole item. Only for outputs whose missing items the operation finds.
    bool allows_prefix = false;
};

/// A reply that could not be used.
struct rejected_reply
{
    std::string text;    ///< its beginning
    std::string problem; ///< a sentence for the model
};

/// The time of one request, within the limits of its call and of LLM_TIMEOUT_SECONDS.
struct time_limits
{
    /// The end of all attempts, if it comes before the deadline of the call: an operation keeps time for later
    /// requests. A request fails with analysis_timeout if it starts less than 10 s before its end.
    std::optional<std::chrono::steady_clock::time_point> deadline = {};

    /// The time that an attempt probably needs. An attempt usually gets a third of the time left, so that two retries
    /// are possible. It gets this time instead if that is longer, or all the time left.
    std::chrono::milliseconds min_attempt{0};

    /// Whether to wait for a provider that fails, for about two minutes and as long as the deadline leaves time for an
    /// attempt: docs/reference/provider.md#long-analyses. Without it a request fails within seconds. For a request
    /// whose failure would waste many others that are paid.
    bool wait_for_connection = false;
};

/// One exchange with a model: two messages, and two more when the host asks again.
struct chat_request
{
    system_message            system;                  ///< literals only, except for names of the operator
    prompt_text               user;                    ///< the caller's texts, escaped and inside tags
    const sdk::output_schema* output_schema = nullptr; ///< null: free text

    /// Whether a reply can be used; none: one that fits the output schema, or any without a schema. It gets the JSON
    /// that the schema's `read` found, or else the whole text. A rejected reply is accounted for as an error with its
    /// tokens and cost; the host asks once more with the problem named, and then ends the call with llm_error. Called
    /// once per reply on the call's thread. It may store the parsed reply. An exception rejects the reply.
    std::function<bool(std::string_view reply)> accept = {};

    /// Makes the completion where no provider is configured: the built-in model calls it instead of reading the
    /// messages. At most once per attempt, on the pool for long computation. Its text goes through `accept` and is
    /// accounted for like a provider's. None: the built-in model fills in the output schema.
    std::function<std::string()> offline = {};

    /// Makes the completion that a dry run expects, where `offline` takes too long for that: one of about the same
    /// length. None: `offline`.
    std::function<std::string()> expected = {};

    /// Makes a completion of at most about so many code points after which the operation makes the most and the longest
    /// further requests: a dry run takes it for the upper bound of tokens and cost. None: a text of that length, or
    /// with an output schema what `offline` makes. Goes through `accept`.
    std::function<std::string(std::size_t max_characters)> longest = {};

    /// Empty: the deadline of the call, and attempts of a third of the time left.
    time_limits time = {};

    /// Bytes at the beginning of `user` that many requests of a tenant share, such as a coding framework. Providers may
    /// cache the messages up to there: docs/reference/provider.md#prompt-caches.
    std::size_t shared_prefix = 0;

    /// The host's own when it asks again: the reply to be corrected.
    std::optional<rejected_reply> rejected = {};
};

/// The reply of a model. `text` is never blank when the request has no output schema, and what `accept` got otherwise.
struct completion
{
    std::string text;
    std::string model; ///< its name in the usage rows
    int         prompt_tokens     = 0;
    int         completion_tokens = 0;
    bool        truncated         = false; ///< the text ends early: at the output limit, or where it repeats itself

    std::vector<reply_repair> repairs = {}; ///< of the text
};

/// Reads a reply as the host does: replaces `reply` by the JSON that the request's schema finds in it, and returns
/// whether the request accepts it, with the repairs and the problem.
VERBATIM_SDK_API reply_reading check_reply(const chat_request& request, std::string& reply);

/// The size limit of a call and its estimate: docs/reference/provider.md#token-estimate.
struct token_limits
{
    std::size_t max_total_tokens = 100'000;
    std::size_t chars_per_token  = 4; ///< of sdk::estimation_length()

    /// False in a dry run that assumes the longest completions. Messages that include completions are then neither
    /// shortened nor left out, because they may fit with shorter ones.
    bool is_enforced = true;
};

/// A model as one call sees it. Each request is queued fairly between tenants, kept within the call's deadline, retried
/// (docs/reference/provider.md#retries), and accounted for attempt by attempt.
class VERBATIM_SDK_API llm
{
public:
    llm()                      = default;
    llm(const llm&)            = delete;
    llm& operator=(const llm&) = delete;
    virtual ~llm();

    /// Throws sdk::error: llm_error, llm_timeout, llm_rate_limited, content_policy_violation, analysis_timeout. Also
    /// payload_too_large; its cause is context_exceeded or prompt_cut if a provider cannot read so long a prompt. An
    /// operation that can divide its texts may then send shorter prompts.
    /// `request` is borrowed until the task has ended. [call] [may wait]
    task<completion> complete(const chat_request& request);

    /// The same with the error as a value: a fallback often has to wait, and C++ forbids co_await in a catch.
    /// Cancellation still throws. [call] [may wait]
    virtual task<result<completion>> try_complete(const chat_request& request) = 0;

    virtual token_limits limits() const noexcept = 0;
};

} // namespace verbatim::sdk
