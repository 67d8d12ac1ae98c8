#pragma once

#include "http/body_reader.hpp"
#include "http/connection_limit.hpp"
#include "http/framing.hpp"
#include "http/input_buffer.hpp"
#include "http/io_worker.hpp"
#include "http/message.hpp"
#include "http/request_parser.hpp"
#include "http/response_queue.hpp"
#include "http/response_stream.hpp"

#include <boost/asio/cancellation_signal.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace verbatim::core::http {

using boost::system::error_code;

/// One connection as a state machine over the byte stream that a derived class provides. `step` does what the current
/// phase allows without waiting; an operation that has to wait ends in an `on_...` call, which runs the machine again.
/// A request with an immediate response needs no coroutine, timer or allocation.
class session : public connection, public exchange, public std::enable_shared_from_this<session>
{
public:
    void on_tick(instant now) override;
    void drain() override;
    void cut_off() override;
    void abort() override { close(); }
    bool close_for_another(bool even_if_busy) override;
    bool end_if_due(instant now, bool cuts_off) override;

    const request_head&                   head() const noexcept override { return parser_->head(); }
    sdk::task<std::optional<std::string>> read_body(std::size_t limit, std::string_view owner) override
    {
        return body_.read(limit, owner);
    }
    void        hold_memory(std::size_t bytes) override { body_.hold_memory(bytes); }
    void        expect_response_by(instant deadline, std::string_view request_id) override;
    bool        is_cut_off() const noexcept override { return cut_off_; }
    sdk::task<> begin_stream(response response) override { return stream_.begin(std::move(response)); }
    sdk::task<> send(std::string bytes) override { return stream_.send(std::move(bytes)); }

    // Completions of the stream's operations.
    void on_handshake(const error_code& failure);
    void on_read(const error_code& failure, std::size_t count);
    void on_written(const error_code& failure, std::size_t count);
    void on_shutdown();

protected:
    using output_buffers = std::array<boost::asio::const_buffer, 2>;

    /// `max_write`: maximum bytes per write.
    session(std::shared_ptr<io_worker> worker, connection_limit::place place, std::size_t max_write);

    /// Reads the first request, or over the limit rejects the connection with 503.
    void begin();

    // Between these calls the worker, and other threads in its place, may use the connection.
    void enlist() { worker_->add_connection(*this); }
    void withdraw() { worker_->remove_connection(*this); }

private:
    friend class body_reader;
    friend class response_stream;

    struct handshaking
    {};
    struct reading_head
    {
        head_scanner scanner;
        bool         started = false; ///< the first byte has arrived and the deadline is set
    };
    struct responding ///< the handler's coroutine runs
    {};
    struct flushing
    {
        enum class action : unsigned char
        {
            read_head,
            respond,
            discard_body,
            finish,
        };
        action next; ///< when all output is sent
    };
    struct discarding_body ///< after the response: the rest of the request's body is discarded
    {};
    struct lingering ///< no more output; the client may still read what was sent
    {};
    struct closed
    {};
    using phase = std::variant<handshaking, reading_head, responding, flushing, discarding_body, lingering, closed>;

    virtual socket&     tcp() noexcept                                              = 0;
    virtual void        start_read(input_buffer::free_space space)                  = 0;
    virtual std::size_t write_now(const output_buffers& bytes, error_code& failure) = 0;
    virtual void        start_write(const output_buffers& bytes)                    = 0;
    virtual bool        start_shutdown()          = 0; ///< false: the stream has no shutdown message
    virtual bool        is_plain() const noexcept = 0; ///< bytes of any thread may be written to the socket

    void run();
    bool enter(phase next);
    bool step(handshaking&) { return false; }
    bool step(reading_head& state);
    bool step(responding&);
    bool step(flushing& state);
    bool step(discarding_body&);
    bool step(lingering&);
    bool step(closed&) { return false; }

    std::string_view head_bytes() const noexcept;
    bool             accept_head(std::string_view block);
    bool             refuse(int status);
    bool             respond();
    void             on_response();
    void             cancel_response();
    void             respond_in_place(bool is_cut_off);
    void             watch_client();
    bool             conclude(response response);
    bool             stays_open() const;
    bool             exceeds_pipeline(const response& response);
    bool             finish();
    bool             close();

    bool                     flush();
    void                     read(std::size_t wanted);
    request_parser::progress parse_body();
    bool                     is_closed() const noexcept { return std::holds_alternative<closed>(phase_); }

    std::shared_ptr<io_worker> worker_; ///< owns what `place_` refers to
    connection_limit::place    place_;
    const std::size_t          max_write_;
    phase                      phase_;
    shared_instant             deadline_;
    shared_instant             response_due_{never}; ///< of the handler; never while it does not run
    std::atomic<bool>          is_idle_     = false; ///< no byte of a request has been read
    std::atomic<bool>          is_answered_ = false; ///< by the handler, or by another thread in its place
    std::atomic<bool>          is_ended_    = false; ///< by another thread, under the lock of the worker
    std::string                late_request_;        ///< its id, if it has a deadline; under the same lock
    bool                       running_ = false;     ///< `run` is on the stack

    input_buffer input_;
    enum class input_state : unsigned char
    {
        open,
        reading,
        ended, ///< the client closed its side or disconnected
    } input_state_ = input_state::open;

    std::optional<request_parser> parser_;    ///< of the latest head; none after a rejected one
    std::string                   head_copy_; ///< the target of its views while the handler's coroutine runs
    body_reader                   body_;
    response_stream               stream_;

    enum class handler_state : unsigned char
    {
        idle,
        running,
        cancelled, ///< still running
    } handler_state_                          = handler_state::idle;
    bool                             cut_off_ = false; ///< cancelled by cut_off()
    boost::asio::cancellation_signal cancellation_;
    std::exception_ptr               handler_failure_;
    response                         handler_response_;

    response_queue output_;
    instant        write_started_{};         ///< of the queued output
    std::size_t    pipelined_       = 0;     ///< responses in a row whose next request was sent before them
    std::size_t    pipelined_bytes_ = 0;     ///< of these responses
    bool           writing_         = false; ///< a write, or the stream's shutdown, is under way
};

} // namespace verbatim::core::http
