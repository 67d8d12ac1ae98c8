#include "database/session.hpp"

#include <soci/soci.h>
#include <soci/sqlite3/soci-sqlite3.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <deque>
#include <thread>

namespace verbatim::core::database {
namespace {

constexpr std::chrono::seconds patience{5};

trouble kind_of(int code) noexcept
{
    switch (code & 0xff) // the extended codes keep the primary one in their low byte
    {
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return trouble::busy;
    case SQLITE_FULL: return trouble::full;
    case SQLITE_READONLY:
    case SQLITE_PERM: return trouble::read_only;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return trouble::corrupt;
    case SQLITE_CONSTRAINT:
    case SQLITE_TOOBIG:
    case SQLITE_MISMATCH: return trouble::constraint;
    case SQLITE_IOERR: return trouble::io;
    case SQLITE_CANTOPEN: return trouble::unavailable;
    default: return trouble::other;
    }
}

/// Every call into SOCI goes through here: its texts hold the values of the statement and end here.
template <class Work>
auto guarded(Work&& work)
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
        throw failure{trouble::other};
    }
}

/// The file behind a path, or behind an open descriptor: its device and number on it.
struct identity
{
    dev_t device = 0;
    ino_t number = 0;

    friend bool operator==(const identity&, const identity&) = default;
};

std::optional<identity> identity_of(const std::filesystem::path& file) noexcept
{
    struct stat found
    {};
    if (::stat(file.c_str(), &found) != 0) return std::nullopt;
    return identity{found.st_dev, found.st_ino};
}

/// SQLite would make the file with the process's mask; its write-ahead log takes over the mode of the file.
void make_file(const std::filesystem::path& file)
{
    const int made = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (made < 0) throw failure{errno == EACCES || errno == EROFS ? trouble::read_only : trouble::unavailable};
    ::close(made);
}

/// SOCI binds by reference: the values have to stay where they are until the statement has run.
class bound_values
{
public:
    bound_values(soci::statement& to, std::span<const parameter> values)
    {
        for (const parameter& one : values)
        {
            if (const auto* number = std::get_if<std::int64_t>(&one.value))
                to.exchange(soci::use(numbers_.emplace_back(*number), one.name));
            else to.exchange(soci::use(texts_.emplace_back(std::get<std::string_view>(one.value)), one.name));
        }
    }

private:
    std::deque<long long>   numbers_;
    std::deque<std::string> texts_;
};

class sqlite_session final : public session
{
public:
    explicit sqlite_session(const place& where)
        : file_{where.file}
    {
        make_file(file_);
        guarded([&] { soci_.open(soci::sqlite3, "dbname=\"" + file_.native() + '"'); });
        opened_ = identity_of(file_);
        prepare();
    }

    dialect speaks() const noexcept override { return dialect::sqlite; }

    void run(const std::string& statements) override
    {
        // SOCI runs the first statement of a text and drops the others.
        const int code = sqlite_api::sqlite3_exec(connection(), statements.c_str(), nullptr, nullptr, nullptr);
        if (code != SQLITE_OK) throw failure{kind_of(code)};
    }

    std::int64_t change(const std::string& statement, std::span<const parameter> values) override
    {
        return guarded([&] {
            soci::statement    prepared{soci_};
            const bound_values bound{prepared, values};
            prepared.alloc();
            prepared.prepare(statement);
            prepared.define_and_bind();
            prepared.execute(true);
            return static_cast<std::int64_t>(prepared.get_affected_rows());
        });
    }

    std::vector<row> select(const std::string& statement, std::size_t columns,
                            std::span<const parameter> values) override
    {
        return guarded([&] {
            // Into texts, never into soci::row: that one cuts an integer column to 32 bits.
            std::vector<std::string>     texts(columns);
            std::vector<soci::indicator> present(columns);
            soci::statement              prepared{soci_};
            for (std::size_t column = 0; column < columns; ++column)
                prepared.exchange(soci::into(texts[column], present[column]));
            const bound_values bound{prepared, values};
            prepared.alloc();
            prepared.prepare(statement);
            prepared.define_and_bind();
            prepared.execute(false);

            std::vector<row> rows;
            while (prepared.fetch())
            {
                row& next = rows.emplace_back();
                for (std::size_t column = 0; column < columns; ++column)
                    next.push_back(present[column] == soci::i_ok ? std::optional{texts[column]} : std::nullopt);
            }
            return rows;
        });
    }

    void ensure_in_place() const override
    {
        if (!opened_ || identity_of(file_) != opened_) throw failure{trouble::replaced};
    }

private:
    sqlite_api::sqlite3* connection()
    {
        return static_cast<soci::sqlite3_session_backend*>(soci_.get_backend())->conn_;
    }

    void prepare()
    {
        const auto milliseconds = std::chrono::milliseconds{patience}.count();
        run("pragma busy_timeout = " + std::to_string(milliseconds));
        switch_to_wal();
        run("pragma synchronous = full; pragma foreign_keys = on");
    }

    /// Two processes that switch a new file at once make one of them fail without waiting, so the waiting is done here.
    void switch_to_wal()
    {
        const auto until = std::chrono::steady_clock::now() + patience;
        for (;;)
        {
            try
            {
                const std::vector<row> mode = select("pragma journal_mode = wal", 1, {});
                if (mode.size() == 1 && mode.front().front() == "wal") return;
                throw failure{trouble::read_only};
            }
            catch (const failure& error)
            {
                if (error.kind() != trouble::busy || std::chrono::steady_clock::now() > until) throw;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds{5});
        }
    }

    std::filesystem::path   file_;
    soci::session           soci_;
    std::optional<identity> opened_;
};

} // namespace

std::unique_ptr<session> open(const place& where) { return std::make_unique<sqlite_session>(where); }

transaction::transaction(session& on)
    : on_{on}
{
    on_.run("begin immediate");
}

transaction::~transaction()
{
    if (!open_) return;
    try
    {
        on_.run("rollback");
    }
    catch (const failure&)
    {
        // SQLite has rolled back by itself (disk full), or the connection is gone and its transaction with it.
    }
}

void transaction::commit()
{
    on_.run("commit");
    open_ = false;
}

} // namespace verbatim::core::database
