#include "recording/store.hpp"

#include "recording/stored_columns.hpp"

#include "database/migrations.hpp"
#include "database/now.hpp"
#include "database/session.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <utility>

namespace verbatim::core::recording {
namespace {

const std::string sqlite_insert_statement =
    "insert into llm_calls (attempt_id, tenant_id, operation, call_id, timestamp, call_duration_ms, model, "
    "input_tokens, output_tokens, cost_micro_usd, status, error_class, cached_tokens, priced, cause, created_at) "
    "values (:attempt_id, :tenant_id, :operation, :call_id, :timestamp, :call_duration_ms, :model, :input_tokens, "
    ":output_tokens, :cost_micro_usd, :status, nullif(:error_class, ''), :cached_tokens, :priced, "
    "nullif(:cause, ''), :created_at) on conflict (timestamp, attempt_id) do nothing";

/// Returns whether the row is new.
bool insert(database::session& db, const usage_row& row, std::int64_t now)
{
    const stored_columns      stored{row};
    const database::parameter values[] = {{"attempt_id", stored.attempt_id},
                                          {"tenant_id", stored.tenant_id},
                                          {"operation", stored.operation},
                                          {"call_id", stored.call_id},
                                          {"timestamp", stored.timestamp},
                                          {"call_duration_ms", stored.call_duration_ms},
                                          {"model", std::string_view{stored.model}},
                                          {"input_tokens", stored.input_tokens},
                                          {"output_tokens", stored.output_tokens},
                                          {"cost_micro_usd", stored.cost_micro_usd},
                                          {"status", stored.status},
                                          {"error_class", stored.error_class},
                                          {"cached_tokens", stored.cached_tokens},
                                          {"priced", std::int64_t{stored.priced}},
                                          {"cause", stored.cause},
                                          {"created_at", now}};
    return db.execute(sqlite_insert_statement, values) != 0;
}

const std::string sqlite_mark_statement = "insert into usage_rollup_marks (level, start) values (0, :start)";

/// Microseconds since 1970-01-01T00:00:00Z.
std::int64_t hour_of(const usage_row& row) noexcept
{
    return std::chrono::microseconds{
        std::chrono::floor<std::chrono::hours>(storable_time(row.started)).time_since_epoch()}
        .count();
}

/// Does the work of the trigger of llm_calls with one mark for consecutive rows of an hour. A trigger also makes SQLite
/// copy each page that an insert changes within a transaction.
void insert_with_marks(database::session& db, std::span<const usage_row> rows)
{
    const auto                  now = database::microseconds_now();
    std::optional<std::int64_t> marked_hour;
    for (const auto& row : rows)
    {
        const auto hour = hour_of(row);
        if (!insert(db, row, now) || hour == marked_hour) continue;
        const database::parameter values[] = {{"start", hour}};
        db.execute(sqlite_mark_statement, values);
        marked_hour = hour;
    }
}

class sqlite_store final : public store
{
public:
    sqlite_store(const database::connection_info& connection, database::timeouts timeouts)
        : connection_{connection}
        , timeouts_{timeouts}
    {
        connect();
    }

    void write(std::span<const usage_row> rows) override
    {
        try
        {
            write_once(rows);
        }
        catch (const database::failure& error)
        {
            if (error.kind() != database::error_kind::replaced) throw;
            write_once(rows); // into a new file, because the removed one no longer has a name
        }
    }

    void check() override
    {
        try
        {
            if (!db_) connect();
            db_->ensure_not_replaced();
            db_->select("select count(*) from sqlite_schema", 1, {});
        }
        catch (const database::failure& error)
        {
            drop_after(error);
            throw;
        }
    }

private:
    void connect()
    {
        auto db = database::open(connection_, timeouts_);
        database::migrate(*db);
        db->disable_triggers(); // insert_with_marks() does their work
        db_ = std::move(db);
    }

    void write_once(std::span<const usage_row> rows)
    {
        try
        {
            if (!db_) connect();
            insert_all(rows);
            db_->ensure_not_replaced();
        }
        catch (const database::failure& error)
        {
            drop_after(error);
            throw;
        }
    }

    void insert_all(std::span<const usage_row> rows)
    {
        database::transaction group{*db_};
        insert_with_marks(*db_, rows);
        group.commit();
    }

    /// After most errors the connection may be unusable. It is closed before the next one is opened: closing removes
    /// the write-ahead log of the file that has the name at that time.
    void drop_after(const database::failure& error)
    {
        if (error.kind() != database::error_kind::constraint && error.kind() != database::error_kind::busy) db_.reset();
    }

    database::connection_info          connection_;
    database::timeouts                 timeouts_;
    std::unique_ptr<database::session> db_;
};

} // namespace

std::unique_ptr<store> make_sqlite_store(const database::connection_info& connection, database::timeouts timeouts)
{
    return std::make_unique<sqlite_store>(connection, timeouts);
}

std::unique_ptr<store> make_store(const database::connection_info& connection)
{
    return connection.sql_dialect() == database::dialect::sqlite ? make_sqlite_store(connection)
                                                                 : make_postgresql_store(connection);
}

} // namespace verbatim::core::recording
