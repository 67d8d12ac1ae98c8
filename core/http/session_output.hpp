// How a session replies, and parts from its client. Included by session.cpp alone.
#pragma once

#include "http/session_of.hpp"

#include <boost/asio/buffer.hpp>

#include <limits>

namespace verbatim::core::http {

/// Says why nothing behind this point is read, and ends the connection.
template <class Stream>
bool session<Stream>::refuse(int status)
{
    auto& figures = worker_->counters();
    if (status == 408) figures.timed_out.increment();
    if (status == 400 || status == 431) figures.malformed.increment();

    parser_.reset();
    auto reply  = worker_->request_handler().refuse(status);
    reply.close = true;
    return conclude(std::move(reply));
}

/// Puts the reply behind those that wait to be written. The next request is looked for first, so that replies to
/// pipelined requests leave together.
template <class Stream>
bool session<Stream>::conclude(response reply)
{
    last_ = reply.close || !stays_open();

    const bool old  = parser_ && parser_->is_http_1_0();
    const bool head = parser_ && parser_->head().method == "HEAD";
    out_.push(std::move(reply), {.date = worker_->date(), .close = last_, .keep_alive = old && !last_}, head);

    const bool more = !last_ && !out_.full() && parser_->finished();
    phase_          = more ? phase::head : phase::writing;
    return true;
}

template <class Stream>
bool session<Stream>::stays_open() const
{
    if (!parser_ || !parser_->keeps_alive() || body_failed_ || worker_->draining()) return false;
    if (parser_->finished()) return true;
    // The client may or may not send the body it offered: nobody can tell where its next request begins.
    if (parser_->expects_continue() && !continued_) return false;
    return parser_->head().content_length.value_or(0) <= max_skipped;
}

template <class Stream>
bool session<Stream>::write()
{
    if (writing_) return false;

    // TLS encrypts in one go what it is given, and no deadline could then tell a slow client from a silent one.
    constexpr std::size_t piece = secure ? 64 * 1024 : std::numeric_limits<std::size_t>::max();
    const auto            rest  = out_.pending(piece);
    if (asio::buffer_size(rest) == 0) return after_write();

    if constexpr (!secure)
    {
        // The socket nearly always takes a reply at once, which spares a turn of the event loop.
        error_code failure;
        out_.written(stream_.write_some(rest, failure));
        if (!failure) return true;
        if (failure != asio::error::would_block && failure != asio::error::try_again)
        {
            close();
            return false;
        }
    }

    writing_  = true;
    deadline_ = worker_->deadline_after(worker_->timeouts().stall);
    stream_.async_write_some(rest, [self = this->shared_from_this()](const error_code& failure, std::size_t count) {
        self->writing_ = false;
        self->out_.written(count);
        if (failure) self->close();
        self->run();
    });
    return false;
}

template <class Stream>
bool session<Stream>::after_write()
{
    out_.clear();
    if (last_) return part();
    if (answer_waits_ || parser_->finished())
    {
        phase_    = phase::head;
        deadline_ = worker_->deadline_after(worker_->timeouts().idle);
    }
    else
    {
        phase_ = phase::skipping;
        deadline_ =
            worker_->deadline_after(worker_->timeouts().linger); // for all of it: nobody waits for what nobody wants
        parser_->collect(nullptr, max_skipped);
    }
    return true;
}

/// Ends the connection so that the client can still read what it was told: closing a socket with unread input would
/// reset it.
template <class Stream>
bool session<Stream>::part()
{
    const bool agreed = parser_ && parser_->finished() && !parser_->keeps_alive() && in_.empty();
    if (ended_ || (agreed && !secure))
    {
        close();
        return false;
    }

    phase_    = phase::lingering;
    deadline_ = worker_->deadline_after(worker_->timeouts().linger);
    error_code ignored;
    if constexpr (secure)
    {
        writing_ = true;
        stream_.async_shutdown([self = this->shared_from_this()](const error_code&) {
            self->writing_ = false;
            error_code unheard;
            self->wire().shutdown(asio::socket_base::shutdown_send, unheard);
            self->run();
        });
    }
    else stream_.shutdown(asio::socket_base::shutdown_send, ignored);
    return true;
}

/// Throws away what still comes until the client has closed its side, or the deadline does it.
template <class Stream>
bool session<Stream>::linger()
{
    if (writing_ || reading_) return false;
    if (ended_)
    {
        close();
        return false;
    }
    in_.consume(in_.size());
    const auto space = in_.prepare(first_read);
    reading_         = true;
    wire().async_read_some(
        asio::buffer(space.data, space.size),
        [self = this->shared_from_this()](const error_code& failure, std::size_t) { self->received(failure, 0); });
    return false;
}

} // namespace verbatim::core::http
