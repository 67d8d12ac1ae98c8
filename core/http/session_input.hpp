// How a session reads: heads, bodies, and what nobody wants of them. Included by session.cpp alone.
#pragma once

#include "http/session_of.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <chrono>
#include <new>

namespace verbatim::core::http {

template <class Stream>
bool session<Stream>::take_head()
{
    if (over_limit_) return refuse(503);
    if (answer_waits_)
    {
        begin_answer();
        return true;
    }

    drop_empty_line();
    const auto bytes              = in_.bytes();
    const bool half_an_empty_line = bytes == "\r" && !line_dropped_;
    switch (half_an_empty_line ? head_scanner::outcome::incomplete : scanner_.scan(bytes))
    {
    case head_scanner::outcome::malformed: return refuse(400);
    case head_scanner::outcome::too_large: return refuse(431);
    case head_scanner::outcome::complete: break;
    case head_scanner::outcome::incomplete:
        if (!out_.empty())
        {
            phase_ = phase::writing;
            return true;
        }
        if (ended_)
        {
            close();
            return false;
        }
        if (!bytes.empty() && !std::exchange(begun_, true))
            deadline_ = worker_->deadline_after(worker_->timeouts().head);
        read(bytes.size() < first_read ? first_read : head_buffer);
        return false;
    }

    const auto block = bytes.substr(0, scanner_.size());
    const auto found = check_head(block);
    if (found == head_status::too_many_fields) return refuse(431);
    if (found == head_status::malformed) return refuse(400);
    parser_.emplace();
    if (!parser_->read_head(block)) return refuse(400);

    begun_ = line_dropped_ = continued_ = body_failed_ = cancelled_ = stalled_ = false;
    worker_->counters().requests.increment();
    if (auto reply = worker_->request_handler().immediate_response(parser_->head()))
    {
        in_.consume(block.size());
        scanner_ = {};
        return conclude(std::move(*reply));
    }
    answer_waits_ = true;
    if (!out_.empty()) phase_ = phase::writing;
    return true;
}

/// A request may be preceded by one empty line, which some clients send after a body: RFC 9112 section 2.2.
template <class Stream>
void session<Stream>::drop_empty_line()
{
    if (line_dropped_ || !in_.bytes().starts_with("\r\n")) return;
    in_.consume(2);
    line_dropped_ = true;
}

template <class Stream>
sdk::task<std::optional<std::string>> session<Stream>::read_body(std::size_t limit)
{
    std::string body;
    if (parser_->finished()) co_return body;

    const auto length = parser_->head().content_length;
    if (length && *length > limit)
    {
        body_failed_ = true;
        co_return std::nullopt;
    }

    if (length && *length > body_budget::small_body) co_await wait_for_room(*length);
    if (length) body.reserve(*length); // a claim that costs nothing until its bytes are here
    parser_->collect(&body, limit);
    body_reader_ = true;
    body_since_  = worker_->deadline_after({});

    if (parser_->expects_continue() && in_.empty())
    {
        deadline_  = worker_->deadline_after(worker_->timeouts().stall);
        continued_ = true;
        // A failure shows again in the read that follows.
        co_await asio::async_write(stream_, asio::buffer(continue_please), asio::as_tuple(asio::use_awaitable));
    }

    for (;;)
    {
        std::size_t used   = 0;
        const auto  status = in_.empty() ? request_parser::progress::incomplete : parser_->feed(in_.bytes(), used);
        in_.consume(used);
        fresh_ = false;
        if (status == request_parser::progress::complete) break;

        body_failed_ = status != request_parser::progress::incomplete || ended_;
        if (body_failed_) body_reader_ = false;
        if (status == request_parser::progress::too_large) co_return std::nullopt;
        if (body_failed_) throw sdk::error{sdk::errc::bad_request};
        // One whose length is not told may become as long as any. It asks for all of that at once: if each took more
        // when it needs more, all could end up waiting for each other.
        if (!length && !reservation_ && body.size() > body_budget::small_body) co_await wait_for_room(limit);

        arrived_     = body.size();
        wants_input_ = true;
        deadline_    = latest_news();
        news_.expires_at(never);
        run();
        co_await news_.async_wait(asio::as_tuple(asio::use_awaitable));
        wants_input_ = false;
        deadline_    = never;
        if (!stalled_) continue;
        body_failed_ = true;
        body_reader_ = false;
        throw sdk::error{sdk::errc::request_timeout};
    }
    body_reader_ = false;
    deadline_    = never;
    if (reservation_) reservation_->shrink_to(body.size());
    run();
    co_return body;
}

/// When a body has to have brought something: a byte within the time for silence, and over all of it as many as a slow
/// line carries, so that nobody keeps a connection with a byte now and then.
template <class Stream>
instant session<Stream>::latest_news() const
{
    const auto& patience = worker_->timeouts();
    const auto  earned   = std::chrono::milliseconds{arrived_ * 1000 / patience.min_body_rate};
    return std::min(worker_->deadline_after(patience.stall), body_since_ + patience.stall + earned);
}

/// Until then the client keeps its bytes: but for one buffer nothing is read from the socket.
template <class Stream>
sdk::task<> session<Stream>::wait_for_room(std::size_t bytes)
{
    const bool was_reading = std::exchange(body_reader_, false);
    auto       ready       = [weak = this->weak_from_this()] {
        try
        {
            const auto self = weak.lock();
            if (self) asio::post(self->worker_->context(), [self] { self->news_.cancel(); });
        }
        catch (const std::bad_alloc&) // seen when the clock is looked at
        {}
    };
    reservation_.emplace(worker_->body_memory(), bytes, std::move(ready));

    const auto before = worker_->deadline_after({});
    wants_room_       = true;
    deadline_         = worker_->deadline_after(worker_->timeouts().body_memory);
    while (!reservation_->granted() && wants_room_ && phase_ != phase::closed)
    {
        news_.expires_at(never);
        run();
        co_await news_.async_wait(asio::as_tuple(asio::use_awaitable));
    }
    wants_room_  = false;
    deadline_    = never;
    body_reader_ = was_reading;
    body_since_ += worker_->deadline_after({}) - before; // the client is not to blame
    if (reservation_->granted()) co_return;

    reservation_.reset();
    body_reader_ = false;
    body_failed_ = true;
    if (phase_ == phase::closed) throw sdk::error{sdk::errc::bad_request};
    worker_->counters().body_memory_timeouts.increment();
    throw sdk::error{sdk::errc::overloaded};
}

/// Reads over a body that the handler did not want.
template <class Stream>
bool session<Stream>::skip_body()
{
    std::size_t used   = 0;
    const auto  status = in_.empty() ? request_parser::progress::incomplete : parser_->feed(in_.bytes(), used);
    in_.consume(used);
    switch (status)
    {
    case request_parser::progress::complete:
        phase_    = phase::head;
        deadline_ = worker_->deadline_after(worker_->timeouts().idle);
        return true;
    case request_parser::progress::incomplete:
        if (ended_) close();
        else read(body_buffer);
        return false;
    case request_parser::progress::too_large:
    case request_parser::progress::malformed: break;
    }
    return part();
}

template <class Stream>
void session<Stream>::read(std::size_t wanted)
{
    if (reading_ || ended_) return;
    const auto space = in_.prepare(wanted);
    reading_         = true;
    stream_.async_read_some(asio::buffer(space.data, space.size),
                            [self = this->shared_from_this()](const error_code& failure, std::size_t count) {
                                self->received(failure, count);
                            });
}

template <class Stream>
void session<Stream>::received(const error_code& failure, std::size_t count)
{
    reading_ = false;
    in_.commit(count);
    fresh_ = fresh_ || count != 0;
    ended_ = ended_ || failure.failed();
    if (wants_input_) deadline_ = latest_news();
    run();
}

} // namespace verbatim::core::http
