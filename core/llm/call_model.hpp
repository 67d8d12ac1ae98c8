#pragma once

#include "llm/attempt_result.hpp"
#include "llm/meter.hpp"
#include "llm/model_client.hpp"
#include "llm/model_request.hpp"
#include "llm/provider_slots.hpp"
#include "metrics/counters.hpp"

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/task.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

namespace verbatim::core::llm {

/// The state that all model calls of the process share. [any thread]
struct shared_state
{
    metering_context metering;
    provider_slots   slots;

    /// That the failed attempts of a call take together; none: twice the
    /// longest time limit of a first attempt over one of its connections.
    std::optional<std::chrono::milliseconds> failure_time;

    std::function<double()>   random_fraction;   ///< from 0 to 1, for the waits before retries [any thread]
    std::size_t               max_output_tokens; ///< of an attempt
    std::atomic<std::int64_t> refused_calls = 0; ///< calls that failed because each of their connections was suspended
    metrics::counters         repairs{sdk::reply_repair_names.size()}; ///< replies, by kind of sdk::reply_repair
};

/// Queues, attempts and meters a request, over the connections and with the retries that call_plan chooses. Returns a
/// completed attempt with the model and tokens of its usage row, or an error, for example when a limit of the request
/// is exceeded. Throws only for cancellation. The arguments are borrowed until the task ends. [may wait]
sdk::task<sdk::result<attempt_result>> call_model(shared_state& state, std::span<const target_model> connections,
                                                  const call_context& caller, model_request& request);

/// One attempt over a connection, even over a suspended one, without retries until the deadline of the caller. It is
/// queued and accounted for; without a slot it has the cause `timeout`. Throws only for cancellation. The arguments are
/// borrowed until the task ends. [may wait]
sdk::task<attempt_result> call_once(shared_state& state, std::span<const target_model> connections, std::size_t index,
                                    const call_context& caller, model_request& request);

/// call_once(), as a check of the connection: its cause and its time. A built-in model needs none. [may wait]
sdk::task<connection_check> check_connection(shared_state& state, std::span<const target_model> connections,
                                             std::size_t index, const call_context& caller, model_request& request);

} // namespace verbatim::core::llm
