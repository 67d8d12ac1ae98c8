#include "http/body_reader.hpp"

#include "http/session.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

namespace verbatim::core::http {

namespace asio = boost::asio;

namespace {

constexpr auto without_throwing = asio::as_tuple(asio::use_awaitable);

/// Reserved for a body of unknown length, before it is read.
constexpr std::size_t first_chunked_reservation = 256 * 1024;

} // namespace

body_reader::body_reader(session& owner)
    : session_{owner}
    , wakeup_{owner.worker_->context(), never}
{}

void body_reader::reset()
{
    state_   = state::idle;
    invited_ = false;
}

void body_reader::finish()
{
    reservation_.reset();
    if (state_ != state::idle) state_ = state::failed;
}

sdk::task<std::optional<std::string>> body_reader::read(std::size_t limit, std::string_view owner)
{
    auto&       parser = *session_.parser_;
    std::string body;
    if (parser.finished()) co_return body;

    const auto length = parser.head().content_length;
    state_            = length && *length > limit ? state::failed : state::reading;
    if (has_failed()) co_return std::nullopt;

    reserved_bytes_ = length.value_or(std::min(limit, first_chunked_reservation));
    reservation_.emplace(session_.worker_->body_memory(), owner, reserved_bytes_);
    if (!reservation_->granted()) co_await wait_for_memory();
    if (length) body.reserve(*length); // address space only: pages are used when bytes arrive
    parser.collect(&body, limit);
    started_ = session_.worker_->deadline_after({});

    if (parser.expects_continue() && session_.input_.empty())
    {
        session_.output_.push_continue();
        invited_ = true;
        begin_wait(state::awaiting_output, never);
        while (state_ == state::awaiting_output) co_await wakeup_.async_wait(without_throwing);
    }

    for (;;)
    {
        const auto progress = session_.parse_body();
        unparsed_           = session_.input_.size();
        if (progress == request_parser::progress::complete) break;
        if (progress == request_parser::progress::too_large)
        {
            state_ = state::failed;
            co_return std::nullopt;
        }
        if (progress == request_parser::progress::malformed || session_.input_state_ == session::input_state::ended)
            throw failure(sdk::errc::bad_request);

        if (body.size() > reserved_bytes_) grow_reservation(body.size());

        begin_wait(state::awaiting_input, input_deadline(body.size()));
        while (state_ == state::awaiting_input) co_await wakeup_.async_wait(without_throwing);
        if (has_failed()) throw sdk::error{sdk::errc::request_timeout};
    }

    reservation_->shrink_to(body.size());
    state_ = state::idle;
    session_.run(); // watches the client again
    co_return body;
}

void body_reader::hold_memory(std::size_t bytes)
{
    if (!reservation_) return; // without a body
    if (bytes > session_.worker_->body_memory()->owner_limit())
    {
        sdk::error failure{sdk::errc::payload_too_large};
        failure.message = "Request body holds too many list items";
        throw failure;
    }
    if (reservation_->try_hold(bytes)) return;
    session_.worker_->counters().bodies_refused.increment();
    throw sdk::error{sdk::errc::overloaded};
}

/// Meanwhile at most one buffer is read from the socket, so the client keeps the rest.
sdk::task<> body_reader::wait_for_memory()
{
    auto& worker  = *session_.worker_;
    auto  granted = [weak = session_.weak_from_this()] {
        try
        {
            const auto owner = weak.lock();
            if (owner) asio::post(owner->worker_->context(), [owner] { owner->run(); });
        }
        catch (const std::bad_alloc&) // the deadline ends the wait
        {}
    };
    if (!reservation_->notify(std::move(granted))) co_return;

    const auto since = worker.deadline_after({});
    begin_wait(state::awaiting_memory, worker.deadline_after(worker.timeouts().body_memory));
    while (state_ == state::awaiting_memory) co_await wakeup_.async_wait(without_throwing);
    started_ += worker.deadline_after({}) - since; // not the client's delay
    if (reservation_->granted()) co_return;

    fail_for_memory();
}

/// For a chunked body. Doubles the reservation without waiting: bodies that hold memory while they wait for more could
/// all wait for each other.
void body_reader::grow_reservation(std::size_t received)
{
    reserved_bytes_ = std::max(2 * reserved_bytes_, received);
    if (!reservation_->try_grow_to(reserved_bytes_)) fail_for_memory();
}

void body_reader::fail_for_memory()
{
    reservation_.reset();
    session_.worker_->counters().bodies_refused.increment();
    throw failure(sdk::errc::overloaded);
}

void body_reader::begin_wait(state reason, instant deadline)
{
    state_             = reason;
    session_.deadline_ = deadline;
    session_.run();
}

void body_reader::end_wait(state next)
{
    state_             = next;
    session_.deadline_ = never;
    wakeup_.cancel();
}

void body_reader::resume_if_ready()
{
    const auto& input = session_.input_;
    const bool  ready = (state_ == state::awaiting_output && session_.output_.empty()) ||
                       (state_ == state::awaiting_memory && reservation_->granted()) ||
                       (state_ == state::awaiting_input &&
                        (input.size() != unparsed_ || session_.input_state_ == session::input_state::ended));
    if (ready) end_wait(state::reading);
}

bool body_reader::on_timeout()
{
    if (state_ == state::awaiting_input)
    {
        session_.worker_->counters().timed_out.increment();
        end_wait(state::failed);
    }
    else if (state_ == state::awaiting_memory) end_wait(state::reading);
    else return false;
    return true;
}

/// The deadline for further input: the stall timeout after the last byte, the minimum rate over the whole body, so that
/// a client cannot hold a connection by sending a byte now and then, and the time for a whole body.
instant body_reader::input_deadline(std::size_t received) const
{
    const auto& worker = *session_.worker_;
    return std::min(worker.progress_deadline(started_, received), started_ + worker.timeouts().body);
}

sdk::error body_reader::failure(sdk::errc code)
{
    state_ = state::failed;
    return sdk::error{code};
}

} // namespace verbatim::core::http
