#include "verbatim/testing/server_process.hpp"

#include "verbatim/testing/exec_call.hpp"

#include <arpa/inet.h>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace verbatim::testing {

namespace {

constexpr std::chrono::minutes timeout{2};

[[noreturn]] void fail(const char* message) { throw std::system_error{errno, std::generic_category(), message}; }

} // namespace

server_process::server_process(const std::filesystem::path& program, const environment& settings,
                               const std::vector<std::string>& arguments)
{
    const exec_call verbatimd{program, arguments, settings};
    int             pipe[2];
    if (pipe2(pipe, O_CLOEXEC) != 0) fail("pipe2");
    pid_ = fork();
    if (pid_ < 0) fail("fork");
    if (pid_ == 0)
    {
        dup2(pipe[1], STDOUT_FILENO);
        dup2(pipe[1], STDERR_FILENO);
        verbatimd.run();
    }
    close(pipe[1]);
    reader_ = std::thread{[this, read_end = pipe[0]] { collect(read_end); }};
}

server_process::~server_process()
{
    kill();
    reader_.join();
}

void server_process::collect(int pipe)
{
    char buffer[1 << 16];
    for (;;)
    {
        const auto count = read(pipe, buffer, sizeof buffer);
        if (count < 0 && errno == EINTR) continue;
        const std::lock_guard lock{guard_};
        if (count <= 0) closed_ = true;
        else output_.append(buffer, static_cast<std::size_t>(count));
        more_.notify_all();
        if (closed_) break;
    }
    close(pipe);
}

void server_process::wait_for_output(const std::string& text)
{
    std::unique_lock lock{guard_};
    more_.wait_for(lock, timeout, [&] { return closed_ || output_.find(text) != std::string::npos; });
    if (output_.find(text) == std::string::npos)
        throw std::runtime_error{"missing in the output of the server: '" + text + "'\n" + output_};
}

unsigned short server_process::port()
{
    wait_for_output("listening on ");
    const auto text  = output();
    const auto line  = text.substr(text.find("listening on "));
    const auto colon = line.find(':', line.find("://") + 3);
    return static_cast<unsigned short>(std::stoi(line.substr(colon + 1)));
}

void server_process::signal(int number) const
{
    if (exit_code_ < 0) ::kill(pid_, number); // a process that has ended may have left its id to another one
}

void server_process::kill()
{
    signal(SIGKILL);
    wait();
}

int server_process::wait()
{
    if (exit_code_ >= 0) return exit_code_;
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR)
    {}
    exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    std::unique_lock lock{guard_};
    more_.wait_for(lock, timeout, [&] { return closed_; });
    return exit_code_;
}

int server_process::stop()
{
    signal(SIGTERM);
    return wait();
}

std::string server_process::output() const
{
    const std::lock_guard lock{guard_};
    return output_;
}

std::uint16_t free_port()
{
    const int   probe = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in endpoint{};
    endpoint.sin_family      = AF_INET;
    endpoint.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t  size          = sizeof endpoint;
    auto*      address       = reinterpret_cast<sockaddr*>(&endpoint);
    const bool bound   = probe >= 0 && ::bind(probe, address, size) == 0 && ::getsockname(probe, address, &size) == 0;
    const int  problem = errno;
    if (probe >= 0) ::close(probe);
    if (!bound) throw std::system_error{problem, std::generic_category(), "no free port"};
    return ntohs(endpoint.sin_port);
}

} // namespace verbatim::testing
