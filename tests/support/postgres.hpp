#pragma once

#include <filesystem>
#include <string>
#include <sys/types.h>
#include <vector>

namespace verbatim::support {

/// A PostgreSQL server of a test's own, in a folder of its own, that can be killed and started again. Started when
/// made, gone with its folder afterwards; the server ends with the thread that starts it. Failures are
/// std::runtime_error with what the server said.
class postgres_server
{
public:
    /// `settings` as NAME=VALUE. Without any, it is quick and forgets on a power cut.
    explicit postgres_server(std::vector<std::string> settings = {"fsync=off", "full_page_writes=off"});
    ~postgres_server();
    postgres_server(const postgres_server&)            = delete;
    postgres_server& operator=(const postgres_server&) = delete;

    const std::filesystem::path& folder() const noexcept { return folder_; }

    /// Starts what was killed, and waits until it answers.
    void start();
    /// SIGKILL for the server and every process of it.
    void kill();
    /// SIGSTOP: connections are accepted by the kernel, and nobody ever says a word.
    void pause();
    /// SIGCONT.
    void resume();

private:
    void signal_all(int number) const;

    std::filesystem::path    folder_;
    std::vector<std::string> settings_;
    pid_t                    pid_ = -1;
};

/// An empty database for one test, dropped at its end.
class postgres_database
{
public:
    /// On the server that tools/test started (VERBATIM_TEST_POSTGRES names its folder), or, for a program that is run
    /// by itself, on one that is started now and lives as long as the program.
    postgres_database();
    /// On that server, which outlives this.
    explicit postgres_database(const postgres_server& server);
    ~postgres_database();
    postgres_database(const postgres_database&)            = delete;
    postgres_database& operator=(const postgres_database&) = delete;

    /// For DB_URL.
    std::string url() const;

    /// Runs SQL on a connection of its own; one line a row, columns joined by '|', null as nothing.
    std::vector<std::string> query(const std::string& sql) const;

private:
    explicit postgres_database(std::filesystem::path folder);

    std::filesystem::path folder_;
    std::string           name_;
};

} // namespace verbatim::support
