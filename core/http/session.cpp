#include "http/session.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <ctime>
#include <mutex>
#include <sys/socket.h>
#include <utility>

namespace verbatim::core::http {

namespace asio = boost::asio;

namespace {

constexpr std::size_t first_read         = 4 * 1024;           // enough for a request without a body
constexpr std::size_t head_buffer        = max_head_bytes + 3; // an empty line before it, and one byte over the limit
constexpr std::size_t body_buffer        = 64 * 1024;
constexpr std::size_t max_discarded_body = 64 * 1024; // rest of a body, read to reuse the connection

// Of pipelined requests. Clients do not pipeline, except those that want much work for few bytes.
constexpr std::size_t max_pipelined       = 16;
constexpr std::size_t max_pipelined_bytes = 1024 * 1024; // of their responses

constexpr std::string_view empty_line = "\r\n";

} // namespace

session::session(std::shared_ptr<io_worker> worker, connection_limit::place place, std::size_t max_write)
    : worker_{std::move(worker)}
    , place_{std::move(place)}
    , max_write_{max_write}
    , deadline_{worker_->deadline_after(worker_->timeouts().head)}
    , body_{*this}
    , stream_{*this}
{}

void session::begin()
{
    enter(reading_head{});
    if (place_.admission() != connection_limit::admission::admitted) refuse(503);
    run();
    if (worker_->draining()) drain();
}

void session::on_handshake(const error_code& failure)
{
    if (is_closed()) return;
    if (failure)
    {
        worker_->counters().tls_failures.increment();
        close();
    }
    else begin();
}

/// Steps until a wait is needed. A nested call returns at once: the running loop continues.
void session::run()
{
    if (std::exchange(running_, true)) return;
    while (std::visit([this](auto& state) { return step(state); }, phase_))
    {}
    running_ = false;
}

bool session::enter(phase next)
{
    phase_ = std::move(next);
    return true;
}

// ---- The head of a request

/// The received bytes without an empty line before the request, which some clients send after a body (RFC 9112
/// section 2.2).
std::string_view session::head_bytes() const noexcept
{
    auto bytes = input_.bytes();
    if (bytes.starts_with(empty_line)) bytes.remove_prefix(empty_line.size());
    return bytes;
}

bool session::step(reading_head& state)
{
    const auto bytes              = head_bytes();
    const bool half_an_empty_line = input_.bytes() == empty_line.substr(0, 1);
    switch (half_an_empty_line ? head_scanner::outcome::incomplete : state.scanner.scan(bytes))
    {
    case head_scanner::outcome::malformed: return refuse(400);
    case head_scanner::outcome::too_large: return refuse(431);
    case head_scanner::outcome::complete: return accept_head(bytes.substr(0, state.scanner.size()));
    case head_scanner::outcome::incomplete: break;
    }

    if (!output_.empty()) return enter(flushing{flushing::action::read_head});
    if (input_state_ == input_state::ended) return close();
    if (!bytes.empty() && !std::exchange(state.started, true))
        deadline_ = worker_->deadline_after(worker_->timeouts().head);
    is_idle_.store(bytes.empty(), std::memory_order_relaxed);
    read(bytes.size() < first_read ? first_read : head_buffer);
    return false;
}

bool session::accept_head(std::string_view block)
{
    const auto status = check_head(block);
    if (status == head_status::too_many_fields) return refuse(431);
    if (status == head_status::malformed) return refuse(400);
    parser_.emplace();
    if (!parser_->read_head(block)) return refuse(400);

    body_.reset();
    worker_->counters().requests.increment();
    const auto used      = static_cast<std::size_t>(block.data() + block.size() - input_.bytes().data());
    auto       immediate = worker_->request_handler().immediate_response(parser_->head());
    if (!immediate)
    {
        head_copy_.assign(block);
        parser_->rebase(block, head_copy_.data());
    }
    input_.consume(used); // moves no bytes: the parser's views stay good until the next read
    if (immediate) return conclude(std::move(*immediate));
    return output_.empty() ? respond() : enter(flushing{flushing::action::respond});
}

/// Responds with an error and ends the connection: nothing after this point is read.
bool session::refuse(int status)
{
    auto& counters = worker_->counters();
    if (status == 408) counters.timed_out.increment();
    if (status == 400 || status == 431) counters.malformed.increment();

    parser_.reset();
    auto refusal  = worker_->request_handler().refuse(status);
    refusal.close = true;
    return conclude(std::move(refusal));
}

// ---- The handler's coroutine

bool session::respond()
{
    if (worker_->cutting_off()) return refuse(503);
    handler_state_ = handler_state::running;
    deadline_      = never;
    response_due_  = worker_->deadline_after(worker_->timeouts().stall); // unless the handler names another
    is_answered_   = false;
    enter(responding{});

    auto ended = [self = shared_from_this()](std::exception_ptr failure, response result) {
        self->handler_failure_  = std::move(failure);
        self->handler_response_ = std::move(result);
        // The coroutine's frame and its cancellation slot are in use until this returns; the next request would
        // replace the slot.
        asio::post(self->worker_->context(), [self] { self->on_response(); });
    };
    asio::co_spawn(worker_->context(), worker_->request_handler().respond(*this),
                   asio::bind_cancellation_slot(cancellation_.slot(), std::move(ended)));
    return true;
}

bool session::step(responding&)
{
    if (!output_.empty() && !flush()) return false; // 100 Continue, or a part of a stream
    stream_.resume_if_ready();
    body_.resume_if_ready();
    if (body_.wants_input()) read(body_buffer);
    else if (!body_.is_busy()) watch_client();
    return false;
}

/// Reads from the socket while the handler works, to detect that the client disconnected. Buffers pipelined bytes up to
/// a bound.
void session::watch_client()
{
    if (input_state_ == input_state::ended)
    {
        if (handler_state_ == handler_state::running) worker_->counters().client_disconnects.increment();
        cancel_response();
    }
    else if (input_.size() < head_buffer) read(input_.size() < first_read ? first_read : head_buffer);
}

void session::expect_response_by(instant deadline, std::string_view request_id)
{
    response_due_ = deadline;
    const std::lock_guard lock{worker_->lock_of_sockets()};
    late_request_ = request_id;
}

void session::cancel_response()
{
    if (handler_state_ != handler_state::running) return;
    handler_state_ = handler_state::cancelled;
    cancellation_.emit(asio::cancellation_type::all);
}

void session::on_response()
{
    const bool cancelled = std::exchange(handler_state_, handler_state::idle) == handler_state::cancelled;
    auto       result    = std::exchange(handler_response_, {});
    const auto failure   = std::exchange(handler_failure_, nullptr);
    expect_response_by(never, {});
    body_.finish();
    if (is_closed()) return;
    if (cancelled && !cut_off_)
    {
        close();
        return;
    }
    if (!stream_.has_begun() && is_answered_.exchange(true))
    {
        close();
        return;
    }
    if (stream_.has_begun())
    {
        enter(flushing{flushing::action::finish});
        run();
        return;
    }
    if (failure)
    {
        result       = worker_->request_handler().refuse(cut_off_ ? 503 : 500);
        result.close = true;
    }
    conclude(std::move(result));
    run();
}

// ---- Responses

/// Queues the response. The next request is parsed before it is sent, so that one write sends the responses to
/// pipelined requests.
bool session::conclude(response response)
{
    const bool closing   = exceeds_pipeline(response) || response.close || !stays_open();
    const bool http_1_0  = parser_ && parser_->is_http_1_0();
    const bool head_only = parser_ && parser_->head().method == "HEAD";
    output_.push(std::move(response), {.date = worker_->date(), .close = closing, .keep_alive = http_1_0 && !closing},
                 head_only);

    if (closing) return enter(flushing{flushing::action::finish});
    if (!parser_->finished()) return enter(flushing{flushing::action::discard_body});
    if (output_.full()) return enter(flushing{flushing::action::read_head});
    return enter(reading_head{});
}

/// Whether the next request was sent before this response, and too many before it. Such a client repeats the rest on
/// another connection (RFC 9112 section 9.3.2).
bool session::exceeds_pipeline(const response& response)
{
    const bool is_pipelined = parser_ && parser_->finished() && !head_bytes().empty();
    pipelined_              = is_pipelined ? pipelined_ + 1 : 0;
    pipelined_bytes_        = is_pipelined ? pipelined_bytes_ + body_of(response).size() : 0;
    return pipelined_ >= max_pipelined || pipelined_bytes_ >= max_pipelined_bytes;
}

bool session::stays_open() const
{
    if (!parser_ || !parser_->keeps_alive() || body_.has_failed() || worker_->draining()) return false;
    // The client opens its next connection at another server. One that polls a job must come back to this one.
    if (worker_->retiring() && parser_->head().method == "POST") return false;
    if (parser_->finished()) return true;
    // The client may or may not send the body it announced, so the start of its next request is unknown.
    if (parser_->expects_continue() && !body_.invited()) return false;
    return parser_->head().content_length.value_or(0) <= max_discarded_body;
}

bool session::step(flushing& state)
{
    if (!flush()) return false;
    switch (state.next)
    {
    case flushing::action::read_head: deadline_ = worker_->idle_deadline(); return enter(reading_head{});
    case flushing::action::respond: return respond();
    case flushing::action::discard_body:
        deadline_ = worker_->deadline_after(worker_->timeouts().linger); // for all of it
        parser_->collect(nullptr, max_discarded_body);
        return enter(discarding_body{});
    case flushing::action::finish: break;
    }
    return finish();
}

/// Whether all output is sent; otherwise a write is under way, or the connection is closed.
bool session::flush()
{
    while (!writing_)
    {
        const auto bytes = output_.pending(max_write_);
        if (asio::buffer_size(bytes) == 0)
        {
            output_.clear();
            return true;
        }
        if (output_.written() == 0) write_started_ = worker_->deadline_after({});
        error_code failure;
        output_.written(write_now(bytes, failure));
        if (failure == asio::error::would_block || failure == asio::error::try_again)
        {
            writing_  = true;
            deadline_ = worker_->progress_deadline(write_started_, output_.written());
            start_write(bytes);
        }
        else if (failure) return close();
    }
    return false;
}

void session::on_written(const error_code& failure, std::size_t count)
{
    writing_ = false;
    output_.written(count);
    if (failure) close();
    run();
}

bool session::step(discarding_body&)
{
    switch (parse_body())
    {
    case request_parser::progress::complete: deadline_ = worker_->idle_deadline(); return enter(reading_head{});
    case request_parser::progress::incomplete:
        if (input_state_ == input_state::ended) return close();
        read(body_buffer);
        return false;
    case request_parser::progress::too_large:
    case request_parser::progress::malformed: break;
    }
    return finish();
}

// ---- The end of the connection

/// Ends the connection so that the client can still read the last response: closing a socket with unread input would
/// reset it.
bool session::finish()
{
    if (input_state_ == input_state::ended) return close();

    const bool client_closes = parser_ && parser_->finished() && !parser_->keeps_alive() && input_.empty();
    deadline_                = worker_->linger_deadline();
    if (start_shutdown()) writing_ = true;
    else if (client_closes) return close();
    else on_shutdown();
    return enter(lingering{});
}

void session::on_shutdown()
{
    writing_ = false;
    error_code ignored;
    tcp().shutdown(asio::socket_base::shutdown_send, ignored);
    run();
}

/// Discards input until the client closes its side or the deadline passes.
bool session::step(lingering&)
{
    if (writing_ || input_state_ == input_state::reading) return false;
    if (input_state_ == input_state::ended) return close();
    input_.consume(input_.size());
    const auto space = input_.prepare(first_read);
    input_state_     = input_state::reading;
    tcp().async_read_some(
        asio::buffer(space.data, space.size),
        [self = shared_from_this()](const error_code& failure, std::size_t) { self->on_read(failure, 0); });
    return false;
}

/// Always false: there is no further step.
bool session::close()
{
    if (is_closed()) return false;
    enter(closed{});
    deadline_ = never;
    {
        const std::lock_guard lock{worker_->lock_of_sockets()};
        error_code            ignored;
        tcp().close(ignored);
    }
    cancel_response();
    return false;
}

void session::on_tick(instant now)
{
    if (now < deadline_.get()) return;
    deadline_         = never;
    const auto* state = std::get_if<reading_head>(&phase_);
    if (state != nullptr && state->started)
    {
        refuse(408);
        run();
    }
    else if (state != nullptr && worker_->draining())
    {
        finish();
        run();
    }
    else if (!body_.on_timeout())
    {
        if (std::holds_alternative<flushing>(phase_) || stream_.is_waiting()) worker_->counters().timed_out.increment();
        close();
    }
}

/// The client of an idle connection does not know yet that the server stops.
void session::drain()
{
    if (std::holds_alternative<reading_head>(phase_) && head_bytes().empty())
        deadline_ = std::min(deadline_.get(), worker_->deadline_after(worker_->timeouts().drain_idle));
}

void session::cut_off()
{
    if (handler_state_ != handler_state::idle)
    {
        cut_off_ = handler_state_ == handler_state::running;
        cancel_response();
        return;
    }
    if (std::holds_alternative<handshaking>(phase_)) close();
    if (!std::holds_alternative<reading_head>(phase_)) return;
    if (head_bytes().empty()) finish();
    else refuse(503);
    run();
}

bool session::close_for_another(bool even_if_busy)
{
    const bool busy = std::holds_alternative<responding>(phase_) || std::holds_alternative<flushing>(phase_);
    if (is_closed() || (busy && !even_if_busy)) return false;
    close();
    return true;
}

/// The thread of the connection may run again at any moment, so this reads only what is atomic or guarded.
bool session::end_if_due(instant now, bool cuts_off)
{
    const bool is_late = now >= std::min(deadline_.get(), response_due_.get());
    if (is_ended_ || !(is_idle_ || is_late || cuts_off)) return false;
    is_ended_ = true;
    if (is_plain() && !late_request_.empty() && !is_answered_.exchange(true)) respond_in_place(!is_late);
    ::shutdown(tcp().native_handle(), SHUT_RDWR); // the thread then finds the end of the stream
    place_.release();
    return true;
}

/// Without waiting: the socket of a client that reads nothing may be full.
void session::respond_in_place(bool is_cut_off)
{
    const auto     date = http_date(std::time(nullptr));
    response_queue output;
    output.push(worker_->request_handler().respond_late(late_request_, is_cut_off), {.date = date, .close = true},
                false);
    for (const auto& bytes : output.pending(max_write_))
        if (bytes.size() != 0) ::send(tcp().native_handle(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
}

// ---- Input

void session::read(std::size_t wanted)
{
    if (input_state_ != input_state::open) return;
    input_state_ = input_state::reading;
    start_read(input_.prepare(wanted));
}

void session::on_read(const error_code& failure, std::size_t count)
{
    const bool is_lost = is_ended_; // its client has seen the end, and may have sent the request elsewhere
    input_state_       = failure || is_lost ? input_state::ended : input_state::open;
    if (is_lost) count = 0;
    if (count != 0) is_idle_.store(false, std::memory_order_relaxed);
    input_.commit(count);
    run();
}

/// Parses received body bytes. Bytes that the parser cannot use yet are passed again with later ones.
request_parser::progress session::parse_body()
{
    if (input_.empty()) return request_parser::progress::incomplete;
    std::size_t used     = 0;
    const auto  progress = parser_->feed(input_.bytes(), used);
    input_.consume(used);
    return progress;
}

} // namespace verbatim::core::http
