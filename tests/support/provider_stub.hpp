#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::support {

/// One request as a provider received it. Header names are in lower case.
struct received_request
{
    std::string                        target;
    std::map<std::string, std::string> headers;
    std::string                        body;
    std::string                        kind;           ///< the name of the form asked for, "text" without one
    std::size_t                        connection = 0; ///< counts from 0, in the order they were opened
};

/// What a provider does with one request.
struct stub_response
{
    enum class delivery
    {
        normal,
        reset, ///< the connection breaks without a byte
        close, ///< it ends in order, without a byte
        raw,   ///< `body` is all that is sent, as it is, and the connection ends
    };

    int                                              status   = 200;
    std::string                                      body     = {};
    std::vector<std::pair<std::string, std::string>> headers  = {};
    delivery                                         mode     = delivery::normal;
    bool                                             deferred = false; ///< not before release()

    /// A chat completion with this text and usage.
    static stub_response chat(std::string_view text, int prompt_tokens = 11, int completion_tokens = 7,
                              std::string_view model = "stub-model-1");
    /// An error in the form that providers give it.
    static stub_response error(int status, std::string_view message = "no", std::string_view code = "");

    stub_response with_header(std::string name, std::string value) &&;
    stub_response after_release() &&;
};

/// A model provider on the loopback that does as it is told and remembers what it was asked. Speaks real HTTP/1.1 with
/// kept connections, from a thread of its own. Waits give up with std::runtime_error after half a minute. [any thread]
class provider_stub
{
public:
    provider_stub();
    ~provider_stub();
    provider_stub(const provider_stub&)            = delete;
    provider_stub& operator=(const provider_stub&) = delete;

    std::uint16_t port() const noexcept;
    std::string   base() const; ///< http://127.0.0.1:PORT

    /// For one request, the next of any kind that finds no earlier such reply; before all others.
    void enqueue(stub_response reply);
    /// For every request of this kind.
    void respond_to(std::string kind, stub_response reply);
    /// For every other request. Until it is set: a chat completion that says "An answer."
    void respond_by_default(stub_response reply);

    /// Lets all held replies go, those to come included.
    void release();

    /// From here on requests are remembered without their bodies: for a test of very many.
    void discard_bodies();

    std::vector<received_request> requests() const;
    std::size_t                   connections() const; ///< opened so far

    void wait_for_requests(std::size_t count) const;
    /// Until so many clients have gone away from a held reply.
    void wait_for_hang_ups(std::size_t count) const;

private:
    class server;
    std::unique_ptr<server> server_;
};

} // namespace verbatim::support
