#include "process.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
extern "C"
{ // the header of glibc 2.36 does not say so
#include <sys/pidfd.h>
}

namespace verbatim::remote {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::milliseconds first_pause{100};
constexpr std::chrono::milliseconds longest_pause{30'000};
/// A process that ran so long did not fail because of its start.
constexpr std::chrono::seconds steady_time{60};

[[noreturn]] void throw_errno(const char* step) { throw std::system_error{errno, std::system_category(), step}; }

std::string variable(const char* name, const char* otherwise)
{
    const char* value = std::getenv(name); // NOLINT: the server changes no variable
    return std::string{name} + "=" + (value ? value : otherwise);
}

/// The path of a program: as it is with a slash in it, relative to `folder`, or else found in PATH.
std::string find_program(const std::string& name, const std::filesystem::path& folder)
{
    const auto is_program = [](const std::filesystem::path& file) { return access(file.c_str(), X_OK) == 0; };
    if (name.find('/') != name.npos)
    {
        const auto file = folder / name;
        if (!is_program(file)) throw std::runtime_error{"command: " + file.string() + " cannot be executed"};
        return file.string();
    }
    const auto path = variable("PATH", "/usr/local/bin:/usr/bin:/bin").substr(5);
    for (std::size_t begin = 0; begin <= path.size();)
    {
        const auto end  = std::min(path.find(':', begin), path.size());
        const auto file = std::filesystem::path{path.substr(begin, end - begin)} / name;
        if (file.is_absolute() && is_program(file)) return file.string();
        begin = end + 1;
    }
    throw std::runtime_error{"command: " + name + " is not in PATH"};
}

/// Files without which each start of the process would fail: those that it watches, and the script of an interpreter.
void check_files(const process_declaration& process, const std::filesystem::path& folder)
{
    const auto check = [&](const char* member, const std::string& name) {
        std::error_code ignored;
        if (!std::filesystem::exists(folder / name, ignored))
            throw std::runtime_error{member + (folder / name).string() + " does not exist"};
    };
    for (const auto& file : process.watch) check("watch: ", file);
    if (process.command.size() < 2 || process.command[1].starts_with('-')) return;
    const auto           program       = std::filesystem::path{process.command.front()}.filename().string();
    const auto           is_of_program = [&](const char* name) { return program.starts_with(name); };
    constexpr std::array interpreters{"python", "node", "ruby", "perl", "php", "Rscript", "bash"};
    if (std::ranges::any_of(interpreters, is_of_program)) check("command: ", process.command[1]);
}

stream_endpoint parse_address(const std::string& address)
{
    try
    {
        if (address.starts_with("unix:/"))
            return asio::local::stream_protocol::endpoint{address.substr(unix_scheme.size())};
    }
    catch (const boost::system::system_error&)
    {
        throw std::runtime_error{"address: the path is too long"};
    }
    if (address.starts_with(http_scheme))
    {
        std::uint16_t port{};
        const auto*   end    = address.data() + address.size();
        const auto    result = std::from_chars(address.data() + http_scheme.size(), end, port);
        if (result.ec == std::errc{} && result.ptr == end && port != 0)
            return asio::ip::tcp::endpoint{asio::ip::address_v4::loopback(), port};
    }
    throw std::runtime_error{"address: must be unix:/path or http://127.0.0.1:port"};
}

std::vector<char*> pointers_to(std::vector<std::string>& texts)
{
    std::vector<char*> pointers;
    for (auto& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

/// In the new process: only functions that may follow fork() in a program with threads.
[[noreturn]] void execute(const char* program, char* const* arguments, char* const* environment, const char* folder,
                          int output, pid_t parent)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int number : {SIGPIPE, SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2, SIGCHLD}) signal(number, SIG_DFL);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent || chdir(folder) != 0) _exit(127);
    const int input = open("/dev/null", O_RDONLY);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    close_range(STDERR_FILENO + 1, ~0U, 0);
    execve(program, arguments, environment);
    _exit(127);
}

/// Takes the lock of a folder, which its owner holds as long as it runs; -1 if it cannot.
int lock_folder(const std::string& folder, int flags)
{
    const int file = open((folder + "/lock").c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0600);
    if (file < 0 || flock(file, LOCK_EX | LOCK_NB) == 0) return file;
    close(file);
    return -1;
}

/// Removes folders of this user whose servers were killed.
void remove_abandoned_folders(const std::filesystem::path& parent, std::string_view prefix)
{
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator{parent, error})
    {
        struct stat status
        {};
        const auto folder = entry.path().string();
        if (!entry.path().filename().string().starts_with(prefix) || lstat(folder.c_str(), &status) != 0) continue;
        if (!S_ISDIR(status.st_mode) || status.st_uid != geteuid()) continue;
        const int lock = lock_folder(folder, 0);
        if (lock < 0) continue;
        std::filesystem::remove_all(folder, error);
        close(lock);
    }
}

} // namespace

