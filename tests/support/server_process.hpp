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

/// A real verbatimd, started with exactly the given environment and stopped by its pid.
class server_process
{
public:
    using environment = std::map<std::string, std::string>;

    explicit server_process(const environment& settings, const std::vector<std::string>& arguments = {});
    ~server_process();
    server_process(const server_process&)            = delete;
    server_process& operator=(const server_process&) = delete;

    /// The port of the line "listening on"; throws with the output when the program ends without having said it.
    unsigned short port();

    /// Waits until the output holds `text`; throws when the program ends or a minute passes first.
    void wait_for_output(const std::string& text);

    void signal(int number) const;

    /// Waits for the end and returns the exit code, or 128 plus the signal.
    int wait();

    /// SIGTERM, then wait().
    int stop();

    /// All that the program has written to stdout and stderr so far.
    std::string output() const;

    pid_t pid() const noexcept { return pid_; }

private:
    void collect(int pipe);

    bool  all_plugins_enabled_; ///< with other plugins it has another document, which nobody compares it with
    pid_t pid_       = -1;
    int   exit_code_ = -1;
    mutable std::mutex      guard_;
    std::condition_variable more_;
    std::string             output_;
    bool                    closed_ = false;
    std::thread             reader_;
};

/// Runs verbatimd to its end, for what prints and exits; returns exit code and output.
std::pair<int, std::string> run_server(const server_process::environment& settings,
                                       const std::vector<std::string>&    arguments);

} // namespace verbatim::support
