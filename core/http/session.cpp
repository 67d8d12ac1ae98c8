// The one translation unit in which connections are templates over their stream.
#include "http/session.hpp"

#include "http/body_budget.hpp"
#include "http/framing.hpp"
#include "http/input_buffer.hpp"
#include "http/message.hpp"
#include "http/reply_queue.hpp"
#include "http/request_parser.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <exception>
#include <limits>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

namespace verbatim::core::http {

namespace asio = boost::asio;
using boost::system::error_code;
using tls_stream = asio::ssl::stream<socket>;

namespace {

constexpr std::size_t first_read      = 4 * 1024;           ///< enough for a request without a body
constexpr std::size_t head_buffer     = max_head_bytes + 1; ///< one byte over tells that the limit is passed
constexpr std::size_t body_buffer     = 64 * 1024;          ///< while a body comes in
constexpr std::size_t max_skipped     = 64 * 1024;          ///< of a body nobody read, to keep the connection
constexpr instant     never           = instant::max();
constexpr auto        continue_please = std::string_view{"HTTP/1.1 100 Continue\r\n\r\n"};

/// One connection as a state machine. `step` does what the phase allows without waiting; what has to wait ends in a
/// callback that calls `run` again. No frame, timer or memory is made for a request that the handler answers at once.
template <class Stream>
class session final : public connection, public exchange, public std::enable_shared_from_this<session<Stream>>
{
public:
    static constexpr bool secure = std::is_same_v<Stream, tls_stream>;

    template <class... Arguments>
    session(std::shared_ptr<lane> where, bool turned_away, Arguments&&... stream)
        : lane_{std::move(where)}
        , stream_{std::forward<Arguments>(stream)...}
        , news_{lane_->context()}
        , turned_away_{turned_away}
    {
        lane_->joins(*this);
    }
    ~session() override { lane_->leaves(); }

    void start();

    void look_at_clock(instant now) override;
    void wind_down() override;
    void abort() override { close(); }

    const request_head&                   head() const noexcept override { return parser_->head(); }
    sdk::task<std::optional<std::string>> read_body(std::size_t limit) override;

private:
    enum class phase
    {
        greeting,  ///< TLS handshake
        head,      ///< between requests, or receiving a header block
        answering, ///< the handler's task runs
        writing,   ///< what is in out_ goes out
        skipping,  ///< replied, and the rest of the body is thrown away
        lingering, ///< half closed, waiting for the client to have read
        closed,
    };

    void run();
    bool step();
    bool take_head();
    void drop_empty_line();
    bool refuse(int status);
    void begin_answer();
    bool watch();
    void wake();
    void cancel_answer();
    void answered();
    bool conclude(response reply);
    bool stays_open() const;
    bool write();
    bool after_write();
    bool skip_body();
    bool part();
    bool linger();

    sdk::task<> wait_for_room(std::size_t bytes);
    instant     latest_news() const;
    void        read(std::size_t wanted);
    void        received(const error_code& failure, std::size_t count);
    void        close();

    socket& wire() noexcept
    {
        if constexpr (secure) return stream_.next_layer();
        else return stream_;
    }

    std::shared_ptr<lane> lane_;
    Stream                stream_;
    timer                 news_; ///< never expires; cancelled to wake read_body

    phase        phase_    = phase::head;
    instant      deadline_ = never;
    input_buffer in_;
    bool         reading_ = false; ///< a read is under way
    bool         fresh_   = false; ///< something arrived that read_body has not seen
    bool         ended_   = false; ///< the client sends no more, or is gone

    head_scanner                  scanner_;
    std::optional<request_parser> parser_;    ///< of the latest head; none after one that was refused
    std::string                   head_copy_; ///< what the views of a request being answered point into
    bool                          turned_away_;
    bool                          begun_        = false; ///< a head's first byte is here and its deadline set
    bool                          line_dropped_ = false;
    bool answer_waits_ = false; ///< a head is read, and earlier replies go out before it is answered

    asio::cancellation_signal gone_;
    std::exception_ptr        failure_; ///< what the answer ended with
    bool                      answer_runs_ = false;
    bool                      cancelled_   = false;
    std::optional<body_place> place_;               ///< of a large body
    bool                      body_reader_ = false; ///< read_body is under way, so watching is its own
    bool                      wants_input_ = false; ///< read_body waits for news
    instant                   body_since_{};
    std::size_t               arrived_    = 0;     ///< of the body, when its reader last waited
    bool                      wants_room_ = false; ///< read_body waits for memory
    bool                      stalled_    = false;
    bool                      continued_  = false; ///< 100 Continue was sent
    bool body_failed_ = false; ///< refused, broken or stalled: where the next request begins is unknown

