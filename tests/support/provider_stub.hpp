#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::support {

/// A request received by the provider. Header names are in lower case.
struct received_request
{
    std::string                        method;
    std::string                        target;
    std::map<std::string, std::string> headers;
    std::string                        body;
    std::string                        kind;           ///< name of the requested output schema; "text" without one
    std::size_t                        connection = 0; ///< index in the order of opening
    std::size_t                        unanswered = 0; ///< requests without a response at its arrival, itself included
};

/// The reaction to one request.
struct stub_response
{
    enum class delivery
    {
        normal,
        reset, ///< resets the connection without a response
        close, ///< closes the connection without a response
        raw,   ///< sends `body` verbatim and closes the connection
        held,  ///< sends `body` verbatim and keeps the connection open until the client disconnects
    };

    int                                              status   = 200;
    std::string                                      body     = {};
    std::vector<std::pair<std::string, std::string>> headers  = {};
    delivery                                         mode     = delivery::normal;
    bool                                             deferred = false; ///< waits for release()
    std::chrono::milliseconds                        work{0};          ///< time before it is sent

    /// A chat completion with this text and usage; a message, if the request is in the Messages format.
    static stub_response chat(std::string_view text, int prompt_tokens = 11, int completion_tokens = 7,
                              std::string_view model = "stub-model-1");
    /// An error response in the format of the request.
    static stub_response error(int status, std::string_view message = "no", std::string_view code = "");

    stub_response with_header(std::string name, std::string value) &&;
    stub_response after_release() &&;
};

/// A model provider on the loopback interface with scripted responses; records all requests. Serves HTTP/1.1 with
/// keep-alive from its own thread. Waits throw std::runtime_error after 30 seconds. [any thread]
class provider_stub
{
public:
    provider_stub();
    ~provider_stub();
    provider_stub(const provider_stub&)            = delete;
    provider_stub& operator=(const provider_stub&) = delete;

    std::uint16_t port() const noexcept;
    std::string   base() const; ///< http://127.0.0.1:PORT

    /// Queues a response for one request of any kind. Queued responses take precedence.
    void enqueue(stub_response response);
    /// The response to every request of this kind.
    void respond_to(std::string kind, stub_response response);
    /// The response to all other requests. Default: a chat completion with the text "An answer."
    void respond_by_default(stub_response response);
    /// The responses to all other requests. The function runs on the stub's thread and uses no member of the stub.
    void respond_by_default(std::function<stub_response(const received_request&)> respond);

    /// Sends all deferred responses, future ones included.
    void release();

    /// Stops storing the bodies of requests, for tests with very many.
    void discard_bodies();

    std::vector<received_request> requests() const;
    std::size_t                   connections() const; ///< since the start

    void wait_for_requests(std::size_t count) const;
    /// Waits until this number of clients has disconnected from deferred and held responses.
    void wait_for_hang_ups(std::size_t count) const;

private:
    class server;
    std::unique_ptr<server> server_;
};

} // namespace verbatim::support
