#include "support/provider_stub.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/json.hpp>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>

namespace verbatim::support {

namespace asio = boost::asio;
namespace json = boost::json;
using asio::ip::tcp;

namespace {

constexpr std::chrono::seconds timeout{30};
constexpr auto                 as_result = asio::as_tuple(asio::use_awaitable);

using responder = std::function<stub_response(const received_request&)>;

responder always(stub_response response)
{
    return [response = std::move(response)](const received_request&) { return response; };
}

std::string lower(std::string text)
{
    for (auto& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    return text;
}

std::string kind_of(const std::string& body)
{
    boost::system::error_code failed;
    const auto                request = json::parse(body, failed);
    if (failed) return "text";
    const auto* name = request.find_pointer("/response_format/json_schema/name", failed);
    if (name && name->is_string()) return std::string{name->as_string()};
    // The judge of a chunk has no output schema.
    return body.find("</analysis_to_score>") == std::string::npos ? "text" : "analysis_judge";
}

/// Parses request line and headers, without the empty line.
received_request read_head(std::string_view head)
{
    received_request request;
    const auto       first = head.find("\r\n");
    const auto       line  = head.substr(0, first);
    const auto       from  = line.find(' ') + 1;
    request.method         = line.substr(0, from - 1);
    request.target         = line.substr(from, line.find(' ', from) - from);
    for (auto rest = head.substr(first + 2); !rest.empty();)
    {
        const auto end   = rest.find("\r\n");
        const auto field = rest.substr(0, end);
        const auto colon = field.find(':');
        auto       value = field.substr(colon + 1);
        while (value.starts_with(' ')) value.remove_prefix(1);
        request.headers[lower(std::string{field.substr(0, colon)})] = value;
        rest = end == rest.npos ? std::string_view{} : rest.substr(end + 2);
    }
    return request;
}

/// The body of a chat completion or of an error in the Messages format of Anthropic.
std::string to_messages_format(const std::string& body)
{
    const auto response = json::parse(body).as_object();
    if (const auto* error = response.if_contains("error"))
        return json::serialize(
            json::value{{"type", "error"}, {"error", {{"type", "api_error"}, {"message", error->at("message")}}}});
    const auto& text  = response.at("choices").at(0).at("message").at("content");
    const auto& usage = response.at("usage");
    return json::serialize(json::value{
        {"type", "message"},
        {"model", response.at("model")},
        {"content", json::array{{{"type", "thinking"}, {"thinking", ""}}, {{"type", "text"}, {"text", text}}}},
        {"stop_reason", "end_turn"},
        {"usage", {{"input_tokens", usage.at("prompt_tokens")}, {"output_tokens", usage.at("completion_tokens")}}}});
}

std::string to_http(stub_response response, std::string_view target)
{
    if (response.mode == stub_response::delivery::raw || response.mode == stub_response::delivery::held)
        return response.body;
    if (target.ends_with("/v1/messages")) response.body = to_messages_format(response.body);
    std::string text = "HTTP/1.1 " + std::to_string(response.status) + " Status\r\nContent-Type: application/json\r\n";
    for (const auto& [name, value] : response.headers) text += name + ": " + value + "\r\n";
    return text + "Content-Length: " + std::to_string(response.body.size()) + "\r\n\r\n" + response.body;
}

} // namespace

stub_response stub_response::chat(std::string_view text, int prompt_tokens, int completion_tokens,
                                  std::string_view model)
{
    const json::value response = {
        {"model", model},
        {"choices",
         json::array{
             {{"index", 0}, {"finish_reason", "stop"}, {"message", {{"role", "assistant"}, {"content", text}}}}}},
        {"usage", {{"prompt_tokens", prompt_tokens}, {"completion_tokens", completion_tokens}}}};
    return {.body = json::serialize(response)};
}

stub_response stub_response::error(int status, std::string_view message, std::string_view code)
{
    const json::value response = {{"error", {{"message", message}, {"code", code}}}};
    return {.status = status, .body = json::serialize(response)};
}

stub_response stub_response::with_header(std::string name, std::string value) &&
{
    headers.emplace_back(std::move(name), std::move(value));
    return std::move(*this);
}

stub_response stub_response::after_release() &&
{
    deferred = true;
    return std::move(*this);
}

class provider_stub::server
{
public:
    server()
        : acceptor_{context_, {asio::ip::address_v4::loopback(), 0}}
        , port_{acceptor_.local_endpoint().port()}
    {
        asio::co_spawn(context_, accept(), asio::detached);
        thread_ = std::thread{[this] { context_.run(); }};
    }
    ~server()
    {
        context_.stop();
        thread_.join();
    }
    server(const server&)            = delete;
    server& operator=(const server&) = delete;

