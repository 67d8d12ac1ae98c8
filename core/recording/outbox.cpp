#include "recording/outbox.hpp"

#include "recording/stored_columns.hpp"

#include "database/inspection.hpp"
#include "database/session.hpp"

#include <algorithm>
#include <string>
#include <system_error>

namespace verbatim::core::recording {
namespace {

/// Free pages of 4 KiB that the file keeps before it is shrunk.
constexpr std::int64_t max_free_pages = 4'096;

/// Of rows and damaged_rows. Of a damaged row its begin must be intact: `["<36 characters>","<tenant>",`.
const std::string rows_of_tenant =
    " where case when json_valid(row) then json_extract(row, '$[1]') = :tenant "
    "else substr(row, 41, length(json_quote(:tenant)) + 1) = json_quote(:tenant) || ',' end";

bool has_damaged_rows(database::session& db)
{
    return !db.select("select 1 from sqlite_schema where name = 'damaged_rows'", 1, {}).empty();
}

std::int64_t query_integer(database::session& db, const std::string& query)
{
    return database::parse_integer(db.select(query, 1, {}).at(0).at(0));
}

} // namespace

/// Retries once, in a new file, when the file was removed, replaced or is damaged.
template <class Work>
auto outbox::with_open_file(Work&& work)
{
    const std::scoped_lock lock{mutex_};
    for (bool retried = false;; retried = true)
    {
        try
        {
            if (!db_) open();
            db_->ensure_not_replaced();
            return work(*db_);
        }
        catch (const database::failure& error)
        {
            if (error.kind() != database::error_kind::busy) db_.reset();
            const bool damaged = error.kind() == database::error_kind::corrupt;
            if ((!damaged && error.kind() != database::error_kind::replaced) || retried) throw;
            if (damaged) set_file_aside();
        }
    }
}

outbox::outbox(const std::filesystem::path& file, database::timeouts timeouts)
    : connection_{.file = file}
    , timeouts_{timeouts}
{
    with_open_file([](database::session&) {});
}

outbox::~outbox() = default;

void outbox::open()
{
    db_ = database::open(connection_, timeouts_);
    if (query_integer(*db_, "select count(*) from sqlite_schema where name = 'rows'") == 0)
    {
        // Incremental vacuum must be chosen before the first table, and takes effect with a vacuum.
        db_->run("pragma auto_vacuum = incremental; vacuum");
        // Numbers start at the current time, so that no number is used twice, not even in a file that replaces another
        // one. Removing a batch of the earlier file can then never remove later rows.
        db_->run("begin immediate;"
                 "create table if not exists rows (n integer primary key autoincrement, row text not null) strict;"
                 "insert into sqlite_sequence (name, seq) select 'rows', " +
                 std::to_string(database::microseconds_now()) +
                 " where not exists (select 1 from sqlite_sequence where name = 'rows');"
                 "commit");
    }
    depth_ = static_cast<std::uint64_t>(query_integer(*db_, "select count(*) from rows"));
    read_oldest(*db_);
}

/// A row that cannot be parsed counts as new.
void outbox::read_oldest(database::session& db)
{
    const auto rows = db.select("select row from rows order by n limit 1", 1, {});
    if (rows.empty()) return;
    const auto row = row_from_json(rows.front().front().value_or(""));
    oldest_        = row ? row->started.time_since_epoch().count() : database::microseconds_now();
}

std::chrono::duration<double> outbox::age() const noexcept
{
    if (depth_ == 0) return std::chrono::duration<double>{0};
    return std::chrono::microseconds{std::max<std::int64_t>(0, database::microseconds_now() - oldest_)};
}

/// The write-ahead log belongs to the file: both together can be searched for rows by hand.
void outbox::set_file_aside()
{
    const auto name = connection_.file.native() + ".damaged-" + std::to_string(database::microseconds_now());
    for (const std::string suffix : {"-wal", "-shm", ""})
    {
        std::error_code failure;
        std::filesystem::rename(connection_.file.native() + suffix, name + suffix, failure);
        if (failure && suffix.empty()) throw database::failure{database::error_kind::corrupt};
    }
    ++damaged_files_;
}

void outbox::append(std::span<const usage_row> rows)
{
    const std::string         text     = rows_to_json(rows);
    const database::parameter values[] = {{"rows", std::string_view{text}}};
    with_open_file([&](database::session& db) {
        db.execute("insert into rows (row) select value from json_each(:rows)", values);
        db.ensure_not_replaced();
        if (depth_ == 0 && !rows.empty()) oldest_ = rows.front().started.time_since_epoch().count();
        depth_ += rows.size();
    });
}

outbox::batch outbox::oldest(std::size_t max_rows)
{
    const database::parameter values[] = {{"max_rows", static_cast<std::int64_t>(max_rows)}};
    return with_open_file([&](database::session& db) {
        batch result;
        db.for_each_row("select n, row from rows order by n limit :max_rows", 2, values,
                        [&](const database::row& columns) {
                            result.last_number = database::parse_integer(columns.at(0));
                            if (auto row = row_from_json(columns.at(1).value_or("")))
                                result.rows.push_back(*std::move(row));
                            else result.damaged.push_back(result.last_number);
                        });
        if (result.empty()) depth_ = 0; // another process has replayed them
        return result;
    });
}

void outbox::remove(const batch& replayed)
{
    const database::parameter values[] = {{"last", replayed.last_number}};
    with_open_file([&](database::session& db) {
        keep_damaged(replayed.damaged);
        const auto removed_rows = static_cast<std::uint64_t>(db.execute("delete from rows where n <= :last", values));
        depth_ -= removed_rows < depth_ ? removed_rows : depth_.load(); // rows of other processes are not in depth_
        if (depth_ == 0) release_free_pages();
        else read_oldest(db);
    });
}

void outbox::keep_damaged(std::span<const std::int64_t> numbers)
{
    if (numbers.empty()) return;
    db_->run("create table if not exists damaged_rows (n integer primary key, row text not null) strict");
    for (const auto number : numbers)
    {
        const database::parameter values[] = {{"n", number}};
        db_->execute("insert or ignore into damaged_rows select n, row from rows where n = :n", values);
    }
}

std::int64_t outbox::count_rows_of(std::string_view tenant_id)
{
    const database::parameter values[] = {{"tenant", tenant_id}};
    return with_open_file([&](database::session& db) {
        const auto count = [&](const std::string& table) {
            return database::parse_integer(
                db.select("select count(*) from " + table + rows_of_tenant, 1, values).at(0).at(0));
        };
        return count("rows") + (has_damaged_rows(db) ? count("damaged_rows") : 0);
    });
}

std::int64_t outbox::delete_rows_of(std::string_view tenant_id)
{
    const database::parameter values[] = {{"tenant", tenant_id}};
    return with_open_file([&](database::session& db) {
        db.run("pragma secure_delete = on");
        auto       deleted = db.execute("delete from rows" + rows_of_tenant, values);
        const auto removed = static_cast<std::uint64_t>(deleted);
        depth_ -= removed < depth_ ? removed : depth_.load();
        if (has_damaged_rows(db)) deleted += db.execute("delete from damaged_rows" + rows_of_tenant, values);
        return deleted;
    });
}

bool outbox::empty_log() { return with_open_file(&database::empty_log); }

void outbox::release_free_pages()
{
    if (query_integer(*db_, "select freelist_count from pragma_freelist_count") > max_free_pages)
        db_->run("pragma incremental_vacuum");
}

} // namespace verbatim::core::recording
