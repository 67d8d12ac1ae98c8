// The one translation unit that instantiates sockets and TLS streams.
#include "http/stream_session.hpp"

#include "http/session.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/ssl/stream.hpp>

#include <limits>
#include <type_traits>
#include <utility>

namespace verbatim::core::http {

namespace asio = boost::asio;

namespace {

using tls_stream = asio::ssl::stream<socket>;

template <class Stream>
class stream_session final : public session
{
    static constexpr bool secure = std::is_same_v<Stream, tls_stream>;
    /// TLS encrypts a whole write at once; with larger writes, the stall timeout would also hit slow clients.
    static constexpr std::size_t max_write = secure ? 64 * 1024 : std::numeric_limits<std::size_t>::max();

public:
    template <class... Arguments>
    explicit stream_session(std::shared_ptr<io_worker> worker, connection_limit::place place, Arguments&&... stream)
        : session{std::move(worker), std::move(place), max_write}
        , stream_{std::forward<Arguments>(stream)...}
    {}

    ~stream_session() override { withdraw(); } // while the stream exists

    void start()
    {
        enlist();
        if constexpr (secure)
            stream_.async_handshake(
                asio::ssl::stream_base::server,
                [self = shared_from_this()](const error_code& failure) { self->on_handshake(failure); });
        else begin();
    }

private:
    socket& tcp() noexcept override
    {
        if constexpr (secure) return stream_.next_layer();
        else return stream_;
    }

    void start_read(input_buffer::free_space space) override
    {
        stream_.async_read_some(asio::buffer(space.data, space.size),
                                [self = shared_from_this()](const error_code& failure, std::size_t count) {
                                    self->on_read(failure, count);
                                });
    }

    /// The socket nearly always accepts a response at once, which saves a pass through the event loop.
    std::size_t write_now(const output_buffers& bytes, error_code& failure) override
    {
        if constexpr (!secure) return stream_.write_some(bytes, failure);
        failure = asio::error::would_block;
        return 0;
    }

    void start_write(const output_buffers& bytes) override
    {
        stream_.async_write_some(bytes, [self = shared_from_this()](const error_code& failure, std::size_t count) {
            self->on_written(failure, count);
        });
    }

    bool start_shutdown() override
    {
        if constexpr (secure)
            stream_.async_shutdown([self = shared_from_this()](const error_code&) { self->on_shutdown(); });
        return secure;
    }

    bool is_plain() const noexcept override { return !secure; }

    Stream stream_;
};

template <class Stream, class... Arguments>
void begin_on(Arguments&&... arguments)
{
    std::make_shared<stream_session<Stream>>(std::forward<Arguments>(arguments)...)->start();
}

} // namespace

void begin_session(std::shared_ptr<io_worker> worker, socket peer, const std::shared_ptr<asio::ssl::context>& tls,
                   connection_limit::place place)
{
    error_code ignored;
    peer.set_option(asio::ip::tcp::no_delay{true}, ignored);
    peer.non_blocking(true, ignored);
    if (tls) begin_on<tls_stream>(std::move(worker), std::move(place), std::move(peer), *tls);
    else begin_on<socket>(std::move(worker), std::move(place), std::move(peer));
}

} // namespace verbatim::core::http