socket_folder::socket_folder()
{
    constexpr std::string_view prefix = "verbatim-remote-";

    const char*                 run    = std::getenv("RUNTIME_DIRECTORY"); // NOLINT: the server changes no variable
    const std::filesystem::path parent = run && *run == '/' ? run : std::filesystem::temp_directory_path();
    if ((parent / prefix / "000000/c18446744073709551615").native().size() >= sizeof(sockaddr_un::sun_path))
        throw std::runtime_error{parent.string() + " is too long for sockets; set TMPDIR to a shorter path"};
    remove_abandoned_folders(parent, prefix);

    // It gets its name once it is locked, so that no other server takes it for abandoned.
    std::string made = (parent / "verbatim-new-XXXXXX").string();
    if (!mkdtemp(made.data())) throw_errno("mkdtemp");
    lock_ = lock_folder(made, O_CREAT);
    path_ = (parent / (std::string{prefix} + made.substr(made.size() - 6))).string();
    if (lock_ < 0 || rename(made.c_str(), path_.c_str()) != 0) throw_errno("rename");
}

socket_folder::~socket_folder()
{
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
    close(lock_);
}

child::child(const process_declaration& process, const std::string& program, const std::filesystem::path& folder,
             std::string socket)
    : socket_{std::move(socket)}
{
    auto                     arguments_text = process.command;
    std::vector<std::string> variables{variable("PATH", "/usr/local/bin:/usr/bin:/bin"), variable("LANG", "C.UTF-8"),
                                       "VERBATIM_SOCKET=" + socket_};
    for (const auto& [name, value] : process.environment)
        variables.push_back(std::string{name} + "=" + std::string{value.get_string()});
    const auto arguments   = pointers_to(arguments_text);
    const auto environment = pointers_to(variables);
    const auto output_file =
        process.stderr_file.empty() ? std::string{"/dev/null"} : (folder / process.stderr_file.text).string();
    const int output = open(output_file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (output < 0) throw_errno("stderr_file");

    const auto parent = getpid();
    pid_              = fork();
    if (pid_ == 0) execute(program.c_str(), arguments.data(), environment.data(), folder.c_str(), output, parent);
    const int fork_error = errno;
    close(output);
    errno = fork_error;
    if (pid_ < 0) throw_errno("fork");
    setpgid(pid_, pid_);
    descriptor_ = pidfd_open(pid_, 0);
    if (descriptor_ >= 0) return;
    kill(-pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    throw std::runtime_error{"pidfd_open"};
}

child::~child()
{
    kill(-pid_, SIGKILL);
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR)
    {}
    close(descriptor_);
    unlink(socket_.c_str());
}

process::process(const document& document, sdk::log& log)
    : document_{document}
    , log_{log}
{
    if (declaration().address)
    {
        address_ = parse_address(*declaration().address);
        return;
    }
    program_ = find_program(declaration().command.front(), document.file.parent_path());
    check_files(declaration(), document.file.parent_path());
    sockets_.emplace();
    wake_ = eventfd(0, EFD_CLOEXEC);
    if (wake_ < 0) throw_errno("eventfd");
    watcher_ = std::thread{[this] { watch(); }};
}

process::~process()
{
    if (!watcher_.joinable()) return;
    {
        const std::lock_guard lock{mutex_};
        is_stopped_ = true;
    }
    eventfd_write(wake_, 1);
    watcher_.join();
    close(wake_);
}

process::state process::acquire(lease& lease)
{
    if (declaration().address)
    {
        lease = {nullptr, address_};
        return state::running;
    }
    const std::lock_guard lock{mutex_};
    if (!is_wanted_)
    {
        is_wanted_ = true;
        eventfd_write(wake_, 1);
    }
    if (current_)
    {
        lease = {current_, asio::local::stream_protocol::endpoint{current_->socket()}};
        return state::running;
    }
    return next_start_ <= std::chrono::steady_clock::now() + std::chrono::seconds{1} ? state::starting : state::failing;
}

void process::replace(const lease& lease, std::string_view reason)
{
    if (!lease.running) return;
    {
        const std::lock_guard lock{mutex_};
        if (current_ != lease.running) return; // it was replaced already
        retire(true);
    }
    /// reason is `silent` or `not_http`.
    log_.write(sdk::severity::warning, "remote_replaced",
               {{"process", std::string_view{name()}}, {"pid", lease.running->pid()}, {"reason", reason}});
    eventfd_write(wake_, 1);
}

/// With the lock.
void process::retire(bool has_failed)
{
    const auto now = std::chrono::steady_clock::now();
    if (!has_failed || now - current_->started > steady_time) pause_ = std::chrono::milliseconds{0};
    next_start_ = now + pause_;
    if (has_failed) pause_ = std::clamp(pause_ * 2, first_pause, longest_pause);
    retired_.push_back(std::move(current_));
}

/// Whether a watched file changed since the last call. A file that is missing, as while it is replaced, counts as it
/// was. Files may be slow, so the lock is not held.
bool process::has_changed_files()
{
    const auto& files    = declaration().watch;
    const bool  is_first = file_times_.empty();
    bool        changed  = false;
    file_times_.resize(files.size());
    for (std::size_t n = 0; n != files.size(); ++n)
    {
        std::error_code error;
        const auto      time = std::filesystem::last_write_time(document_.file.parent_path() / files[n], error);
        if (error || time == file_times_[n]) continue;
        file_times_[n] = time;
        changed        = !is_first;
    }
    return changed;
}

void process::start(std::unique_lock<std::mutex>& lock)
{
    const auto socket = sockets_->file("s" + std::to_string(started_++));
    lock.unlock(); // fork() may take milliseconds
    std::shared_ptr<child> started;
    std::string            problem;
    try
    {
        started = std::make_shared<child>(declaration(), program_, document_.file.parent_path(), socket);
    }
    catch (const std::exception& failure)
    {
        problem = failure.what();
    }
    if (started)
        /// process is the name of a document: see docs/remote-operations.md#document.
        log_.write(sdk::severity::info, "remote_started",
                   {{"process", std::string_view{name()}}, {"pid", started->pid()}});
    else
        /// process is the name of a document: see docs/remote-operations.md#document.
        log_.write(sdk::severity::error, "remote_start_failed",
                   {{"process", std::string_view{name()}}, {"problem", std::string_view{problem}}});
    lock.lock();
    current_ = std::move(started);
    if (current_) return;
    pause_      = std::clamp(pause_ * 2, first_pause, longest_pause);
    next_start_ = std::chrono::steady_clock::now() + pause_;
}

/// The thread that starts processes: the kernel sends SIGKILL to them when it ends.
void process::watch()
{
    constexpr std::chrono::milliseconds soon{50}, tick{1'000}, forever{-1};
    bool                                has_changed = has_changed_files();
    std::unique_lock                    lock{mutex_};
    while (!is_stopped_)
    {
        if (current_)
        {
            siginfo_t ended{};
            if (waitid(P_PIDFD, static_cast<id_t>(current_->descriptor()), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
                ended.si_pid != 0)
            {
                const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() -
                                                                                      current_->started);
                /// process is the name of a document: see docs/remote-operations.md#document.
                log_.write(sdk::severity::warning, "remote_ended",
                           {{"process", std::string_view{name()}},
                            {"pid", current_->pid()},
                            {ended.si_code == CLD_EXITED ? "status" : "signal", ended.si_status},
                            {"seconds", seconds.count()}});
                // A process that ends by itself makes way for another one, unless it ends at once.
                retire(ended.si_code != CLD_EXITED || ended.si_status != 0 || seconds < std::chrono::seconds{1});
            }
            else if (has_changed)
            {
                /// reason is `file_changed`.
                log_.write(
                    sdk::severity::info, "remote_replaced",
                    {{"process", std::string_view{name()}}, {"pid", current_->pid()}, {"reason", "file_changed"}});
                retire(false);
            }
        }
        if (!current_ && is_wanted_ && std::chrono::steady_clock::now() >= next_start_)
        {
            start(lock);
            has_changed = false;
            continue;
        }
        // A process without calls has no other owner. Its destructor waits for the end of the process.
        const auto                          is_idle = [](const auto& retired) { return retired.use_count() == 1; };
        const auto                          busy    = std::ranges::partition(retired_, std::not_fn(is_idle));
        std::vector<std::shared_ptr<child>> idle{std::move_iterator{busy.begin()}, std::move_iterator{busy.end()}};
        retired_.erase(busy.begin(), busy.end());

        pollfd     watched[]{{wake_, POLLIN, 0}, {current_ ? current_->descriptor() : -1, POLLIN, 0}};
        const bool is_waiting = !retired_.empty() || (!current_ && is_wanted_);
        const auto timeout    = is_waiting ? soon : declaration().watch.empty() ? forever : tick;
        lock.unlock();
        idle.clear();
        poll(watched, std::size(watched), static_cast<int>(timeout.count()));
        if (watched[0].revents != 0)
        {
            eventfd_t ignored{};
            eventfd_read(wake_, &ignored);
        }
        has_changed = has_changed_files();
        lock.lock();
    }
    retired_.clear();
    current_.reset();
}

stream_endpoint process::call_back_endpoint()
{
    if (!sockets_) return asio::ip::tcp::endpoint{asio::ip::address_v4::loopback(), 0};
    return asio::local::stream_protocol::endpoint{sockets_->file("c" + std::to_string(listeners_++))};
}

} // namespace verbatim::remote
