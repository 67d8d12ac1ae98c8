#include "e2e/command_process.hpp"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iterator>
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

std::vector<char*> pointers(std::vector<std::string>& texts)
{
    std::vector<char*> result;
    for (auto& text : texts) result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

} // namespace

command_process::command_process(const std::vector<std::string>&           arguments,
                                 const std::map<std::string, std::string>& variables, const std::string* input)
{
    std::vector<std::string> argv{VERBATIM_COMMAND}, environment;
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    for (const auto& [name, value] : variables) environment.push_back(name + "=" + value);
    for (const auto* name : {"ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"})
        if (const char* value = std::getenv(name)) environment.push_back(std::string{name} + "=" + value);
    const auto argument_pointers = pointers(argv), environment_pointers = pointers(environment);
    const auto input_file  = input ? folder_.file("in", *input).string() : std::string{};
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
        execve(VERBATIM_COMMAND, argument_pointers.data(), environment_pointers.data());
        _exit(127);
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
    return {.status   = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
            .output   = content_of(folder_.path() / "out"),
            .messages = messages(),
            .peak_kib = use.ru_maxrss};
}

command_result run_command(const std::vector<std::string>&           arguments,
                           const std::map<std::string, std::string>& variables, const std::string& input)
{
    return command_process{arguments, variables, &input}.wait();
}

} // namespace verbatim::e2e
