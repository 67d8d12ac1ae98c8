#include "http/session.hpp"

#include "http/session_input.hpp"
#include "http/session_of.hpp"
#include "http/session_output.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>

#include <utility>

namespace verbatim::core::http {

template <class Stream>
void session<Stream>::start()
{
    deadline_ = worker_->deadline_after(worker_->timeouts().head);
    if constexpr (secure)
    {
        phase_ = phase::greeting;
        stream_.async_handshake(asio::ssl::stream_base::server,
                                [self = this->shared_from_this()](const error_code& failure) {
                                    if (self->phase_ == phase::closed) return;
                                    if (failure) self->worker_->counters().tls_failures.increment();
                                    if (failure) return self->close();
                                    self->phase_ = phase::head;
                                    self->run();
                                });
    }
    else run();
}

/// Steps until something has to be waited for. A step that ends up here again is continued by the loop that is already
/// running.
template <class Stream>
void session<Stream>::run()
{
    if (std::exchange(running_, true)) return;
    while (step())
    {}
    running_ = false;
}

template <class Stream>
bool session<Stream>::step()
{
    switch (phase_)
    {
    case phase::greeting: return false;
    case phase::head: return take_head();
    case phase::answering: return watch();
    case phase::writing: return write();
    case phase::skipping: return skip_body();
    case phase::lingering: return linger();
    case phase::closed: return false;
    }
    return false;
}

template <class Stream>
void session<Stream>::begin_answer()
{
    const auto block = in_.bytes().substr(0, scanner_.size());
    head_copy_.assign(block);
    parser_->rebase(block, head_copy_.data());
    in_.consume(block.size());
    scanner_ = {};

    answer_waits_ = false;
    answer_runs_  = true;
    phase_        = phase::answering;
    deadline_     = never;

    auto ended = [self = this->shared_from_this()](std::exception_ptr failure, response reply) {
        self->failure_ = std::move(failure);
        self->reply_   = std::move(reply);
        // The task's frame and its cancellation slot are in use until this returns; the next request would replace the
        // slot.
        asio::post(self->worker_->context(), [self] { self->answered(); });
    };
    asio::co_spawn(worker_->context(), worker_->request_handler().respond(*this),
                   asio::bind_cancellation_slot(gone_.slot(), std::move(ended)));
}

/// While the handler works, the socket is read to notice that the client has gone. What comes instead is kept for
/// later, up to a bound.
template <class Stream>
bool session<Stream>::watch()
{
    if (!answer_runs_) return false;
    if (body_reader_)
    {
        if (wants_input_ && (fresh_ || ended_)) wake();
        else if (wants_input_) read(body_buffer);
    }
    else if (ended_)
    {
        if (!cancelled_) worker_->counters().client_disconnects.increment();
        cancel_answer();
    }
    else if (in_.size() < head_buffer) read(in_.size() < first_read ? first_read : head_buffer);
    return false;
}

template <class Stream>
void session<Stream>::wake()
{
    wants_input_ = false;
    deadline_    = never; // the reader sets its own when it waits again
    news_.cancel();
}

template <class Stream>
void session<Stream>::cancel_answer()
{
    if (answer_runs_ && !std::exchange(cancelled_, true)) gone_.emit(asio::cancellation_type::all);
}

template <class Stream>
void session<Stream>::answered()
{
    answer_runs_ = body_reader_ = wants_input_ = wants_room_ = false;
    reservation_.reset();
    auto reply   = std::exchange(reply_, {});
    auto failure = std::exchange(failure_, nullptr);
    if (phase_ == phase::closed) return;
    if (cancelled_) return close();
    if (failure)
    {
        reply       = worker_->request_handler().refuse(500);
        reply.close = true;
    }
    conclude(std::move(reply));
    run();
}

template <class Stream>
void session<Stream>::on_tick(instant now)
{
    if (now < deadline_) return;
    deadline_ = never;
    if (phase_ == phase::head && begun_)
    {
        refuse(408);
        run();
    }
    else if (phase_ == phase::answering && wants_input_)
    {
        worker_->counters().timed_out.increment();
        stalled_ = true;
        wake();
    }
    else if (phase_ == phase::answering && wants_room_)
    {
        wants_room_ = false;
        news_.cancel();
    }
    else
    {
        if (phase_ == phase::writing) worker_->counters().timed_out.increment();
        close();
    }
}

template <class Stream>
void session<Stream>::drain()
{
    if (phase_ != phase::head || begun_ || !in_.empty() || answer_waits_) return;
    // A request may have arrived already; then it is answered, and that reply closes.
    error_code ignored;
    if (wire().available(ignored) == 0) close();
}

template <class Stream>
void session<Stream>::close()
{
    if (std::exchange(phase_, phase::closed) == phase::closed) return;
    deadline_ = never;
    error_code ignored;
    wire().close(ignored);
    cancel_answer();
    if (wants_input_) wake();
    if (wants_room_) news_.cancel();
}

namespace {

template <class Stream, class... Arguments>
void begin(Arguments&&... arguments)
{
    std::make_shared<session<Stream>>(std::forward<Arguments>(arguments)...)->start();
}

} // namespace

void begin_session(std::shared_ptr<io_worker> worker, socket peer, const std::shared_ptr<asio::ssl::context>& tls,
                   bool over_limit)
{
    error_code ignored;
    peer.set_option(asio::ip::tcp::no_delay{true}, ignored);
    peer.non_blocking(true, ignored);
    if (tls) begin<tls_stream>(std::move(worker), over_limit, std::move(peer), *tls);
    else begin<socket>(std::move(worker), over_limit, std::move(peer));
}

} // namespace verbatim::core::http