    reply_queue out_;
    response    reply_; ///< the answer, on its way from the handler
    bool        writing_ = false;
    bool        last_    = false; ///< the connection ends after what is being written
    bool        running_ = false;
};

template <class Stream>
void session<Stream>::start()
{
    deadline_ = lane_->in(lane_->patience().head);
    if constexpr (secure)
    {
        phase_ = phase::greeting;
        stream_.async_handshake(asio::ssl::stream_base::server,
                                [self = this->shared_from_this()](const error_code& failure) {
                                    if (self->phase_ == phase::closed) return;
                                    if (failure) self->lane_->figures().tls.raise();
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

/// A request may be preceded by one empty line, which some clients send after a body: RFC 9112 section 2.2.
template <class Stream>
void session<Stream>::drop_empty_line()
{
    if (line_dropped_ || !in_.bytes().starts_with("\r\n")) return;
    in_.consume(2);
    line_dropped_ = true;
}

template <class Stream>
bool session<Stream>::take_head()
{
    if (turned_away_) return refuse(503);
    if (answer_waits_)
    {
        begin_answer();
        return true;
    }

    drop_empty_line();
    const auto bytes              = in_.bytes();
    const bool half_an_empty_line = bytes == "\r" && !line_dropped_;
    switch (half_an_empty_line ? head_scanner::outcome::more : scanner_.look(bytes))
    {
    case head_scanner::outcome::malformed: return refuse(400);
    case head_scanner::outcome::too_large: return refuse(431);
    case head_scanner::outcome::complete: break;
    case head_scanner::outcome::more:
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
        if (!bytes.empty() && !std::exchange(begun_, true)) deadline_ = lane_->in(lane_->patience().head);
        read(bytes.size() < first_read ? first_read : head_buffer);
        return false;
    }

    const auto block = bytes.substr(0, scanner_.size());
    const auto found = judge_head(block);
    if (found == verdict::too_many_fields) return refuse(431);
    if (found == verdict::malformed) return refuse(400);
    parser_.emplace();
    if (!parser_->read_head(block)) return refuse(400);

    begun_ = line_dropped_ = continued_ = body_failed_ = cancelled_ = stalled_ = false;
    lane_->figures().requests.raise();
    if (auto reply = lane_->answers().answer_at_once(parser_->head()))
    {
        in_.consume(block.size());
        scanner_ = {};
        return conclude(std::move(*reply));
    }
    answer_waits_ = true;
    if (!out_.empty()) phase_ = phase::writing;
    return true;
}

/// Says why nothing behind this point is read, and ends the connection.
template <class Stream>
bool session<Stream>::refuse(int status)
{
    auto& figures = lane_->figures();
    if (status == 408) figures.timed_out.raise();
    if (status == 400 || status == 431) figures.malformed.raise();

    parser_.reset();
    auto reply  = lane_->answers().refuse(status);
    reply.close = true;
    return conclude(std::move(reply));
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
        asio::post(self->lane_->context(), [self] { self->answered(); });
    };
    asio::co_spawn(lane_->context(), lane_->answers().answer(*this),
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
        if (!cancelled_) lane_->figures().left.raise();
        cancel_answer();
    }
    else if (in_.size() < head_buffer) read(in_.size() < first_read ? first_read : head_buffer);
    return false;
}

template <class Stream>
void session<Stream>::wake()
{
    wants_input_ = false;
    news_.cancel();
}

template <class Stream>
void session<Stream>::cancel_answer()
{
    if (answer_runs_ && !std::exchange(cancelled_, true)) gone_.emit(asio::cancellation_type::all);
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

    if (length && *length > body_budget::small) co_await wait_for_room(*length);
    if (length) body.reserve(*length); // a claim that costs nothing until its bytes are here
    parser_->collect(&body, limit);
    body_reader_ = true;
    body_since_  = lane_->in({});

    if (parser_->expects_continue() && in_.empty())
    {
        deadline_  = lane_->in(lane_->patience().silence);
        continued_ = true;
        // A failure shows again in the read that follows.
        co_await asio::async_write(stream_, asio::buffer(continue_please), asio::as_tuple(asio::use_awaitable));
    }

    for (;;)
    {
        std::size_t used   = 0;
        const auto  status = in_.empty() ? request_parser::progress::more : parser_->feed(in_.bytes(), used);
        in_.consume(used);
        fresh_ = false;
        if (status == request_parser::progress::complete) break;

        body_failed_ = status != request_parser::progress::more || ended_;
        if (body_failed_) body_reader_ = false;
        if (status == request_parser::progress::too_large) co_return std::nullopt;
        if (body_failed_) throw sdk::error{sdk::errc::bad_request};
        // One whose length is not told may become as long as any. It asks for all of that at once: if each took more
        // when it needs more, all could end up waiting for each other.
        if (!length && !place_ && body.size() > body_budget::small) co_await wait_for_room(limit);

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
    if (place_) place_->shrink_to(body.size());
    run();
    co_return body;
}

/// When a body has to have brought something: a byte within the time for silence, and over all of it as many as a slow
/// line carries, so that nobody keeps a connection with a byte now and then.
template <class Stream>
instant session<Stream>::latest_news() const
{
    const auto& patience = lane_->patience();
    const auto  earned   = std::chrono::milliseconds{arrived_ * 1000 / patience.slowest};
    return std::min(lane_->in(patience.silence), body_since_ + patience.silence + earned);
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
            if (self) asio::post(self->lane_->context(), [self] { self->news_.cancel(); });
        }
        catch (const std::bad_alloc&) // seen when the clock is looked at
        {}
    };
    place_.emplace(lane_->bodies(), bytes, std::move(ready));

    const auto before = lane_->in({});
    wants_room_       = true;
    deadline_         = lane_->in(lane_->patience().turn);
    while (!place_->has_room() && wants_room_ && phase_ != phase::closed)
    {
        news_.expires_at(never);
        run();
        co_await news_.async_wait(asio::as_tuple(asio::use_awaitable));
    }
    wants_room_  = false;
    deadline_    = never;
    body_reader_ = was_reading;
    body_since_ += lane_->in({}) - before; // the client is not to blame
    if (place_->has_room()) co_return;

    place_.reset();
    body_reader_ = false;
    body_failed_ = true;
    if (phase_ == phase::closed) throw sdk::error{sdk::errc::bad_request};
    lane_->figures().crowded.raise();
    throw sdk::error{sdk::errc::overloaded};
}

template <class Stream>
void session<Stream>::answered()
{
    answer_runs_ = body_reader_ = wants_input_ = wants_room_ = false;
    place_.reset();
    auto reply   = std::exchange(reply_, {});
    auto failure = std::exchange(failure_, nullptr);
    if (phase_ == phase::closed) return;
    if (cancelled_) return close();
    if (failure)
    {
        reply       = lane_->answers().refuse(500);
        reply.close = true;
    }
    conclude(std::move(reply));
    run();
}

template <class Stream>
bool session<Stream>::stays_open() const
{
    if (!parser_ || !parser_->keeps_alive() || body_failed_ || lane_->winding_down()) return false;
    if (parser_->finished()) return true;
    // The client may or may not send the body it offered: nobody can tell where its next request begins.
    if (parser_->expects_continue() && !continued_) return false;
    return parser_->head().content_length.value_or(0) <= max_skipped;
}

/// Puts the reply behind those that wait to be written. The next request is looked for first, so that replies to
/// pipelined requests leave together.
template <class Stream>
bool session<Stream>::conclude(response reply)
{
    last_ = reply.close || !stays_open();

    const bool old  = parser_ && parser_->is_http_1_0();
    const bool head = parser_ && parser_->head().method == "HEAD";
    out_.put(std::move(reply), {.date = lane_->date(), .close = last_, .keep_alive = old && !last_}, head);

    const bool more = !last_ && !out_.full() && parser_->finished();
    phase_          = more ? phase::head : phase::writing;
    return true;
}

template <class Stream>
bool session<Stream>::write()
{
    if (writing_) return false;

    // TLS encrypts in one go what it is given, and no deadline could then tell a slow client from a silent one.
    constexpr std::size_t piece = secure ? 64 * 1024 : std::numeric_limits<std::size_t>::max();
    const auto            rest  = out_.rest(piece);
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
    deadline_ = lane_->in(lane_->patience().silence);
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
        deadline_ = lane_->in(lane_->patience().idle);
    }
    else
    {
        phase_    = phase::skipping;
        deadline_ = lane_->in(lane_->patience().linger); // for all of it: nobody waits for what nobody wants
        parser_->collect(nullptr, max_skipped);
    }
    return true;
}

/// Reads over a body that the handler did not want.
template <class Stream>
bool session<Stream>::skip_body()
{
    std::size_t used   = 0;
    const auto  status = in_.empty() ? request_parser::progress::more : parser_->feed(in_.bytes(), used);
    in_.consume(used);
    switch (status)
    {
    case request_parser::progress::complete:
        phase_    = phase::head;
        deadline_ = lane_->in(lane_->patience().idle);
        return true;
    case request_parser::progress::more:
        if (ended_) close();
        else read(body_buffer);
        return false;
    case request_parser::progress::too_large:
    case request_parser::progress::malformed: break;
    }
    return part();
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
    deadline_ = lane_->in(lane_->patience().linger);
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

template <class Stream>
void session<Stream>::look_at_clock(instant now)
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
        lane_->figures().timed_out.raise();
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
        if (phase_ == phase::writing) lane_->figures().timed_out.raise();
        close();
    }
}

template <class Stream>
void session<Stream>::wind_down()
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

template <class Stream, class... Arguments>
void begin(Arguments&&... arguments)
{
    std::make_shared<session<Stream>>(std::forward<Arguments>(arguments)...)->start();
}

} // namespace

void begin_session(std::shared_ptr<lane> where, socket peer, const std::shared_ptr<asio::ssl::context>& tls,
                   bool turned_away)
{
    error_code ignored;
    peer.set_option(asio::ip::tcp::no_delay{true}, ignored);
    peer.non_blocking(true, ignored);
    if (tls) begin<tls_stream>(std::move(where), turned_away, std::move(peer), *tls);
    else begin<socket>(std::move(where), turned_away, std::move(peer));
}

} // namespace verbatim::core::http
