#include "usage/store.hpp"

#include "usage/row_text.hpp"

#include "database/migrations.hpp"
#include "database/now.hpp"
#include "database/session.hpp"

#include <string>
#include <utility>

namespace verbatim::core::usage {
namespace {

// `where true` keeps the parser from reading `on conflict` as the condition of a join.
const std::string insert =
    "insert into llm_calls (attempt_id, tenant_id, operation, call_id, timestamp, call_duration_ms, model, "
    "input_tokens, output_tokens, cost_micro_usd, status, error_class, created_at) "
    "select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, "
    "value ->> 7, value ->> 8, value ->> 9, value ->> 10, value ->> 11, :now "
    "from json_each(:rows) where true on conflict (timestamp, attempt_id) do nothing";

class sqlite_store final : public store
{
public:
    sqlite_store(const database::place& where, database::patience with)
        : where_{where}
        , with_{with}
    {
        connect();
    }

    void write(std::span<const attempt> rows) override
    {
        const std::string text = as_json(rows);
        try
        {
            put(text);
        }
        catch (const database::failure& error)
        {
            if (error.kind() != database::trouble::replaced) throw;
            put(text); // into a new file: what the old one took with it is written again
        }
    }

private:
    void connect()
    {
        auto fresh = database::open(where_, with_);
        database::migrate(*fresh);
        on_ = std::move(fresh);
    }

    void put(const std::string& text)
    {
        const database::parameter values[] = {{"now", database::microseconds_now()}, {"rows", std::string_view{text}}};
        try
        {
            if (!on_) connect();
            on_->change(insert, values);
            on_->ensure_in_place();
        }
        catch (const database::failure& error)
        {
            // A connection that has seen trouble is not trusted again. It is closed before another is opened: closing
            // removes the write-ahead log of whatever file has the name.
            if (error.kind() != database::trouble::constraint && error.kind() != database::trouble::busy) on_.reset();
            throw;
        }
    }

    database::place                    where_;
    database::patience                 with_;
    std::unique_ptr<database::session> on_;
};

} // namespace

std::unique_ptr<store> make_sqlite_store(const database::place& where, database::patience with)
{
    return std::make_unique<sqlite_store>(where, with);
}

std::unique_ptr<store> make_store(const database::place& where)
{
    return where.speaks() == database::dialect::sqlite ? make_sqlite_store(where) : make_postgresql_store(where);
}

} // namespace verbatim::core::usage
