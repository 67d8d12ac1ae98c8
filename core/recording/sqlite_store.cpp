#include "recording/store.hpp"

#include "recording/row_json.hpp"

#include "database/migrations.hpp"
#include "database/now.hpp"
#include "database/session.hpp"

#include <string>
#include <utility>

namespace verbatim::core::recording {
namespace {

// `where true` keeps the parser from reading `on conflict` as the condition of a join.
const std::string insert_statement =
    "insert into llm_calls (attempt_id, tenant_id, operation, call_id, timestamp, call_duration_ms, model, "
    "input_tokens, output_tokens, cost_micro_usd, status, error_class, cached_tokens, priced, cause, created_at) "
    "select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, "
    "value ->> 7, value ->> 8, value ->> 9, value ->> 10, value ->> 11, "
    "value ->> 12, value ->> 13, value ->> 14, :now "
    "from json_each(:rows) where true on conflict (timestamp, attempt_id) do nothing";

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
        const std::string text = rows_to_json(rows);
        try
        {
            write_once(text);
        }
        catch (const database::failure& error)
        {
            if (error.kind() != database::error_kind::replaced) throw;
            write_once(text); // into a new file, because the removed one no longer has a name
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
        db_ = std::move(db);
    }

    void write_once(const std::string& text)
    {
        const database::parameter values[] = {{"now", database::microseconds_now()}, {"rows", std::string_view{text}}};
        try
        {
            if (!db_) connect();
            db_->execute(insert_statement, values);
            db_->ensure_not_replaced();
        }
        catch (const database::failure& error)
        {
            drop_after(error);
            throw;
        }
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
