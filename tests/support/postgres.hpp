#pragma once

#include <filesystem>
#include <string>
#include <sys/types.h>
#include <vector>

namespace verbatim::support {

/// A PostgreSQL server in a temporary directory that can be killed and restarted. Runs from construction to
/// destruction; also ends with the thread that started it. Errors are std::runtime_error with the server's messages.
class postgres_server
{
public:
    /// `settings` are NAME=VALUE. The default is fast and not durable.
    explicit postgres_server(std::vector<std::string> settings = {"fsync=off", "full_page_writes=off"});

    /// A read-only copy that follows the primary until promote(). Returns when each commit of the primary waits for it.
    struct standby_of
    {
        const postgres_server& primary;
    };
    explicit postgres_server(standby_of source);

    ~postgres_server();
    postgres_server(const postgres_server&)            = delete;
    postgres_server& operator=(const postgres_server&) = delete;

    const std::filesystem::path& folder() const noexcept { return folder_; }

    /// Starts the server after kill() and waits until it accepts connections.
    void start();
    /// SIGKILL for all processes of the server.
    void kill();
    /// Restarts the server. From then on connections of the role need its password; others do not.
    void require_password(const std::string& role);
    /// SIGSTOP: the kernel accepts connections, but the server does not respond.
    void pause();
    /// SIGCONT.
    void resume();
    /// Makes a standby a server of its own, and returns when it accepts writes.
    void promote();

private:
    void signal_all(int number) const;

    std::filesystem::path    folder_;
    std::vector<std::string> arguments_; ///< of throwaway_postgres after the folder
    pid_t                    pid_ = -1;
};

/// An empty database, dropped by the destructor.
class postgres_database
{
public:
    /// On the server of tools/test (VERBATIM_TEST_POSTGRES is its folder), or on one started now that lives as long as
    /// the program.
    postgres_database();
    /// On this server, which must outlive the database.
    explicit postgres_database(const postgres_server& server);
    /// A copy of a database without connections, on its server.
    struct copy_of
    {
        const postgres_database& source;
    };
    explicit postgres_database(copy_of original);
    ~postgres_database();
    postgres_database(const postgres_database&)            = delete;
    postgres_database& operator=(const postgres_database&) = delete;

    /// The value of DB_URL.
    std::string url() const;

    /// Runs SQL on a new connection; one line per row, columns separated by '|', null as an empty string.
    std::vector<std::string> query(const std::string& sql) const;

private:
    friend class pgbouncer;

    explicit postgres_database(std::filesystem::path folder, const std::string& options = {});

    std::filesystem::path folder_;
    std::string           name_;
};

/// PgBouncer in transaction mode in front of a database. Consecutive transactions of a session get different
/// connections.
class pgbouncer
{
public:
    /// The database outlives it.
    explicit pgbouncer(const postgres_database& database);
    ~pgbouncer();
    pgbouncer(const pgbouncer&)            = delete;
    pgbouncer& operator=(const pgbouncer&) = delete;

    /// The value of DB_URL.
    std::string url() const;

    /// As postgres_database::query().
    std::vector<std::string> query(const std::string& sql) const;

private:
    std::filesystem::path folder_;
    std::string           database_;
    pid_t                 pid_ = -1;
};

} // namespace verbatim::support
