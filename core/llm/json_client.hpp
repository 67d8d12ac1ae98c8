#pragma once

#include "exec/on_pool.hpp"
#include "http_client/transport.hpp"
#include "llm/call_model.hpp"
#include "llm/codec.hpp"
#include "llm/connection_state.hpp"
#include "llm/meter.hpp"
#include "llm/provider.hpp"
#include "llm/retry.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace verbatim::core::llm {

/// A JSON request other than a chat completion, such as embeddings. All members are borrowed.
struct json_request
{
    std::string_view      body;                   ///< JSON
    std::size_t           characters         = 0; ///< code points of the request, for estimates
    std::size_t           max_response_bytes = 0; ///< larger responses are invalid
    const success_parser& parse;                  ///< runs on the thread pool, once per attempt
};

/// Sends JSON requests to one provider. [any thread]
class json_client
{
public:
    json_client(shared_state& state, http_client::transport& transport, exec::pool_runner run_on_pool, std::string name,
                endpoint target, const retry_plan::connection_limits& limits);

    /// Queued, limited by the deadline, retried and accounted like a chat completion, with the same errors. The
    /// arguments are borrowed until the task ends. In a dry run the result has no text, and `parse` is not called. [may
    /// wait]
    sdk::task<sdk::result<attempt_result>> send(const call_context& caller, const json_request& request);

    /// One attempt until the deadline, as model_client::check_connections() makes it. [may wait]
    sdk::task<connection_check> check(const call_context& caller, const json_request& request);

    /// See model_client::replace_keys().
    bool replace_key(const endpoint& current) { return endpoint_.replace_key(current); }

    const target_model& target() const noexcept { return target_; }

private:
    /// Completed, without a body.
    sdk::result<attempt_result> plan(const call_context& caller, const model_request& request);

    shared_state&           state_;
    http_client::transport& transport_;
    const exec::pool_runner run_on_pool_;
    keyed_endpoint          endpoint_;
    const traced_model      traced_;
    connection_state        connection_;
    const target_model      target_;
};

} // namespace verbatim::core::llm
