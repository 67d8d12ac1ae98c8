#pragma once

#include "document.hpp"

#include "verbatim/sdk/log.hpp"

#include <boost/asio/generic/stream_protocol.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace verbatim::remote {

using stream_endpoint = boost::asio::generic::stream_protocol::endpoint;

/// Of addresses: unix:/path and http://127.0.0.1:port.
inline constexpr std::string_view unix_scheme = "unix:", http_scheme = "http://127.0.0.1:";

/// A folder of this process's own (0700) for sockets, removed by the destructor. The constructor removes those of
/// servers that were killed. It throws std::exception if there can be no such folder.
class socket_folder
{
public:
    socket_folder();
    ~socket_folder();
    socket_folder(const socket_folder&)            = delete;
    socket_folder& operator=(const socket_folder&) = delete;

    std::string file(std::string_view name) const { return path_ + "/" + std::string{name}; }

private:
    std::string path_;
    int         lock_ = -1; ///< descriptor of the file that marks it as in use
};

/// A running program that listens at `socket`. It leads a process group, has no descriptor and no environment variable
/// of the server but PATH and LANG, and gets SIGKILL when the server ends. The destructor kills its group and waits for
/// it.
class child
{
public:
    /// Throws std::system_error if there can be no further process. A program that cannot be executed ends with
    /// status 127.
    child(const process_declaration& process, const std::string& program, const std::filesystem::path& folder,
          std::string socket);
    ~child();
    child(const child&)            = delete;
    child& operator=(const child&) = delete;

    const std::string& socket() const noexcept { return socket_; }
    int                pid() const noexcept { return pid_; }
    /// Becomes readable when the program ends.
    int descriptor() const noexcept { return descriptor_; }

    const std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();

private:
    std::string socket_;
    int         pid_        = -1;
    int         descriptor_ = -1;
};

/// The process of a document, started with the first call. A thread watches it: when it ends, when a watched file
/// changes, or when `replace` is called, a new one takes its place, after a pause that doubles from 0.1 s to 30 s and
/// begins again after a minute without a failure. A replaced process serves the calls that it has, and is then killed.
/// [any thread]
class process
{
public:
    /// Throws std::runtime_error with a sentence if the command or the address cannot be used. `log` must outlive this
    /// object. [load]
    process(const document& document, sdk::log& log);
    ~process();
    process(const process&)            = delete;
    process& operator=(const process&) = delete;

    /// Where to connect for a call. A process that runs lives as long as this object.
    struct lease
    {
        std::shared_ptr<child> running; ///< null at an address
        stream_endpoint        endpoint;
    };

    enum class state
    {
        running,  ///< it may not listen yet
        starting, ///< it will be started within a second
        failing,  ///< it is not running, and the pause is longer
    };
    state acquire(lease& lease);

    /// Starts another process in place of this one.
    void replace(const lease& lease, std::string_view reason);

    /// Where a call listens for call-backs: a socket file with a new name, or a free port for a process at an address.
    stream_endpoint call_back_endpoint();

    const process_declaration& declaration() const noexcept { return document_.process; }
    std::string                name() const { return document_.file.stem().string(); }

    std::atomic<std::size_t> calls = 0; ///< in progress

private:
    void watch();
    void start(std::unique_lock<std::mutex>& lock);
    void retire(bool has_failed);
    bool has_changed_files();

    const document&              document_;
    sdk::log&                    log_;
    std::string                  program_; ///< path of the command
    stream_endpoint              address_;
    std::optional<socket_folder> sockets_;        ///< none at an address
    int                          wake_      = -1; ///< eventfd
    std::atomic<std::size_t>     listeners_ = 0;  ///< made so far

    std::mutex                                   mutex_;
    bool                                         is_wanted_  = false;
    bool                                         is_stopped_ = false;
    std::shared_ptr<child>                       current_;
    std::vector<std::shared_ptr<child>>          retired_;
    std::chrono::milliseconds                    pause_{0};
    std::chrono::steady_clock::time_point        next_start_{};
    std::vector<std::filesystem::file_time_type> file_times_;
    std::size_t                                  started_ = 0;
    std::thread                                  watcher_;
};

} // namespace verbatim::remote
