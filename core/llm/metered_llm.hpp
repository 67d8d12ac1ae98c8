#pragma once

#include "exec/fair_queue.hpp"
#include "exec/on_pool.hpp"
#include "llm/call_model.hpp"
#include "llm/chat_model_request.hpp"
#include "llm/connection_list.hpp"
#include "llm/model_client.hpp"

#include "verbatim/sdk/llm.hpp"

#include <optional>

namespace verbatim::core::llm {

/// Makes the answers of dry runs, few at a time: other calls need the pool too.
struct planning_state
{
    completion_function built_in;
    exec::fair_queue    queue{4, 2};
};

/// The model of a single call.
class metered_llm final : public sdk::llm
{
public:
    metered_llm(shared_state& state, const connection_list& connections, const exec::pool_runner& run_on_pool,
                planning_state& planning, call_context caller);

    sdk::token_limits                       limits() const noexcept override;
    sdk::task<sdk::result<sdk::completion>> try_complete(const sdk::chat_request& request) override;

private:
    chat_model_request open_request(const sdk::chat_request& request) const;

    /// Returns a stored completion; otherwise asks the model and stores its completion.
    sdk::task<sdk::result<sdk::completion>> ask_unless_stored(const sdk::chat_request& request);
    sdk::task<sdk::result<sdk::completion>> ask_model(const sdk::chat_request& request);

    /// Answers the request of a dry run.
    sdk::task<sdk::result<sdk::completion>> plan(const sdk::chat_request& request);

    /// Lets other work of the thread proceed: a call may find thousands of completions.
    sdk::task<request_digest> digest_of(const sdk::chat_request& request);

    /// A completion of an earlier run that the request accepts again. None once a limit of the call was exceeded.
    std::optional<sdk::completion> take_accepted(const sdk::chat_request& request, const request_digest& digest);

    shared_state& state_;

    const connection_list&   connections_;
    const exec::pool_runner& run_on_pool_;
    planning_state&          planning_;
    call_context             caller_;
};

} // namespace verbatim::core::llm
