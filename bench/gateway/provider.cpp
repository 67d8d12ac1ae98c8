// A minimal model provider that responds to every POST with the same chat completion. Its content is the first
// argument, a JSON string, or by default a finding of detect-sensitive. With STREAMS in the environment, it is a stream
// of one event for each token if the request asks for one. With `@FOLDER` as its argument, the body of a response is
// the file FOLDER/NAME, NAME being the output schema of the request, or else FOLDER/default. DELAY_MS in the
// environment delays each response. Prints its port, serves on a single thread with keep-alive, and exits when its
// standard input ends.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

[[noreturn]] void give_up(const char* message)
{
    std::perror(message);
    std::exit(1);
}

constexpr const char* finding_content =
    R"("{\"sensitivity_types\":[\"CORRUPTION\",\"GIFTS_BRIBES_AND_KICKBACKS\"],)"
    R"(\"explanation\":\"<PERSON_0> is asked for money before a family is registered.\"}")";

std::string with_head(const std::string& body, std::string_view type = "application/json")
{
    return "HTTP/1.1 200 OK\r\nContent-Type: " + std::string{type} +
           "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

constexpr std::size_t output_tokens = 41;

std::string usage(std::size_t prompt_tokens)
{
    return R"("usage":{"completion_tokens":)" + std::to_string(output_tokens) + R"(,"prompt_tokens":)" +
           std::to_string(prompt_tokens) + R"(,"total_tokens":)" + std::to_string(prompt_tokens + output_tokens) + "}";
}

std::string completion(const std::string& content, std::size_t prompt_tokens)
{
    return with_head(
        R"({"id":"c","object":"chat.completion","created":1,"model":"stub-model-1","choices":[{"index":0,"finish_reason":"stop",)"
        R"("message":{"role":"assistant","content":)" +
        content + "}}]," + usage(prompt_tokens) + "}");
}

/// The parts of a JSON string that the tokens of a stream have. No escape is cut, so that the lengths differ a little.
std::vector<std::string_view> tokens_of(std::string_view content)
{
    const auto                    length = content.size() / output_tokens + 1;
    std::vector<std::string_view> tokens;
    for (auto text = content.substr(1, content.size() - 2); !text.empty();)
    {
        std::size_t end = 0;
        while (end < std::min(length, text.size())) end += text[end] == '\\' ? 2 : 1;
        tokens.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return tokens;
}

/// All events are sent at once, so that a measurement has the work for them and no wait.
std::string completion_stream(const std::string& content, std::size_t prompt_tokens)
{
    const std::string begin =
        R"(data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"stub-model-1","choices":[)";
    const auto choice = [](const std::string& delta, std::string_view reason) {
        return R"({"index":0,"delta":{)" + delta + R"(},"finish_reason":)" + std::string{reason} + "}";
    };
    std::string body = begin + choice(R"("role":"assistant","content":"")", "null") + "]}\n\n";
    for (const auto token : tokens_of(content))
        body += begin + choice(R"("content":")" + std::string{token} + '"', "null") + "]}\n\n";
    body += begin + choice("", R"("stop")") + "]}\n\n" + begin + "]," + usage(prompt_tokens) + "}\n\ndata: [DONE]\n\n";
    return with_head(body, "text/event-stream");
}

using response_pointer = std::shared_ptr<const std::string>;

class responder
{
public:
    explicit responder(std::string_view argument)
        : folder_{argument.starts_with('@') ? argument.substr(1) : std::string_view{}}
        , content_{argument}
        , constant_{std::make_shared<const std::string>(completion(content_, usual_prompt_tokens))}
        , constant_stream_{std::make_shared<const std::string>(completion_stream(content_, usual_prompt_tokens))}
    {}

    response_pointer response_to(std::string_view request) const
    {
        // Fewer tokens than half of its words would mean that the provider cut a prompt.
        const auto prompt_tokens = request.size() / bytes_per_token;
        if (folder_.empty())
        {
            const bool is_stream = streams_ && request.find(R"("stream":true)") != request.npos;
            if (prompt_tokens <= usual_prompt_tokens) return is_stream ? constant_stream_ : constant_;
            const auto make = is_stream ? completion_stream : completion;
            return std::make_shared<const std::string>(make(content_, prompt_tokens));
        }
        std::ifstream file{folder_ + "/" + std::string{output_schema_of(request)}, std::ios::binary};
        if (!file) file.open(folder_ + "/default", std::ios::binary);
        return std::make_shared<const std::string>(with_head({std::istreambuf_iterator{file}, {}}));
    }

private:
    static std::string_view output_schema_of(std::string_view request)
    {
        constexpr std::string_view before = R"("json_schema":{"name":")";
        const auto                 at     = request.rfind(before);
        // The judge of a chunk has no output schema.
        if (at == request.npos)
            return request.find("</analysis_to_score>") == request.npos ? "default" : "analysis_judge";
        const auto name = request.substr(at + before.size());
        return name.substr(0, name.find('"'));
    }

    static constexpr std::size_t usual_prompt_tokens = 1'480;
    static constexpr std::size_t bytes_per_token     = 4;

    const bool       streams_ = std::getenv("STREAMS") != nullptr;
    std::string      folder_;
    std::string      content_;
    response_pointer constant_; ///< to every request of a usual size
    response_pointer constant_stream_;
};

/// The size of the first complete request in `text`; 0 if it is incomplete.
std::size_t whole_request(std::string_view text)
{
    const auto head = text.find("\r\n\r\n");
    if (head == text.npos) return 0;
    std::size_t body = 0;
    for (std::size_t at = 0; at < head; at = text.find("\r\n", at) + 2)
    {
        constexpr std::string_view name = "content-length:";
        if (strncasecmp(text.data() + at, name.data(), name.size()) == 0)
            body = std::strtoul(text.data() + at + name.size(), nullptr, 10);
    }
    const auto size = head + 4 + body;
    return size <= text.size() ? size : 0;
}

using clock = std::chrono::steady_clock;

/// A delayed response. All delays are equal, so the queue is sorted by due time.
struct delayed_response
{
    clock::time_point due;
    int               client;
    response_pointer  response;
};

/// The socket blocks, so a response is sent completely or not at all.
bool send_response(int client, const std::string& response)
{
    return send(client, response.data(), response.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(response.size());
}

/// Receives data and appends a response for each complete request. False at the end of the connection.
bool receive(int client, std::string& received, const responder& responder, std::vector<response_pointer>& responses)
{
    char buffer[65536];
    while (true)
    {
        const auto count = recv(client, buffer, sizeof buffer, MSG_DONTWAIT);
        if (count < 0) return errno == EAGAIN || errno == EINTR;
        if (count == 0) return false;
        received.append(buffer, static_cast<std::size_t>(count));
        while (const auto size = whole_request(received))
        {
            responses.push_back(responder.response_to(std::string_view{received}.substr(0, size)));
            received.erase(0, size);
        }
    }
}

int listen_on_loopback()
{
    const int   listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family      = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size          = sizeof address;
    if (listener < 0 || bind(listener, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
        listen(listener, 1024) != 0 || getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) != 0)
        give_up("listening");
    std::printf("%u\n", ntohs(address.sin_port));
    std::fflush(stdout);
    return listener;
}

void watch(int epoll, int descriptor)
{
    epoll_event event{};
    event.events  = EPOLLIN;
    event.data.fd = descriptor;
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) != 0) give_up("epoll_ctl");
}

} // namespace

