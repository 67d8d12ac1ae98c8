#include "e2e/command_process.hpp"

#include "verbatim/testing/exec_call.hpp"

#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <pty.h>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace verbatim::e2e {

namespace {

std::string content_of(const std::filesystem::path& file)
{
    std::ifstream stream{file, std::ios::binary};
    return {std::istreambuf_iterator<char>{stream}, {}};
}

int exit_status_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

} // namespace

command_process::command_process(const std::vector<std::string>&           arguments,
                                 const std::map<std::string, std::string>& variables, const std::string* input)
{
    const testing::exec_call command{VERBATIM_COMMAND, arguments, variables};
    const auto               input_file = input ? folder_.file("in", *input).string() : std::string{};
    const auto output_file = (folder_.path() / "out").string(), message_file = (folder_.path() / "err").string();

    int pipe[2];
    if (pipe2(pipe, O_CLOEXEC) != 0) throw std::runtime_error{"pipe2"};
    pid_ = fork();
    if (pid_ < 0) throw std::runtime_error{"fork"};
    if (pid_ == 0)
    {
        dup2(input ? open(input_file.c_str(), O_RDONLY) : pipe[0], STDIN_FILENO);
        dup2(open(output_file.c_str(), O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
        dup2(open(message_file.c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
        command.run();
    }
    close(pipe[0]);
    input_ = pipe[1];
}

command_process::~command_process()
{
    close(input_);
    if (pid_ < 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
}

void command_process::signal(int number) const { kill(pid_, number); }

std::string command_process::messages() const { return content_of(folder_.path() / "err"); }

command_result command_process::wait()
{
    int    status = 0;
    rusage use{};
    if (wait4(pid_, &status, 0, &use) != pid_) throw std::runtime_error{"wait4"};
    pid_ = -1;
    return {.status   = exit_status_of(status),
            .output   = content_of(folder_.path() / "out"),
            .messages = messages(),
            .peak_kib = use.ru_maxrss};
}

command_result run_command(const std::vector<std::string>&           arguments,
                           const std::map<std::string, std::string>& variables, const std::string& input)
{
    return command_process{arguments, variables, &input}.wait();
}

terminal_process::terminal_process(const std::vector<std::string>&           arguments,
                                   const std::map<std::string, std::string>& variables)
{
    const testing::exec_call command{VERBATIM_COMMAND, arguments, variables};
    const winsize            size{.ws_row = 24, .ws_col = 80, .ws_xpixel = 0, .ws_ypixel = 0};
    pid_ = forkpty(&terminal_, nullptr, nullptr, &size);
    if (pid_ < 0) throw std::runtime_error{"forkpty"};
    if (pid_ == 0) command.run();
}

terminal_process::~terminal_process()
{
    close(terminal_);
    if (pid_ < 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
}

void terminal_process::type(std::string_view keys) const
{
    if (write(terminal_, keys.data(), keys.size()) != static_cast<ssize_t>(keys.size()))
        throw std::runtime_error{"write to the terminal"};
}

/// False at the end: the last process on the terminal has ended.
bool terminal_process::read_more()
{
    constexpr int timeout_ms = 120'000;
    pollfd        input{.fd = terminal_, .events = POLLIN, .revents = 0};
    if (poll(&input, 1, timeout_ms) == 0) throw std::runtime_error{"no output on the terminal:\n" + output_};
    char       buffer[4096];
    const auto count = read(terminal_, buffer, sizeof buffer);
    if (count <= 0) return false;
    output_.append(buffer, static_cast<std::size_t>(count));
    return true;
}

void terminal_process::wait_for_output(const std::string& text)
{
    while (output_.find(text) == std::string::npos)
        if (!read_more()) throw std::runtime_error{"the command ended without '" + text + "':\n" + output_};
}

command_result terminal_process::wait()
{
    while (read_more())
    {}
    int status = 0;
    if (waitpid(pid_, &status, 0) != pid_) throw std::runtime_error{"waitpid"};
    pid_ = -1;
    return {.status = exit_status_of(status), .output = output_, .messages = {}};
}

} // namespace verbatim::e2e
