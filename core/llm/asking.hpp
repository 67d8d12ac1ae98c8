#pragma once

#include "llm/door.hpp"
#include "llm/fair_queue.hpp"
#include "llm/meter.hpp"
#include "llm/outcome.hpp"
#include "llm/question.hpp"

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/task.hpp"

#include <chrono>

namespace verbatim::core::llm {

/// What the calls of one process share.
struct shared_parts
{
    measures                  measured;
    fair_queue                queue;
    std::chrono::milliseconds longest_attempt;
};

/// The way of every question: queue, attempt, meter, and again as long as the plan says so. What is returned was
/// answered, with the model and the tokens that it was accounted for. Throws only for cancellation; the arguments are
/// borrowed until the task has ended. [may wait]
sdk::task<sdk::result<outcome>> ask(shared_parts& all, const asked_model& whom, const client& who, question& what);

} // namespace verbatim::core::llm
