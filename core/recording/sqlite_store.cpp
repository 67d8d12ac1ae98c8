#include "recording/store.hpp"

#include "recording/stored_columns.hpp"

#include "database/migrations.hpp"
#include "database/session.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace verbatim::core::recording {
namespace {

std::string_view sqlite_name(const stored_column& column)
{
    return column.type == column_type::cost ? "cost_micro_usd" : column.name;
}

std::string sqlite_insert_statement()
{
    std::string names, values, changes;
    for (const auto& column : stored_columns)
    {
        const std::string name{sqlite_name(column)};
        names += name + ", ";
        changes += name + " = excluded." + name + ", ";
        values += column.type == column_type::optional_text ? "nullif(:" + name + ", ''), " : ":" + name + ", ";
    }
    return "insert into llm_calls (" + names + "created_at) values (" + values +
           ":created_at) on conflict (timestamp, attempt_id) do update set " + changes +
           "created_at = excluded.created_at where error_class = 'unfinished'";
}

database::parameter parameter_of(const stored_column& column, const column_value& value)
{
    database::parameter result{std::string{sqlite_name(column)}, {}};
    if (const auto* text = std::get_if<std::string>(&value)) result.value = std::string_view{*text};
    else result.value = std::get<std::int64_t>(value);
    return result;
}

/// Returns whether the row is new, or replaces an unfinished one.
bool insert(database::session& db, const usage_row& row, std::int64_t now)
{
    static const std::string               statement = sqlite_insert_statement();
    std::array<column_value, column_count> values;
    std::vector<database::parameter>       parameters;
    parameters.reserve(column_count + 1);
    for (std::size_t n = 0; n < column_count; ++n)
    {
        values[n] = stored_columns[n].get(row);
        parameters.push_back(parameter_of(stored_columns[n], values[n]));
    }
    parameters.push_back({"created_at", now});
    return db.execute(statement, parameters) != 0;
}

/// Since 1970-01-01.
std::int64_t day_of(const usage_row& row) noexcept
{
    return std::chrono::floor<std::chrono::days>(storable_time(row.started)).time_since_epoch().count();
}

const std::string sqlite_mark_statement = "insert into usage_rollup_marks (level, start) values (0, :start)";

/// Microseconds since 1970-01-01T00:00:00Z.
std::int64_t hour_of(const usage_row& row) noexcept
{
    return std::chrono::microseconds{
        std::chrono::floor<std::chrono::hours>(storable_time(row.started)).time_since_epoch()}
        .count();
}

/// Of new rows.
using tenant_costs = std::map<std::tuple<std::string, std::int64_t, std::string>, micro_usd>;

/// Rows of earlier versions name no server: leases hold their costs.
void add_cost(const usage_row& row, tenant_costs& costs)
{
    if (row.cost <= 0 || row.server_id.empty()) return;
    costs[{storable_text(row.tenant_id), day_of(row), storable_text(row.server_id, max_server_characters)}] +=
        std::min(row.cost, max_cost);
}

void add_costs(database::session& db, const tenant_costs& costs)
{
    for (const auto& [key, cost] : costs)
    {
        const auto& [tenant_id, day, server_id] = key;
        const database::parameter values[]      = {
                 {"tenant_id", tenant_id}, {"day", day}, {"server_id", server_id}, {"cost", cost}};
        db.execute("insert into tenant_costs (tenant_id, day, server_id, cost_micro_usd) "
                   "values (:tenant_id, date(:day * 86400, 'unixepoch'), :server_id, :cost) "
                   "on conflict (tenant_id, day, server_id) "
                   "do update set cost_micro_usd = cost_micro_usd + excluded.cost_micro_usd",
                   values);
    }
}

/// Also adds the costs of the new rows to tenant_costs, and does the work of the trigger of llm_calls with one mark for
/// consecutive rows of an hour. A trigger also makes SQLite copy each page that an insert changes within a transaction.
void insert_with_marks(database::session& db, std::span<const usage_row> rows)
{
    const auto                  now = database::microseconds_now();
    std::optional<std::int64_t> marked_hour;
    tenant_costs                costs;
    for (const auto& row : rows)
    {
        const auto hour = hour_of(row);
        if (!insert(db, row, now)) continue;
        add_cost(row, costs);
        if (hour == marked_hour) continue;
        const database::parameter values[] = {{"start", hour}};
        db.execute(sqlite_mark_statement, values);
        marked_hour = hour;
    }
    add_costs(db, costs);
}

/// The next session tries again.
void remove_old_costs(database::session& db)
try
{
    db.run("delete from tenant_costs where day < date('now', 'start of month', '-1 month')");
}
catch (const database::failure&)
{}

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
        remove_old_costs(*db);
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

} // namespace verbatim::core::recording
