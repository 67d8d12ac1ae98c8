// Included by session.cpp alone: the one translation unit in which connections are templates over their stream.
#pragma once

#include "http/body_budget.hpp"
#include "http/framing.hpp"
#include "http/input_buffer.hpp"
#include "http/io_worker.hpp"
#include "http/message.hpp"
#include "http/request_parser.hpp"
#include "http/response_queue.hpp"

#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/ssl/stream.hpp>

#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace verbatim::core::http {

namespace asio = boost::asio;
using boost::system::error_code;
using tls_stream = asio::ssl::stream<socket>;

inline constexpr std::size_t first_read      = 4 * 1024;           ///< enough for a request without a body
inline constexpr std::size_t head_buffer     = max_head_bytes + 1; ///< one byte over tells that the limit is passed
inline constexpr std::size_t body_buffer     = 64 * 1024;          ///< while a body comes in
inline constexpr std::size_t max_skipped     = 64 * 1024;          ///< of a body nobody read, to keep the connection
inline constexpr instant     never           = instant::max();
inline constexpr auto        continue_please = std::string_view{"HTTP/1.1 100 Continue\r\n\r\n"};

/// One connection as a state machine. `step` does what the phase allows without waiting; what has to wait ends in a
/// callback that calls `run` again. No frame, timer or memory is made for a request that the handler answers at once.
template <class Stream>
class session final : public connection, public exchange, public std::enable_shared_from_this<session<Stream>>
{
public:
    static constexpr bool secure = std::is_same_v<Stream, tls_stream>;

    template <class... Arguments>
    session(std::shared_ptr<io_worker> worker, bool over_limit, Arguments&&... stream)
        : worker_{std::move(worker)}
        , stream_{std::forward<Arguments>(stream)...}
        , news_{worker_->context()}
        , over_limit_{over_limit}
    {
        worker_->add_connection(*this);
    }
    ~session() override { worker_->release_connection(); }

    void start();

    void on_tick(instant now) override;
    void drain() override;
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

    std::shared_ptr<io_worker> worker_;
    Stream                     stream_;
    timer                      news_; ///< never expires; cancelled to wake read_body

    phase        phase_    = phase::head;
    instant      deadline_ = never;
    input_buffer in_;
    bool         reading_ = false; ///< a read is under way
    bool         fresh_   = false; ///< something arrived that read_body has not seen
    bool         ended_   = false; ///< the client sends no more, or is gone

    head_scanner                  scanner_;
    std::optional<request_parser> parser_;    ///< of the latest head; none after one that was refused
    std::string                   head_copy_; ///< what the views of a request being answered point into
    bool                          over_limit_;
    bool                          begun_        = false; ///< a head's first byte is here and its deadline set
    bool                          line_dropped_ = false;
    bool answer_waits_ = false; ///< a head is read, and earlier replies go out before it is answered

    asio::cancellation_signal       gone_;
    std::exception_ptr              failure_; ///< what the answer ended with
    bool                            answer_runs_ = false;
    bool                            cancelled_   = false;
    std::optional<body_reservation> reservation_;         ///< of a large body
    bool                            body_reader_ = false; ///< read_body is under way, so watching is its own
    bool                            wants_input_ = false; ///< read_body waits for news
    instant                         body_since_{};
    std::size_t                     arrived_    = 0;     ///< of the body, when its reader last waited
    bool                            wants_room_ = false; ///< read_body waits for memory
    bool                            stalled_    = false;
    bool                            continued_  = false; ///< 100 Continue was sent
    bool body_failed_ = false; ///< refused, broken or stalled: where the next request begins is unknown

    response_queue out_;
    response       reply_; ///< the answer, on its way from the handler
    bool           writing_ = false;
    bool           last_    = false; ///< the connection ends after what is being written
    bool           running_ = false;
};

} // namespace verbatim::core::http
