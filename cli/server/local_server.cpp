#include "cli/server/local_server.hpp"

#include "cli/failure.hpp"

#include <boost/algorithm/hex.hpp>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <iterator>
#include <string_view>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace verbatim::cli::server {

namespace {

constexpr std::string_view address_label = "listening on ";
constexpr std::size_t      max_log       = 1 << 20; ///< until it serves

[[noreturn]] void fail(const std::string& message) { throw failure{exit_status::failed, "--local: " + message}; }

std::string random_key()
{
    std::array<unsigned char, 32> bytes; // no C array, which hex_lower reads as a text that ends with a zero
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) fail("no random numbers");
    std::string key;
    boost::algorithm::hex_lower(bytes, std::back_inserter(key));
    return key;
}

std::filesystem::path program_beside_this()
{
    std::error_code error;
    const auto      self    = std::filesystem::read_symlink("/proc/self/exe", error);
    const auto      program = self.parent_path() / "verbatimd";
    if (error || !std::filesystem::exists(program, error))
        fail(program.string() + " does not exist. Install the package verbatim-server");
    return program;
}

/// Settings of the server, and nothing of the environment that could change them. All memory is this user's.
std::vector<std::string> settings(const std::string& key, const std::filesystem::path& folder)
{
    std::vector<std::string> variables{
        "AUTH_API_KEYS=[{\"key_id\":\"local\",\"name\":\"local\",\"tenant_id\":\"local\",\"key\":\"" + key + "\"}]",
        "STATE_DIR=" + folder.string(),
        "NETWORK_HOST=127.0.0.1",
        "NETWORK_PORT=0",
        "NETWORK_MAX_TENANT_SHARE=1",
        "NETWORK_MAX_BODY_BYTES=268435456",
        "NETWORK_MAX_BODY_MEMORY=4294967296",
        "JOBS_MAX_MEMORY=1073741824",
        "JOBS_MAX_TENANT_SHARE=1",
        "DRAIN_SECONDS=0",
        "LOG_FORMAT=text",
    };
    for (const char* name : {"PATH", "HOME", "TMPDIR", "ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"})
        if (const char* value = std::getenv(name)) variables.push_back(std::string{name} + "=" + value);
    return variables;
}

std::vector<char*> pointers(std::vector<std::string>& texts)
{
    std::vector<char*> result;
    for (auto& text : texts) result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

void discard(int descriptor)
{
    for (char buffer[4096]; ::read(descriptor, buffer, sizeof buffer) > 0;)
    {}
    ::close(descriptor);
}

} // namespace

local_server::local_server()
    : program_{program_beside_this()}
    , key_{random_key()}
{
    try
    {
        int log[2];
        if (::pipe2(log, O_CLOEXEC) != 0) fail(std::strerror(errno));
        log_ = log[0];
        start(log[1]);
        ::close(log[1]);
    }
    catch (...)
    {
        end();
        throw;
    }
}

/// The child may only call functions that are safe after a fork.
void local_server::start(int log)
{
    auto       variables         = settings(key_, folder_.path());
    const auto variables_of_exec = pointers(variables);
    char       name[]            = "verbatimd";
    char*      arguments[]{name, nullptr};
    const auto parent = ::getpid();
    pid_              = ::fork();
    if (pid_ < 0) fail(std::strerror(errno));
    if (pid_ != 0) return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(1); // the parent died before the call
    folder_.pass_lock_on();
    ::setpgid(0, 0); // Ctrl-C is for the command, which cancels the job first
    ::dup2(log, STDOUT_FILENO);
    ::dup2(log, STDERR_FILENO);
    ::execve(program_.c_str(), arguments, variables_of_exec.data());
    ::_exit(127);
}

void local_server::wait_for_address()
{
    std::string text;
    for (char buffer[4096]; text.size() < max_log;)
    {
        const auto count = ::read(log_, buffer, sizeof buffer);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        text.append(buffer, static_cast<std::size_t>(count));
        const auto begin = text.find(address_label);
        const auto end   = begin == text.npos ? text.npos : text.find_first_of(" \"\n", begin + address_label.size());
        if (end == text.npos) continue;
        address_ = text.substr(begin + address_label.size(), end - begin - address_label.size());
        drain_   = std::jthread{[log = std::exchange(log_, -1)] { discard(log); }};
        return;
    }
    fail("the server did not start:\n" + text.substr(text.size() > 2000 ? text.size() - 2000 : 0));
}

local_server::~local_server() { end(); }

void local_server::end() noexcept
{
    if (pid_ > 0)
    {
        ::kill(pid_, SIGKILL); // nothing of its state outlives it
        while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR)
        {}
    }
    if (drain_.joinable()) drain_.join();
    if (log_ >= 0) ::close(log_);
}

void local_server::require_running()
{
    int status = 0;
    if (pid_ < 0 || ::waitpid(pid_, &status, WNOHANG) != pid_) return;
    pid_ = -1;
    if (WIFEXITED(status)) fail("its server ended with status " + std::to_string(WEXITSTATUS(status)));
    const bool is_killed = WTERMSIG(status) == SIGKILL;
    fail("its server was ended by signal " + std::to_string(WTERMSIG(status)) +
         (is_killed ? ", perhaps because the machine has too little memory for the file" : ""));
}

access local_server::target()
{
    if (address_.empty()) wait_for_address();
    return {.base_url = address_, .key = key_, .direct = true, .require_running = [this] { require_running(); }};
}

} // namespace verbatim::cli::server
