#pragma once

#include "llm/attempt_result.hpp"
#include "llm/codec.hpp"
#include "llm/endpoint.hpp"
#include "llm/statistics.hpp"
#include "recording/ledger.hpp"

#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/log.hpp"
#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace verbatim::core::llm {

/// For whom a model is asked: what every attempt of a call is queued, bounded and accounted under.
struct call_context
{
    std::string                           tenant_id;
    std::string                           operation; ///< usage label
    std::string                           request_id;
    std::chrono::steady_clock::time_point deadline;
    std::shared_ptr<recording::ledger>    ledger;
    sdk::log&                             log; ///< the call's
};

enum class connection_role
{
    main,
    judge,
};

/// A request to a provider that is no conversation. All of it is borrowed.
struct json_request
{
    std::string_view      body;                   ///< JSON
    std::size_t           characters         = 0; ///< code points of what is asked
    std::size_t           max_response_bytes = 0; ///< bytes of an answer that is still an honest one
    const success_parser& parse; ///< run where long computation belongs; may be asked again with another body
};

/// The way to one provider for what is no conversation. [any thread]
class json_client
{
public:
    virtual ~json_client() = default;

    /// Queued, kept within the deadline, retried and accounted for like a model call, and failing with the same errors.
    /// What is returned was answered. The arguments are borrowed until the task has ended. [may wait]
    virtual sdk::task<sdk::result<attempt_result>> send(const call_context& caller, const json_request& request) = 0;
};

/// The one way to a model. Nothing reaches a provider that did not come through here, so nothing goes unmetered. Lives
/// as long as the process; used from every I/O thread.
class model_client
{
public:
    virtual ~model_client() = default;

    /// A model as one call sees it; used on the call's thread, and gone before the call's log is.
    virtual std::unique_ptr<sdk::llm> open(call_context caller, connection_role role) = 0;

    /// Opens another way through the door, under a name for its figures; lives as long as the door. Before the first
    /// call only.
    virtual json_client& open_json_client(std::string name, endpoint target) = 0;

    /// What has come and gone, and what is under way. [any thread]
    virtual client_statistics statistics() const = 0;
};

} // namespace verbatim::core::llm
