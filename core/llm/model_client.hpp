#pragma once

#include "exec/fair_queue.hpp"
#include "llm/attempt_result.hpp"
#include "llm/completion_store.hpp"
#include "llm/dry_run.hpp"
#include "llm/endpoint.hpp"
#include "llm/request_spending.hpp"
#include "llm/statistics.hpp"
#include "llm/tenant_account.hpp"
#include "recording/ledger.hpp"
#include "tracing/request_trace.hpp"

#include "verbatim/sdk/failure_cause.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/log.hpp"
#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace verbatim::core::llm {

/// The call for which a model is used. Its attempts are queued, limited and accounted with these values.
struct call_context
{
    std::string                           tenant_id;
    std::string                           key_id = {}; ///< empty: the call is the server's own
    std::string                           operation;   ///< usage label
    std::string                           request_id;
    std::chrono::steady_clock::time_point deadline;
    std::shared_ptr<recording::ledger>    ledger;
    sdk::log&                             log;                ///< of the call
    std::shared_ptr<request_spending>     spending = nullptr; ///< null: without limits

    std::shared_ptr<tracing::request_trace> trace = nullptr; ///< null: not traced

    exec::call_urgency urgency = exec::call_urgency::interactive;

    std::shared_ptr<completion_store> completions = nullptr; ///< null: every request is sent
    std::shared_ptr<tenant_account>   account     = nullptr; ///< null: the tenant has no limit of attempts

    std::shared_ptr<dry_run> planned = nullptr; ///< of a dry run: takes the requests, and none is sent

    std::size_t max_output_tokens = 0; ///< of the operation, for each attempt; 0: LLM_MAX_OUTPUT_TOKENS
};

/// The result of one attempt over a connection.
struct connection_check
{
    std::string                       name;            ///< main, judge, embedding and so on
    std::string                       model;           ///< as configured
    std::optional<sdk::failure_cause> cause;           ///< none: it works, or is built in
    int                               http_status = 0; ///< 0 without an HTTP response
    std::chrono::milliseconds         duration{0};     ///< 0 for a built-in model
};

enum class connection_role
{
    main,
    judge,
};

class json_client;

/// The only access to models, so that every attempt is metered. Lives as long as the process. [any thread]
class model_client
{
public:
    virtual ~model_client() = default;

    /// A model for one call. Used on the call's thread; destroyed before the call's log.
    virtual std::unique_ptr<sdk::llm> open(call_context caller, connection_role role) = 0;

    /// Opens a client for another provider; `name` labels its metrics. Call before the first request. The result lives
    /// as long as this object.
    virtual json_client& open_json_client(std::string name, endpoint target) = 0;

    /// One short attempt over each connection of chats, also over suspended ones, without retries. Attempts are queued
    /// and accounted for; they may suspend a connection or resume it. Throws only for cancellation. The caller is
    /// borrowed until the task ends. [may wait until the deadline]
    virtual sdk::task<std::vector<connection_check>> check_connections(const call_context& caller) = 0;

    /// Asks servers at addresses of their own for context window, slots and their count of tokens, with one small call
    /// for each, which is accounted for. What they report applies from then on:
    /// docs/reference/provider.md#questions-to-a-server. False: a server has not answered; ask again later. Throws only
    /// for cancellation. One call at a time. [may wait]
    virtual sdk::task<bool> ask_servers(const call_context& caller) = 0;

    /// Uses the keys of these settings for later attempts. A connection to another model or URL than at the start keeps
    /// its key, which must not reach another host. False: there is such a connection, or their number differs.
    virtual bool replace_keys(const settings& current) = 0;

    /// [any thread]
    virtual client_statistics statistics() const = 0;
};

} // namespace verbatim::core::llm
