#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <sys/types.h>
#include <thread>
#include <vector>

namespace verbatim::testing {

/// A running verbatimd. Its environment holds the settings and the options of sanitizers, nothing else.
class server_process
{
public:
    using environment = std::map<std::string, std::string>;

    /// `program` is the path of verbatimd. Throws std::system_error if no process can be created. If the path is wrong,
    /// the process ends with exit code 127.
    server_process(const std::filesystem::path& program, const environment& settings,
                   const std::vector<std::string>& arguments = {});
    /// Kills a process that still runs.
    ~server_process();
    server_process(const server_process&)            = delete;
    server_process& operator=(const server_process&) = delete;

    /// The port of the "listening on" line. Waits for it as `wait_for_output` does.
    unsigned short port();

    /// Waits until the output contains `text`. Throws std::runtime_error with the output when the process ends or two
    /// minutes pass first.
    void wait_for_output(const std::string& text);

    void signal(int number) const;

    /// Waits for the end of the process; returns the exit code, or 128 plus the signal.
    int wait();

    /// SIGTERM, then wait().
    int stop();

    /// SIGKILL, then wait(); nothing when it has ended.
    void kill();

    /// Output on stdout and stderr so far.
    std::string output() const;

    pid_t pid() const noexcept { return pid_; }

private:
    void collect(int pipe);

    pid_t                   pid_       = -1;
    int                     exit_code_ = -1;
    mutable std::mutex      guard_;
    std::condition_variable more_;
    std::string             output_;
    bool                    closed_ = false;
    std::thread             reader_;
};

/// A loopback port that is free now, for settings where 0 means "none". Another process may take it before it is used,
/// so callers must be able to retry.
std::uint16_t free_port();

} // namespace verbatim::testing
