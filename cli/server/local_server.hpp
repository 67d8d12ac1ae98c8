#pragma once

#include "cli/server/http_client.hpp"
#include "cli/server/local_folder.hpp"

#include <filesystem>
#include <string>
#include <sys/types.h>
#include <thread>

namespace verbatim::cli::server {

/// A verbatimd of this command alone: the program beside it, on a free port of the loopback interface, with the
/// built-in model, a random key, and its state in a temporary folder. It ends with this object, and with the process in
/// any case.
class local_server
{
public:
    /// Starts it. Call on the main thread: the server ends with the thread that starts it. Throws failure.
    local_server();
    ~local_server();
    local_server(const local_server&)            = delete;
    local_server& operator=(const local_server&) = delete;

    /// Waits until it serves. Throws failure with the last lines of its log if it does not.
    access target();

private:
    void start(int log);
    void wait_for_address();
    void require_running();
    void end() noexcept;

    std::filesystem::path program_;
    local_folder          folder_;
    std::string           key_;
    std::string           address_;
    pid_t                 pid_ = -1;
    int                   log_ = -1;
    std::jthread          drain_; ///< reads the rest of the log, so that the server never waits for a reader
};

} // namespace verbatim::cli::server
