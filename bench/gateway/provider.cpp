// A provider of models that costs as little as one can: every POST gets the same chat completion, whose content is the
// JSON string given as argument, or else a finding of detect-sensitive; at once, or after as many milliseconds as
// DELAY_MS in the environment says. Prints its port, serves on one thread with kept connections, and ends when its
// standard input does.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <string>
#include <string_view>

namespace {

[[noreturn]] void give_up(const char* what)
{
    std::perror(what);
    std::exit(1);
}

constexpr const char* a_finding =
    R"("{\"sensitivity_types\":[\"CORRUPTION\",\"GIFTS_BRIBES_AND_KICKBACKS\"],)"
    R"(\"explanation\":\"<PERSON_0> is asked for money before a family is registered.\"}")";

std::string completion(const std::string& content)
{
    const std::string body =
        R"({"id":"c","object":"chat.completion","created":1,"model":"stub-model-1","choices":[{"index":0,"finish_reason":"stop",)"
        R"("message":{"role":"assistant","content":)" +
        content +
        R"(}}],)"
        R"("usage":{"prompt_tokens":1480,"completion_tokens":41,"total_tokens":1521}})";
    return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\n\r\n" + body;
}

/// How many bytes the request at the beginning of `text` has; 0 when it is not there as a whole.
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

/// An answer that is thought about. All take as long, so that the first asked is the first to be due.
struct thought
{
    clock::time_point due;
    int               peer;
};

/// An answer is far smaller than a socket's buffer: it goes out whole or not at all.
bool give(int peer, const std::string& answer)
{
    return send(peer, answer.data(), answer.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(answer.size());
}

/// Takes what the peer sent and counts its whole requests; -1 when it is gone.
int take(int peer, std::string& received)
{
    char buffer[65536];
    int  requests = 0;
    while (true)
    {
        const auto got = recv(peer, buffer, sizeof buffer, MSG_DONTWAIT);
        if (got < 0) return errno == EAGAIN || errno == EINTR ? requests : -1;
        if (got == 0) return -1;
        received.append(buffer, static_cast<std::size_t>(got));
        while (const auto size = whole_request(received))
        {
            received.erase(0, size);
            ++requests;
        }
    }
}

int listener()
{
    const int   door = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in place{};
    place.sin_family      = AF_INET;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size        = sizeof place;
    if (door < 0 || bind(door, reinterpret_cast<sockaddr*>(&place), size) != 0 || listen(door, 1024) != 0 ||
        getsockname(door, reinterpret_cast<sockaddr*>(&place), &size) != 0)
        give_up("listening");
    std::printf("%u\n", ntohs(place.sin_port));
    std::fflush(stdout);
    return door;
}

void watch(int all, int one)
{
    epoll_event wanted{};
    wanted.events  = EPOLLIN;
    wanted.data.fd = one;
    if (epoll_ctl(all, EPOLL_CTL_ADD, one, &wanted) != 0) give_up("epoll_ctl");
}

} // namespace

int main(int count_of_words, char** words)
{
    const auto*                     delayed = std::getenv("DELAY_MS");
    const std::chrono::milliseconds delay{delayed ? std::atoi(delayed) : 0};
    const auto                      answer = completion(count_of_words > 1 ? words[1] : a_finding);
    const int                       door   = listener();
    const int                       all    = epoll_create1(EPOLL_CLOEXEC);
    watch(all, door);
    watch(all, STDIN_FILENO);

    std::map<int, std::string> peers;
    std::deque<thought>        thoughts;
    const auto                 leave = [&](int peer) {
        std::erase_if(thoughts, [&](const thought& one) { return one.peer == peer; });
        peers.erase(peer);
        close(peer);
    };
    while (true)
    {
        const auto now = clock::now();
        while (!thoughts.empty() && thoughts.front().due <= now)
        {
            const int peer = thoughts.front().peer;
            thoughts.pop_front();
            if (!give(peer, answer)) leave(peer);
        }
        const auto left = thoughts.empty() ? std::chrono::milliseconds{-1}
                                           : std::chrono::ceil<std::chrono::milliseconds>(thoughts.front().due - now);

        epoll_event ready[64];
        const int   count = epoll_wait(all, ready, 64, static_cast<int>(left.count()));
        if (count < 0 && errno != EINTR) give_up("epoll_wait");
        for (int n = 0; n < count; ++n)
        {
            const int one = ready[n].data.fd;
            if (one == STDIN_FILENO) return 0;
            if (one == door)
            {
                const int peer = accept4(door, nullptr, nullptr, SOCK_CLOEXEC);
                const int on   = 1;
                if (peer < 0) continue;
                setsockopt(peer, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
                peers[peer];
                watch(all, peer);
                continue;
            }
            const int requests = take(one, peers[one]);
            if (requests < 0) leave(one);
            for (int asked = 0; asked < requests; ++asked)
            {
                if (delay.count() > 0) thoughts.push_back({clock::now() + delay, one});
                else if (!give(one, answer))
                {
                    leave(one);
                    break;
                }
            }
        }
    }
}
