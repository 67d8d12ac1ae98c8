#include "support/postgres.hpp"

#include <libpq-fe.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace verbatim::support {

namespace {

using connection = std::unique_ptr<PGconn, void (*)(PGconn*)>;

/// The last words are the arguments of the first. The process ends with this one.
pid_t start_program(std::vector<std::string> words)
{
    std::vector<char*> arguments;
    for (auto& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);

    const pid_t pid = ::fork();
    if (pid < 0) throw std::system_error{errno, std::generic_category(), "fork"};
    if (pid == 0)
    {
        ::execv(arguments.front(), arguments.data());
        ::_exit(127);
    }
    return pid;
}

std::string url_of(const std::filesystem::path& folder, const std::string& database)
{
    return "postgresql:///" + database + "?host=" + folder.string() + "&user=postgres";
}

std::vector<std::string> run(const std::string& url, const std::string& sql)
{
    const connection handle{PQconnectdb(url.c_str()), &PQfinish};
    if (PQstatus(handle.get()) != CONNECTION_OK) throw std::runtime_error{PQerrorMessage(handle.get())};
    const std::unique_ptr<PGresult, void (*)(PGresult*)> result{PQexec(handle.get(), sql.c_str()), &PQclear};
    const auto                                           status = PQresultStatus(result.get());
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) throw std::runtime_error{PQerrorMessage(handle.get())};

    std::vector<std::string> rows;
    for (int row = 0; row < PQntuples(result.get()); ++row)
    {
        std::string& line = rows.emplace_back();
        for (int column = 0; column < PQnfields(result.get()); ++column)
            line.append(column == 0 ? "" : "|").append(PQgetvalue(result.get(), row, column));
    }
    return rows;
}

/// In /tmp regardless of TMPDIR: a socket path has at most 107 bytes, and another user needs access.
std::filesystem::path new_folder()
{
    std::string name{"/tmp/verbatim-postgres-XXXXXX"};
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error{"cannot create a temporary directory"};
    return name;
}

std::string content(const std::filesystem::path& file)
{
    std::ifstream in{file};
    return {std::istreambuf_iterator<char>{in}, {}};
}

/// The processes with their working directory in the server's data, without zombies.
std::vector<pid_t> processes_in(const std::filesystem::path& folder)
{
    std::vector<pid_t> pids;
    for (const auto& entry : std::filesystem::directory_iterator{"/proc"})
    {
        std::error_code error;
        const auto      name = entry.path().filename().string();
        if (name.find_first_not_of("0123456789") != std::string::npos) continue;
        if (std::filesystem::read_symlink(entry.path() / "cwd", error) == folder / "data")
            pids.push_back(std::stoi(name));
    }
    return pids;
}

/// The server of programs that tools/test did not start.
const std::filesystem::path& shared_folder()
{
    static std::optional<postgres_server> own;
    static const std::filesystem::path    folder = [] {
        if (const char* preset = std::getenv("VERBATIM_TEST_POSTGRES")) return std::filesystem::path{preset};
        own.emplace();
        return own->folder();
    }();
    return folder;
}

} // namespace

postgres_server::postgres_server(std::vector<std::string> settings)
    : folder_{new_folder()}
    , arguments_{std::move(settings)}
{
    start();
}

postgres_server::postgres_server(standby_of source)
    : folder_{new_folder()}
    , arguments_{"--standby-of", source.primary.folder().string()}
{
    start();
    const auto primary = url_of(source.primary.folder(), "postgres");
    run(primary, "alter system set synchronous_standby_names = '*'");
    run(primary, "select pg_reload_conf()");
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes{2};
    while (run(primary, "select 1 from pg_stat_replication where sync_state = 'sync'").empty())
    {
        if (std::chrono::steady_clock::now() > deadline) throw std::runtime_error{"the standby does not follow"};
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
    }
}

