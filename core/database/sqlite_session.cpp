#include "database/bound_parameters.hpp"
#include "database/session.hpp"

#include <soci/soci.h>
#include <soci/sqlite3/soci-sqlite3.h>

#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

namespace verbatim::core::database {
namespace {

error_kind kind_of(int code) noexcept
{
    switch (code & 0xff) // the low byte of an extended code is the primary code
    {
    case SQLITE_BUSY:
    case SQLITE_INTERRUPT:
    case SQLITE_LOCKED: return error_kind::busy;
    case SQLITE_FULL: return error_kind::full;
    case SQLITE_READONLY:
    case SQLITE_PERM: return error_kind::read_only;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return error_kind::corrupt;
    case SQLITE_CONSTRAINT:
    case SQLITE_TOOBIG:
    case SQLITE_MISMATCH: return error_kind::constraint;
    case SQLITE_IOERR: return error_kind::io;
    case SQLITE_CANTOPEN: return error_kind::unavailable;
    default: return error_kind::other;
    }
}

/// Wraps all calls of SOCI: its messages contain values of the statement and must not leave this function.
template <class Work>
auto call_soci(Work&& work)
{
    try
    {
        return work();
    }
    catch (const soci::sqlite3_soci_error& error)
    {
        throw failure{kind_of(error.result())};
    }
    catch (const soci::soci_error&)
    {
        throw failure{error_kind::other};
    }
}

/// Identifies a file: device and inode.
struct identity
{
    dev_t device = 0;
    ino_t number = 0;

    friend bool operator==(const identity&, const identity&) = default;
};

std::optional<identity> identity_of(const std::filesystem::path& file) noexcept
{
    struct stat status
    {};
    if (::stat(file.c_str(), &status) != 0) return std::nullopt;
    return identity{status.st_dev, status.st_ino};
}

/// Creates the file with mode 0600, which SQLite copies to the write-ahead log; SQLite itself would use the umask.
///
/// Never opens the file under its own name: by POSIX, closing any descriptor of a file drops all locks of this process
/// on it. The next program that opens the database would then remove the log under our sessions.
void create_file(const std::filesystem::path& file)
{
    if (std::error_code ignored; std::filesystem::exists(file, ignored)) return;

    auto      temporary  = file.native() + ".XXXXXX";
    const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC); // mode 0600
    if (descriptor < 0)
        throw failure{errno == EACCES || errno == EROFS ? error_kind::read_only : error_kind::unavailable};
    ::close(descriptor);
    const bool linked = ::link(temporary.c_str(), file.c_str()) == 0 || errno == EEXIST;
    ::unlink(temporary.c_str());
    if (!linked) throw failure{error_kind::unavailable};
}

class sqlite_row final : public streamed_row
{
public:
    explicit sqlite_row(sqlite_api::sqlite3_stmt* statement) noexcept
        : statement_{statement}
    {}

    std::int64_t integer(std::size_t column) const override
    {
        return sqlite_api::sqlite3_column_int64(statement_, static_cast<int>(column));
    }

    std::string_view bytes(std::size_t column) const override
    {
        const auto* text = sqlite_api::sqlite3_column_text(statement_, static_cast<int>(column));
        const auto  size = sqlite_api::sqlite3_column_bytes(statement_, static_cast<int>(column));
        return {reinterpret_cast<const char*>(text), static_cast<std::size_t>(size)};
    }

private:
    sqlite_api::sqlite3_stmt* statement_;
};

struct prepared_statement
{
    prepared_statement(sqlite_api::sqlite3* connection, const std::string& text)
        : sql{text}
    {
        sqlite_api::sqlite3_stmt* raw  = nullptr;
        const int                 code = sqlite_api::sqlite3_prepare_v2(connection, sql.c_str(), -1, &raw, nullptr);
        handle.reset(raw);
        if (code != SQLITE_OK) throw failure{kind_of(code)};
        for (int index = 1; index <= sqlite_api::sqlite3_bind_parameter_count(raw); ++index)
        {
            const char* name = sqlite_api::sqlite3_bind_parameter_name(raw, index);
            if (!name) throw failure{error_kind::other}; // a parameter that is a mere question mark
            parameters.emplace_back(name + 1);
        }
    }