int main(int argument_count, char** arguments)
{
    const auto*                     delay_text = std::getenv("DELAY_MS");
    const std::chrono::milliseconds delay{delay_text ? std::atoi(delay_text) : 0};
    const responder                 responder{argument_count > 1 ? arguments[1] : finding_content};
    const int                       listener = listen_on_loopback();
    const int                       epoll    = epoll_create1(EPOLL_CLOEXEC);
    watch(epoll, listener);
    watch(epoll, STDIN_FILENO);

    std::map<int, std::string>   clients;
    std::deque<delayed_response> delayed;
    const auto                   disconnect = [&](int client) {
        std::erase_if(delayed, [&](const delayed_response& response) { return response.client == client; });
        clients.erase(client);
        close(client);
    };
    while (true)
    {
        const auto now = clock::now();
        while (!delayed.empty() && delayed.front().due <= now)
        {
            const auto next = std::move(delayed.front());
            delayed.pop_front();
            if (!send_response(next.client, *next.response)) disconnect(next.client);
        }
        const auto left = delayed.empty() ? std::chrono::milliseconds{-1}
                                          : std::chrono::ceil<std::chrono::milliseconds>(delayed.front().due - now);

        epoll_event ready[64];
        const int   count = epoll_wait(epoll, ready, 64, static_cast<int>(left.count()));
        if (count < 0 && errno != EINTR) give_up("epoll_wait");
        for (int n = 0; n < count; ++n)
        {
            const int descriptor = ready[n].data.fd;
            if (descriptor == STDIN_FILENO) return 0;
            if (descriptor == listener)
            {
                const int client = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
                const int on     = 1;
                if (client < 0) continue;
                setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
                clients[client];
                watch(epoll, client);
                continue;
            }
            std::vector<response_pointer> responses;
            if (!receive(descriptor, clients[descriptor], responder, responses))
            {
                disconnect(descriptor);
                continue;
            }
            for (auto& response : responses)
            {
                if (delay.count() > 0) delayed.push_back({clock::now() + delay, descriptor, std::move(response)});
                else if (!send_response(descriptor, *response))
                {
                    disconnect(descriptor);
                    break;
                }
            }
        }
    }
}
