#pragma once

#include "http/io_worker.hpp"
#include "http/message.hpp"

#include "verbatim/sdk/task.hpp"

#include <string>

namespace verbatim::core::http {

class session;

/// Sends a response of unknown length on behalf of its handler. The session does the writing that it waits for, with
/// the least rate of any response.
class response_stream
{
public:
    explicit response_stream(session& owner);

    // The coroutines of exchange.
    sdk::task<> begin(response head);
    sdk::task<> send(std::string bytes);

    /// Continues the coroutine if its bytes are sent.
    void resume_if_ready();

    bool has_begun() const noexcept { return begun_; }
    bool is_waiting() const noexcept { return waiting_; }

private:
    sdk::task<> wait_for_output();

    session& session_;
    timer    wakeup_; ///< never expires; cancelled to continue the coroutine
    bool     begun_   = false;
    bool     waiting_ = false;
};

} // namespace verbatim::core::http