postgres_server::~postgres_server()
{
    kill();
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

void postgres_server::start()
{
    std::vector<std::string> words{THROWAWAY_POSTGRES, folder_.string()};
    words.insert(words.end(), arguments_.begin(), arguments_.end());
    pid_                = start_program(std::move(words));
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes{2};
    while (PQping(url_of(folder_, "postgres").c_str()) != PQPING_OK)
    {
        const bool exited = ::waitpid(pid_, nullptr, WNOHANG) == pid_;
        if (exited) pid_ = -1;
        if (exited || std::chrono::steady_clock::now() > deadline)
            throw std::runtime_error{"PostgreSQL does not start:\n" + content(folder_ / "initdb.log") +
                                     content(folder_ / "server.log")};
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
    }
}

void postgres_server::signal_all(int number) const
{
    if (pid_ < 0) return;
    ::kill(pid_, number); // first, so that it starts no more processes
    for (const pid_t pid : processes_in(folder_)) ::kill(pid, number);
}

void postgres_server::kill()
{
    signal_all(SIGKILL);
    if (pid_ > 0) ::waitpid(pid_, nullptr, 0);
    pid_ = -1;
    // A process forked meanwhile still holds the shared memory and would block a restart.
    for (auto remaining = processes_in(folder_); !remaining.empty(); remaining = processes_in(folder_))
    {
        for (const pid_t pid : remaining) ::kill(pid, SIGKILL);
        std::this_thread::sleep_for(std::chrono::milliseconds{5});
    }
}

void postgres_server::require_password(const std::string& role)
{
    kill();
    std::ofstream{folder_ / "data" / "pg_hba.conf"} << "local all " << role << " scram-sha-256\nlocal all all trust\n";
    start();
}

void postgres_server::pause() { signal_all(SIGSTOP); }

void postgres_server::resume() { signal_all(SIGCONT); }

void postgres_server::promote()
{
    if (run(url_of(folder_, "postgres"), "select pg_promote()") != std::vector<std::string>{"t"})
        throw std::runtime_error{"the standby is not promoted"};
}

postgres_database::postgres_database()
    : postgres_database{shared_folder()}
{}

postgres_database::postgres_database(const postgres_server& server)
    : postgres_database{server.folder()}
{}

postgres_database::postgres_database(copy_of original)
    : postgres_database{original.source.folder_, " template " + original.source.name_}
{}

postgres_database::postgres_database(std::filesystem::path folder, const std::string& options)
    : folder_{std::move(folder)}
{
    static std::atomic<unsigned> counter = 0;
    name_                                = "test_" + std::to_string(::getpid()) + "_" + std::to_string(++counter);
    run(url_of(folder_, "postgres"), "create database " + name_ + options);
}

postgres_database::~postgres_database()
{
    try
    {
        run(url_of(folder_, "postgres"), "drop database " + name_ + " with (force)");
    }
    catch (const std::exception&)
    {
        // The server was killed; the database goes with its folder.
    }
}

std::string postgres_database::url() const { return url_of(folder_, name_); }

std::vector<std::string> postgres_database::query(const std::string& sql) const { return run(url(), sql); }

pgbouncer::pgbouncer(const postgres_database& database)
    : folder_{new_folder()}
    , database_{database.name_}
    , pid_{start_program({THROWAWAY_PGBOUNCER, folder_.string(), database.folder_.string()})}
{
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes{2};
    while (PQping(url().c_str()) != PQPING_OK)
    {
        if (::waitpid(pid_, nullptr, WNOHANG) == pid_ || std::chrono::steady_clock::now() > deadline)
            throw std::runtime_error{"PgBouncer does not start:\n" + content(folder_ / "pgbouncer.log")};
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
    }
}

pgbouncer::~pgbouncer()
{
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

std::string pgbouncer::url() const { return url_of(folder_, database_) + "&port=6432"; }

std::vector<std::string> pgbouncer::query(const std::string& sql) const { return run(url(), sql); }

} // namespace verbatim::support
