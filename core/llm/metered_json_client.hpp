#pragma once

#include "exec/on_pool.hpp"
#include "http_client/transport.hpp"
#include "llm/call_model.hpp"
#include "llm/connection_state.hpp"
#include "llm/endpoint.hpp"
#include "llm/meter.hpp"
#include "llm/model_client.hpp"
#include "llm/retry.hpp"

#include <string>

namespace verbatim::core::llm {

/// JSON requests to one provider, metered like those of a model.
class metered_json_client final : public json_client
{
public:
    metered_json_client(shared_state& state, http_client::transport& transport, exec::pool_runner run_on_pool,
                        std::string name, endpoint target, const retry_plan::connection_limits& limits);

    sdk::task<sdk::result<attempt_result>> send(const call_context& caller, const json_request& request) override;
    sdk::task<connection_check>            check(const call_context& caller, const json_request& request) override;

    bool replace_key(const endpoint& current) override { return endpoint_.replace_key(current); }

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
