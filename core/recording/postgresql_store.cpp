#include "recording/partitions.hpp"
#include "recording/store.hpp"
#include "recording/stored_columns.hpp"

#include "database/migrations.hpp"
#include "database/session.hpp"

#include <chrono>
#include <stop_token>
#include <string>

namespace verbatim::core::recording {
namespace {

/// A group that takes longer is retried. Calls do not wait that long: their rows go to the outbox first.
constexpr database::timeouts write_timeouts{.statement = std::chrono::seconds{10}, .lock = std::chrono::seconds{5}};

/// The value of a column in `r`, an element of rows_to_json().
std::string expression_of(const stored_column& column, std::size_t position)
{
    const auto text = "r ->> " + std::to_string(position);
    switch (column.type)
    {
    case column_type::uuid: return "cast(" + text + " as uuid)";
    case column_type::integer: return "cast(" + text + " as integer)";
    case column_type::boolean: return "cast(" + text + " as boolean)";
    case column_type::time: return "timestamptz 'epoch' + cast(" + text + " as bigint) * interval '1 microsecond'";
    case column_type::cost: return "cast(" + text + " as bigint) * 0.000001";
    case column_type::text:
    case column_type::optional_text: break;
    }
    return text;
}

/// A row replaces an unfinished one, of the table or of the same statement, which may write a row only once. Also adds
/// the costs of the new rows to tenant_costs, except those of earlier versions, which leases hold: they name no server.
/// Two servers that replay rows of a third one lock them in order.
std::string postgresql_insert_statement()
{
    std::string names, expressions, changes;
    for (std::size_t n = 0; n < column_count; ++n)
    {
        const std::string_view separator = n == 0 ? "" : ", ";
        names.append(separator).append(stored_columns[n].name);
        expressions.append(separator).append(expression_of(stored_columns[n], n)).append(" as ");
        expressions.append(stored_columns[n].name);
        changes.append(stored_columns[n].name).append(" = excluded.").append(stored_columns[n].name).append(", ");
    }
    return "with added as (insert into llm_calls (" + names + ") select distinct on (timestamp, attempt_id) " + names +
           " from (select " + expressions +
           " from jsonb_array_elements(cast(:rows as jsonb)) as r) as rows "
           "order by timestamp, attempt_id, error_class is not distinct from 'unfinished' "
           "on conflict (timestamp, attempt_id) do update set " +
           changes +
           "created_at = now() where llm_calls.error_class = 'unfinished' "
           "returning tenant_id, cast(timestamp at time zone 'UTC' as date) as day, server_id, cost_usd) "
           "insert into tenant_costs (tenant_id, day, server_id, cost_micro_usd) "
           "select tenant_id, day, server_id, cast(sum(cost_usd) * 1000000 as bigint) from added "
           "where server_id is not null group by tenant_id, day, server_id having sum(cost_usd) > 0 order by "
           "tenant_id, day, server_id "
           "on conflict (tenant_id, day, server_id) "
           "do update set cost_micro_usd = tenant_costs.cost_micro_usd + excluded.cost_micro_usd";
}

class postgresql_store final : public store
{
public:
    explicit postgresql_store(const database::connection_info& connection)
        : connection_{connection}
    {}

    void write(std::span<const usage_row> rows) override
    {
        const std::string text     = rows_to_json(rows);
        const bool        was_open = db_ != nullptr;
        try
        {
            write_once(rows, text);
        }
        catch (const database::failure& error)
        {
            // The server may have closed an idle connection long ago; the database may be available.
            if (error.kind() != database::error_kind::unavailable || !was_open) throw;
            write_once(rows, text);
        }
    }

    void prepare() override
    {
        if (db_) return;
        if (!migrated_)
        {
            database::migrate(*database::open(connection_.direct(), database::migration_timeouts, stop_.get_token()));
            migrated_ = true;
        }
        db_ = database::open(connection_, write_timeouts, stop_.get_token());
        create_partitions_ahead();
        remove_old_costs();
    }

    void check() override
    {
        const bool was_open = db_ != nullptr;
        try
        {
            check_once();
        }
        catch (const database::failure& error)
        {
            if (error.kind() != database::error_kind::unavailable || !was_open) throw;
            check_once(); // the server, or a proxy, closes idle connections
        }
    }

    void interrupt() noexcept override { stop_.request_stop(); }

private:
    /// A standby reads but accepts no rows.
    void check_once()
    {
        try
        {
            prepare();
            const auto answer = db_->select("select current_setting('transaction_read_only')", 1, {});
            if (answer.at(0).at(0) == "on") throw database::failure{database::error_kind::read_only};
        }
        catch (const database::failure&)
        {
            db_.reset();
            throw;
        }
    }

    void write_once(std::span<const usage_row> rows, const std::string& text)
    {
        try
        {
            prepare();
            create_partitions_ahead();
            partitions_.ensure(*db_, rows);
            insert_rows(rows, text);
        }
        catch (const database::failure& error)
        {
            // After any other error the connection may be unusable.
            if (error.kind() != database::error_kind::constraint && error.kind() != database::error_kind::busy)
                db_.reset();
            throw;
        }
    }

    void insert_rows(std::span<const usage_row> rows, const std::string& text)
    {
        static const std::string  statement = postgresql_insert_statement();
        const database::parameter values[]  = {{"rows", std::string_view{text}}};
        try
        {
            db_->execute(statement, values);
        }
        catch (const database::failure& error)
        {
            // PostgreSQL reports a missing partition as a rejected value.
            if (error.kind() != database::error_kind::constraint || !partitions_.ensure_again(*db_, rows)) throw;
            db_->execute(statement, values);
        }
    }

    /// The next session tries again.
    void remove_old_costs()
    try
    {
        db_->run(
            "delete from tenant_costs where day < date_trunc('month', now() at time zone 'UTC') - interval '1 month'");
    }
    catch (const database::failure& error)
    {
        if (error.kind() == database::error_kind::unavailable) throw;
    }

    void create_partitions_ahead()
    {
        try
        {
            partitions_.create_ahead(*db_, std::chrono::system_clock::now());
        }
        catch (const database::failure& error)
        {
            // Partitions of later months can wait, and rows are written even if the user may not create tables.
            if (error.kind() == database::error_kind::unavailable) throw;
        }
    }

    const database::connection_info    connection_;
    bool                               migrated_ = false;
    partitions                         partitions_;
    std::stop_source                   stop_;
    std::unique_ptr<database::session> db_;
};

} // namespace

std::unique_ptr<store> make_postgresql_store(const database::connection_info& connection)
{
    return std::make_unique<postgresql_store>(connection);
}

} // namespace verbatim::core::recording