    std::uint16_t port() const noexcept { return port_; }

    template <class Change>
    auto locked(Change change)
    {
        const std::lock_guard lock{guard_};
        return change(*this);
    }

    template <class Ready>
    void wait(const char* message, Ready ready)
    {
        std::unique_lock lock{guard_};
        if (!changed_.wait_for(lock, timeout, [&] { return ready(*this); })) throw std::runtime_error{message};
    }

    void release()
    {
        asio::post(context_, [this] {
            released_ = true;
            for (auto* timer : waiting_) timer->expires_at(std::chrono::steady_clock::time_point::min());
        });
    }

    std::deque<stub_response>            queue;
    std::map<std::string, stub_response> by_kind;
    responder                            default_responder = always(stub_response::chat("An answer."));
    std::vector<received_request>        requests;
    bool                                 discards_bodies = false;
    std::size_t                          connections     = 0;
    std::size_t                          hang_ups        = 0;

private:
    asio::awaitable<void> accept()
    {
        for (;;)
        {
            auto [failed, socket] = co_await acceptor_.async_accept(as_result);
            if (failed) continue;
            socket.set_option(tcp::no_delay{true});
            const auto number = locked([](server& s) { return s.connections++; });
            asio::co_spawn(context_, serve(std::move(socket), number), asio::detached);
        }
    }

    asio::awaitable<void> serve(tcp::socket socket, std::size_t number)
    {
        std::string bytes;
        for (;;)
        {
            auto request = co_await read(socket, bytes);
            if (!request) co_return;
            request->connection = number;
            request->unanswered = ++unanswered_;
            const auto target   = request->target;
            const auto response = take(std::move(*request));
            const bool is_due   = co_await wait_until_due(socket, response);
            --unanswered_; // before the client can send the next one
            if (!is_due || !co_await send(socket, response, target)) co_return;
            if (response.mode == stub_response::delivery::held)
            {
                co_await wait_for_release(socket);
                co_return;
            }
        }
    }

    static asio::awaitable<std::optional<received_request>> read(tcp::socket& socket, std::string& bytes)
    {
        auto [failed, length] =
            co_await asio::async_read_until(socket, asio::dynamic_buffer(bytes), "\r\n\r\n", as_result);
        if (failed) co_return std::nullopt;
        auto request = read_head(std::string_view{bytes}.substr(0, length - 4));
        bytes.erase(0, length);

        const auto length_header = request.headers.find("content-length");
        const auto size          = length_header == request.headers.end() ? 0 : std::stoul(length_header->second);
        if (bytes.size() < size)
        {
            const auto missing = asio::transfer_exactly(size - bytes.size());
            auto [cut, more]   = co_await asio::async_read(socket, asio::dynamic_buffer(bytes), missing, as_result);
            if (cut) co_return std::nullopt;
        }
        request.body = bytes.substr(0, size);
        request.kind = kind_of(request.body);
        bytes.erase(0, size);
        co_return request;
    }

