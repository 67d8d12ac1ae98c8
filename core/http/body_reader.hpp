#pragma once

#include "http/body_budget.hpp"
#include "http/io_worker.hpp"

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/task.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace verbatim::core::http {

class session;

/// Reads the body of one request on behalf of its handler: waits for memory, invites the client to send, and gives up
/// on a client that is too slow. The session does the reading and writing that it waits for.
class body_reader
{
public:
    explicit body_reader(session& owner);

    /// For a new request.
    void reset();

    /// The coroutine of exchange::read_body.
    sdk::task<std::optional<std::string>> read(std::size_t limit, std::string_view owner);

    /// exchange::hold_memory.
    void hold_memory(std::size_t bytes);

    /// After the handler's response: releases the memory. The rest of the body will not be read.
    void finish();

    /// Continues the coroutine if its wait is over.
    void resume_if_ready();

    /// Ends a wait whose deadline has passed. False: nothing was waiting.
    bool on_timeout();

    bool wants_input() const noexcept { return state_ == state::awaiting_input; }

    /// The session must not read from the socket meanwhile.
    bool is_busy() const noexcept { return state_ == state::reading || state_ == state::awaiting_output; }

    /// The body was rejected, malformed or timed out: the start of the next request is unknown.
    bool has_failed() const noexcept { return state_ == state::failed; }

    bool invited() const noexcept { return invited_; } ///< 100 Continue was sent

private:
    enum class state : unsigned char
    {
        idle, ///< not begun, or read to its end
        reading,
        awaiting_output,
        awaiting_input,
        awaiting_memory,
        failed,
    };

    sdk::task<>       wait_for_memory();
    void              grow_reservation(std::size_t received);
    [[noreturn]] void fail_for_memory();
    void              begin_wait(state reason, instant deadline);
    void              end_wait(state next);
    instant           input_deadline(std::size_t received) const;
    sdk::error        failure(sdk::errc code);

    session&                        session_;
    timer                           wakeup_; ///< never expires; cancelled to continue the coroutine
    state                           state_ = state::idle;
    std::optional<body_reservation> reservation_;
    std::size_t                     reserved_bytes_ = 0; ///< bytes of a body that the reservation is for
    bool                            invited_        = false;
    instant                         started_{};
    std::size_t                     unparsed_ = 0; ///< bytes of input that the parser could not use yet
};

} // namespace verbatim::core::http
