#include "database/bound_values.hpp"
#include "database/open_sessions.hpp"

#include <soci/soci.h>
#include <soci/sqlite3/soci-sqlite3.h>

#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <stop_token>
#include <thread>
#include <utility>

namespace verbatim::core::database {
namespace {

trouble kind_of(int code) noexcept
{
    switch (code & 0xff) // the extended codes keep the primary one in their low byte
    {
    case SQLITE_BUSY:
    case SQLITE_INTERRUPT:
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
///
/// The file is never opened under its own name here: closing any descriptor of it would drop the locks of every other
/// session of this process, POSIX says, and the next program that looks at the database would remove the log under
/// them.
void make_file(const std::filesystem::path& file)
{
    if (std::error_code ignored; std::filesystem::exists(file, ignored)) return;

    auto      fresh = file.native() + ".XXXXXX";
    const int made  = ::mkostemp(fresh.data(), O_CLOEXEC); // mode 0600
    if (made < 0) throw failure{errno == EACCES || errno == EROFS ? trouble::read_only : trouble::unavailable};
    ::close(made);
    const bool there = ::link(fresh.c_str(), file.c_str()) == 0 || errno == EEXIST;
    ::unlink(fresh.c_str());
    if (!there) throw failure{trouble::unavailable};
}

class sqlite_row final : public passing_row
{
public:
    explicit sqlite_row(sqlite_api::sqlite3_stmt* of) noexcept
        : of_{of}
    {}

    std::int64_t integer(std::size_t column) const override
    {
        return sqlite_api::sqlite3_column_int64(of_, static_cast<int>(column));
    }

    std::string_view bytes(std::size_t column) const override
    {
        const auto* text = sqlite_api::sqlite3_column_text(of_, static_cast<int>(column));
        const auto  size = sqlite_api::sqlite3_column_bytes(of_, static_cast<int>(column));
        return {reinterpret_cast<const char*>(text), static_cast<std::size_t>(size)};
    }

private:
    sqlite_api::sqlite3_stmt* of_;
};

class sqlite_session final : public session
{
public:
    sqlite_session(const place& where, patience with, std::stop_token until)
        : with_{with}
        , until_{std::move(until)}
        , file_{where.file}
    {
        make_file(file_);
        guarded([&] { soci_.open(soci::sqlite3, "dbname=\"" + file_.native() + '"'); });
        opened_ = identity_of(file_);
        prepare();
    }

    dialect speaks() const noexcept override { return dialect::sqlite; }

    void run(const std::string& statements) override
    {
        begin();
        // SOCI runs the first statement of a text and drops the others.
        const int code = sqlite_api::sqlite3_exec(connection(), statements.c_str(), nullptr, nullptr, nullptr);
        if (code != SQLITE_OK) throw failure{kind_of(code)};
    }

    std::int64_t change(const std::string& statement, std::span<const parameter> values) override
    {
        begin();
        for (const auto& one : values) // it could be stored, and then be found by nothing that stops there
            if (const auto* text = std::get_if<std::string_view>(&one.value); text && text->find('\0') != text->npos)
                throw failure{trouble::constraint};
        if (!last_ || statement != last_text_)
        {
            last_.reset();
            last_      = prepared(statement);
            last_text_ = statement;
        }
        const used now{last_.get()};
        bind(last_.get(), values);
        const int code = sqlite_api::sqlite3_step(last_.get());
        if (code != SQLITE_DONE && code != SQLITE_ROW) throw failure{kind_of(code)};
        return sqlite_api::sqlite3_changes(connection());
    }

    void each(const std::string& statement, std::size_t columns, std::span<const parameter> values,
              const std::function<void(const row&)>& seen) override
    {
        begin();
        guarded([&] { each_through(soci_, statement, columns, values, seen); });
    }

    /// Past SOCI, which makes a text of every column first.
    void stream(const std::string& query, std::span<const parameter> values,
                const std::function<void(const passing_row&)>& seen) override
    {
        begin();
        const auto made = prepared(query);
        bind(made.get(), values);
        const auto one  = sqlite_row{made.get()};
        int        code = SQLITE_ROW;
        while ((code = sqlite_api::sqlite3_step(made.get())) == SQLITE_ROW) seen(one);
        if (code != SQLITE_DONE) throw failure{kind_of(code)};
    }

    void ensure_in_place() const override
    {
        if (!opened_ || identity_of(file_) != opened_) throw failure{trouble::replaced};
    }

    void interrupt() noexcept override { sqlite_api::sqlite3_interrupt(connection()); }

private:
    sqlite_api::sqlite3* connection()
    {
        return static_cast<soci::sqlite3_session_backend*>(soci_.get_backend())->conn_;
    }

    using stepped = std::unique_ptr<sqlite_api::sqlite3_stmt, int (*)(sqlite_api::sqlite3_stmt*)>;

    stepped prepared(const std::string& text)
    {
        sqlite_api::sqlite3_stmt* made = nullptr;
        const int                 code = sqlite_api::sqlite3_prepare_v2(connection(), text.c_str(), -1, &made, nullptr);
        stepped                   one{made, &sqlite_api::sqlite3_finalize};
        if (code != SQLITE_OK) throw failure{kind_of(code)};
        return one;
    }

    /// The texts have to stay where they are until it has run.
    static void bind(sqlite_api::sqlite3_stmt* to, std::span<const parameter> values)
    {
        int code = SQLITE_OK;
        for (const parameter& one : values)
        {
            const int place = sqlite_api::sqlite3_bind_parameter_index(to, (":" + one.name).c_str());
            if (const auto* number = std::get_if<std::int64_t>(&one.value))
                code = sqlite_api::sqlite3_bind_int64(to, place, *number);
            else
            {
                const auto text = std::get<std::string_view>(one.value);
                code = sqlite_api::sqlite3_bind_text64(to, place, text.data(), text.size(), nullptr, SQLITE_UTF8);
            }
            if (code != SQLITE_OK) throw failure{kind_of(code)};
        }
    }

    /// Leaves a statement ready for its next use, however this one ended.
    class used
    {
    public:
        explicit used(sqlite_api::sqlite3_stmt* one) noexcept
            : one_{one}
        {}
        ~used()
        {
            sqlite_api::sqlite3_reset(one_);
            sqlite_api::sqlite3_clear_bindings(one_);
        }
        used(const used&)            = delete;
        used& operator=(const used&) = delete;

    private:
        sqlite_api::sqlite3_stmt* one_;
    };

    /// A statement has so long from here.
    void begin()
    {
        if (until_.stop_requested()) throw failure{trouble::unavailable};
        late_ = std::chrono::steady_clock::now() + with_.statement;
    }

    bool is_over() const noexcept { return until_.stop_requested() || std::chrono::steady_clock::now() > late_; }

    void prepare()
    {
        constexpr int often = 10'000; // instructions: well under a millisecond
        sqlite_api::sqlite3_progress_handler(
            connection(), often, [](void* self) { return static_cast<sqlite_session*>(self)->is_over() ? 1 : 0; },
            this);
        run("pragma busy_timeout = " + std::to_string(with_.lock.count()));
        switch_to_wal();
        run("pragma synchronous = full; pragma foreign_keys = on");
    }

    /// Two processes that switch a new file at once make one of them fail without waiting, so the waiting is done here.
    void switch_to_wal()
    {
        const auto until = std::chrono::steady_clock::now() + with_.lock;
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

    const patience                        with_;
    const std::stop_token                 until_;
    std::chrono::steady_clock::time_point late_ = std::chrono::steady_clock::time_point::max();
    std::filesystem::path                 file_;
    soci::session                         soci_;
    std::optional<identity>               opened_;

    stepped     last_{nullptr,
                  &sqlite_api::sqlite3_finalize}; ///< the one that wrote last: a store has one for all its rows
    std::string last_text_;
};

} // namespace

std::unique_ptr<session> open_sqlite(const place& where, patience with, std::stop_token until)
{
    return std::make_unique<sqlite_session>(where, with, std::move(until));
}

} // namespace verbatim::core::database