    stub_response take(received_request request)
    {
        return locked([&](server& s) {
            const auto    kind = request.kind;
            stub_response response;
            if (!s.queue.empty())
            {
                response = s.queue.front();
                s.queue.pop_front();
            }
            else if (const auto entry = s.by_kind.find(kind); entry != s.by_kind.end()) response = entry->second;
            else response = s.default_responder(request);
            if (s.discards_bodies) request.body.clear();
            s.requests.push_back(std::move(request));
            s.changed_.notify_all();
            return response;
        });
    }

    asio::awaitable<bool> wait_until_due(tcp::socket& socket, const stub_response& response)
    {
        if (response.deferred) co_return co_await wait_for_release(socket);
        if (response.work.count() != 0)
        {
            asio::steady_timer work{context_, response.work};
            co_await work.async_wait(as_result);
        }
        co_return true;
    }

    /// Returns false if the client disconnects first.
    asio::awaitable<bool> wait_for_release(tcp::socket& socket)
    {
        if (released_) co_return true;
        const auto gate = std::make_shared<asio::steady_timer>(context_, std::chrono::steady_clock::time_point::max());
        waiting_.push_back(gate.get());
        const auto gone = std::make_shared<bool>(false);
        socket.async_wait(tcp::socket::wait_read, [gone, gate](boost::system::error_code stopped) {
            if (stopped) return;
            *gone = true;
            gate->expires_at(std::chrono::steady_clock::time_point::min());
        });
        co_await gate->async_wait(as_result);
        waiting_.remove(gate.get());
        socket.cancel();
        if (*gone) locked([](server& s) { return ++s.hang_ups, s.changed_.notify_all(); });
        co_return !*gone;
    }

    static asio::awaitable<bool> send(tcp::socket& socket, const stub_response& response, std::string_view target)
    {
        if (response.mode == stub_response::delivery::reset) socket.set_option(tcp::socket::linger{true, 0});
        if (response.mode == stub_response::delivery::reset || response.mode == stub_response::delivery::close)
            co_return false;
        const auto text    = to_http(response, target);
        auto [failed, all] = co_await asio::async_write(socket, asio::buffer(text), as_result);
        co_return !failed && response.mode != stub_response::delivery::raw;
    }

    std::mutex                     guard_;
    std::condition_variable        changed_;
    bool                           released_   = false;
    std::size_t                    unanswered_ = 0;
    std::list<asio::steady_timer*> waiting_;
    asio::io_context               context_{1};
    tcp::acceptor                  acceptor_;
    std::uint16_t                  port_;
    std::thread                    thread_;
};

provider_stub::provider_stub()
    : server_{std::make_unique<server>()}
{}
provider_stub::~provider_stub() = default;

std::uint16_t provider_stub::port() const noexcept { return server_->port(); }
std::string   provider_stub::base() const { return "http://127.0.0.1:" + std::to_string(port()); }

void provider_stub::enqueue(stub_response response)
{
    server_->locked([&](server& s) { s.queue.push_back(std::move(response)); });
}
void provider_stub::respond_to(std::string kind, stub_response response)
{
    server_->locked([&](server& s) { s.by_kind.insert_or_assign(std::move(kind), std::move(response)); });
}
void provider_stub::respond_by_default(stub_response response) { respond_by_default(always(std::move(response))); }
void provider_stub::respond_by_default(std::function<stub_response(const received_request&)> respond)
{
    server_->locked([&](server& s) { s.default_responder = std::move(respond); });
}

void provider_stub::release() { server_->release(); }

void provider_stub::discard_bodies()
{
    server_->locked([](server& s) { s.discards_bodies = true; });
}

std::vector<received_request> provider_stub::requests() const
{
    return server_->locked([](server& s) { return s.requests; });
}
std::size_t provider_stub::connections() const
{
    return server_->locked([](server& s) { return s.connections; });
}

void provider_stub::wait_for_requests(std::size_t count) const
{
    server_->wait("the provider received too few requests", [&](server& s) { return s.requests.size() >= count; });
}
void provider_stub::wait_for_hang_ups(std::size_t count) const
{
    server_->wait("too few clients disconnected", [&](server& s) { return s.hang_ups >= count; });
}

} // namespace verbatim::support
