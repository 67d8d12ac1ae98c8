#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <sys/types.h>
#include <thread>
#include <vector>

namespace verbatim::support {

/// A running verbatimd process with exactly the given environment.
class server_process
{
public:
    using environment = std::map<std::string, std::string>;

    explicit server_process(const environment& settings, const std::vector<std::string>& arguments = {});
    ~server_process();
    server_process(const server_process&)            = delete;
    server_process& operator=(const server_process&) = delete;

    /// The port of the "listening on" line; throws with the output if the process ends without it.
    unsigned short port();

    /// Waits until the output contains `text`; throws if the process ends or two minutes pass first.
    void wait_for_output(const std::string& text);

    void signal(int number) const;

    /// Waits for the end; returns the exit code, or 128 plus the signal.
    int wait();

    /// SIGTERM, then wait().
    int stop();

    /// Output on stdout and stderr so far.
    std::string output() const;

    pid_t pid() const noexcept { return pid_; }

private:
    void collect(int pipe);

    bool                    all_plugins_enabled_; ///< else the document differs and responses are not recorded
    pid_t                   pid_       = -1;
    int                     exit_code_ = -1;
    mutable std::mutex      guard_;
    std::condition_variable more_;
    std::string             output_;
    bool                    closed_ = false;
    std::thread             reader_;
};

/// Runs verbatimd to its end; returns exit code and output.
std::pair<int, std::string> run_server(const server_process::environment& settings,
                                       const std::vector<std::string>&    arguments);

} // namespace verbatim::support