    /// Borrows the texts until the statement has run.
    void bind(std::span<const parameter> values) const
    {
        for (const parameter& p : values)
        {
            const auto index = std::ranges::find(parameters, p.name) - parameters.begin() + 1;
            if (const int code = bind(static_cast<int>(index), p.value); code != SQLITE_OK)
                throw failure{kind_of(code)};
        }
    }

    struct finalizer
    {
        void operator()(sqlite_api::sqlite3_stmt* statement) const noexcept { sqlite_api::sqlite3_finalize(statement); }
    };

    std::string                                          sql;
    std::unique_ptr<sqlite_api::sqlite3_stmt, finalizer> handle;
    std::vector<std::string>                             parameters; ///< names by index, from 1

private:
    int bind(int index, const std::variant<std::int64_t, std::string_view>& value) const noexcept
    {
        if (const auto* number = std::get_if<std::int64_t>(&value))
            return sqlite_api::sqlite3_bind_int64(handle.get(), index, *number);
        const auto text = std::get<std::string_view>(value);
        return sqlite_api::sqlite3_bind_text64(handle.get(), index, text.data(), text.size(), nullptr, SQLITE_UTF8);
    }
};

/// Sets the library up without two kinds of locks: those of a connection, because a session is used by one thread at a
/// time, and the one around its count of memory. Without effect if another library has used SQLite before.
void configure_library() noexcept
{
    sqlite_api::sqlite3_config(SQLITE_CONFIG_MULTITHREAD);
    sqlite_api::sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

class sqlite_session final : public session
{
public:
    sqlite_session(const connection_info& connection, timeouts limits, std::stop_token stop)
        : timeouts_{limits}
        , stop_{std::move(stop)}
        , file_{connection.file}
    {
        static std::once_flag configured;
        std::call_once(configured, configure_library);
        create_file(file_);
        call_soci([&] { soci_.open(soci::sqlite3, "dbname=\"" + file_.native() + '"'); });
        opened_file_ = identity_of(file_);
        configure();
    }

    dialect sql_dialect() const noexcept override { return dialect::sqlite; }

    void run(const std::string& statements) override
    {
        begin_statement();
        // Not SOCI, which runs the first statement of a script and ignores the others.
        const int code = sqlite_api::sqlite3_exec(handle(), statements.c_str(), nullptr, nullptr, nullptr);
        if (code != SQLITE_OK) throw failure{kind_of(code)};
    }

    std::int64_t execute(const std::string& statement, std::span<const parameter> values) override
    {
        begin_statement();
        for (const auto& p : values) // SQLite would store it, but functions that stop at U+0000 would not find it
            if (const auto* text = std::get_if<std::string_view>(&p.value); text && text->find('\0') != text->npos)
                throw failure{error_kind::constraint};
        const prepared_statement& prepared = prepared_write(statement);
        const statement_reset     reset_at_end{prepared.handle.get()};
        prepared.bind(values);
        const int code = sqlite_api::sqlite3_step(prepared.handle.get());
        if (code != SQLITE_DONE && code != SQLITE_ROW) throw failure{kind_of(code)};
        return sqlite_api::sqlite3_changes(handle());
    }

    void for_each_row(const std::string& statement, std::size_t columns, std::span<const parameter> values,
                      const std::function<void(const row&)>& on_row) override
    {
        begin_statement();
        call_soci([&] { for_each_row_with_soci(soci_, statement, columns, values, on_row); });
    }

    /// Not SOCI, which converts every column to text.
    void stream(const std::string& query, std::span<const parameter> values,
                const std::function<void(const streamed_row&)>& on_row) override
    {
        begin_statement();
        const prepared_statement statement{handle(), query};
        statement.bind(values);
        const auto current = sqlite_row{statement.handle.get()};
        int        code    = SQLITE_ROW;
        while ((code = sqlite_api::sqlite3_step(statement.handle.get())) == SQLITE_ROW) on_row(current);
        if (code != SQLITE_DONE) throw failure{kind_of(code)};
    }

    void ensure_not_replaced() const override
    {
        if (!opened_file_ || identity_of(file_) != opened_file_) throw failure{error_kind::replaced};
    }

    void disable_triggers() override
    {
        const int code = sqlite_api::sqlite3_db_config(handle(), SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
        if (code != SQLITE_OK) throw failure{kind_of(code)};
    }

    void interrupt() noexcept override { sqlite_api::sqlite3_interrupt(handle()); }

private:
    sqlite_api::sqlite3* handle() { return static_cast<soci::sqlite3_session_backend*>(soci_.get_backend())->conn_; }

    /// Keeps the most recently prepared ones, because a store uses the same few statements again and again.
    const prepared_statement& prepared_write(const std::string& sql)
    {
        const auto it = std::ranges::find(write_statements_, sql, &prepared_statement::sql);
        if (it != write_statements_.end()) return *it;
        if (write_statements_.size() == max_write_statements) write_statements_.erase(write_statements_.begin());
        return write_statements_.emplace_back(handle(), sql);
    }

    /// Resets a statement at the end of the scope, for its next use.
    class statement_reset
    {
    public:
        explicit statement_reset(sqlite_api::sqlite3_stmt* statement) noexcept
            : statement_{statement}
        {}
        ~statement_reset()
        {
            sqlite_api::sqlite3_reset(statement_);
            sqlite_api::sqlite3_clear_bindings(statement_);
        }
        statement_reset(const statement_reset&)            = delete;
        statement_reset& operator=(const statement_reset&) = delete;

    private:
        sqlite_api::sqlite3_stmt* statement_;
    };

    /// Starts the time limit of a statement.
    void begin_statement()
    {
        if (stop_.stop_requested()) throw failure{error_kind::unavailable};
        deadline_ = std::chrono::steady_clock::now() + timeouts_.statement;
    }

    bool must_stop() const noexcept { return stop_.stop_requested() || std::chrono::steady_clock::now() > deadline_; }

    void configure()
    {
        constexpr int instructions = 10'000; // they take well under a millisecond
        sqlite_api::sqlite3_progress_handler(
            handle(), instructions, [](void* self) { return static_cast<sqlite_session*>(self)->must_stop() ? 1 : 0; },
            this);
        run("pragma busy_timeout = " + std::to_string(timeouts_.lock.count()));
        switch_to_wal();
        run("pragma synchronous = full; pragma foreign_keys = on");
    }

    /// When two processes switch a new file to WAL at once, one fails without using its lock timeout, hence this loop.
    void switch_to_wal()
    {
        const auto deadline = std::chrono::steady_clock::now() + timeouts_.lock;
        for (;;)
        {
            try
            {
                const std::vector<row> mode = select("pragma journal_mode = wal", 1, {});
                if (mode.size() == 1 && mode.front().front() == "wal") return;
                throw failure{error_kind::read_only};
            }
            catch (const failure& error)
            {
                if (error.kind() != error_kind::busy || std::chrono::steady_clock::now() > deadline) throw;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds{5});
        }
    }

    const timeouts                        timeouts_;
    const std::stop_token                 stop_;
    std::chrono::steady_clock::time_point deadline_ = std::chrono::steady_clock::time_point::max();
    std::filesystem::path                 file_;
    soci::session                         soci_;
    std::optional<identity>               opened_file_;

    static constexpr std::size_t max_write_statements = 16; ///< more than a store uses

    std::vector<prepared_statement> write_statements_; ///< kept for reuse, in order of preparation
};

} // namespace

std::unique_ptr<session> open_sqlite(const connection_info& connection, timeouts limits, std::stop_token stop)
{
    return std::make_unique<sqlite_session>(connection, limits, std::move(stop));
}

} // namespace verbatim::core::database
