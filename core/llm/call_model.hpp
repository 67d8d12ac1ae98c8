#pragma once

#include "llm/attempt_result.hpp"
#include "llm/fair_queue.hpp"
#include "llm/meter.hpp"
#include "llm/model_client.hpp"
#include "llm/model_request.hpp"

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/task.hpp"

#include <chrono>

namespace verbatim::core::llm {

/// What the calls of one process share.
struct shared_state
{
    metering_context          metering;
    fair_queue                queue;
    std::chrono::milliseconds max_attempt_duration;
};

/// The way of every question: queue, attempt, meter, and again as long as the plan says so. What is returned was
/// answered, with the model and the tokens that it was accounted for. Throws only for cancellation; the arguments are
/// borrowed until the task has ended. [may wait]
sdk::task<sdk::result<attempt_result>> call_model(shared_state& state, const target_model& model,
                                                  const call_context& caller, model_request& request);

} // namespace verbatim::core::llm
