#include "recording/partitions.hpp"
#include "recording/row_json.hpp"
#include "recording/store.hpp"

#include "database/migrations.hpp"
#include "database/session.hpp"

#include <chrono>
#include <stop_token>
#include <string>

namespace verbatim::core::recording {
namespace {

/// Seconds that a group may take before it is given up and tried anew. Callers do not wait that long for it.
constexpr database::timeouts write_timeouts{.statement = std::chrono::seconds{10}, .lock = std::chrono::seconds{5}};

const std::string insert_statement =
    "insert into llm_calls (attempt_id, tenant_id, operation, call_id, timestamp, call_duration_ms, model, "
    "input_tokens, output_tokens, cost_usd, status, error_class) "
    "select cast(one ->> 0 as uuid), one ->> 1, one ->> 2, cast(one ->> 3 as uuid), "
    "timestamptz 'epoch' + cast(one ->> 4 as bigint) * interval '1 microsecond', cast(one ->> 5 as integer), one ->> "
    "6, "
    "cast(one ->> 7 as integer), cast(one ->> 8 as integer), cast(one ->> 9 as bigint) * 0.000001, one ->> 10, "
    "one ->> 11 from jsonb_array_elements(cast(:rows as jsonb)) as one on conflict (timestamp, attempt_id) do nothing";

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
            // A connection that lay idle may have been ended long ago; that says nothing about the database.
            if (error.kind() != database::error_kind::unavailable || !was_open) throw;
            write_once(rows, text);
        }
    }

    void prepare() override
    {
        if (db_) return;
        if (!migrated_)
        {
            database::migrate(*database::open(connection_, database::migration_timeouts, stop_.get_token()));
            migrated_ = true;
        }
        db_ = database::open(connection_, write_timeouts, stop_.get_token());
        create_partitions_ahead();
    }

    void interrupt() noexcept override { stop_.request_stop(); }

private:
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
            // A connection that has seen trouble is not trusted again.
            if (error.kind() != database::error_kind::constraint && error.kind() != database::error_kind::busy)
                db_.reset();
            throw;
        }
    }

    void insert_rows(std::span<const usage_row> rows, const std::string& text)
    {
        const database::parameter values[] = {{"rows", std::string_view{text}}};
        try
        {
            db_->execute(insert_statement, values);
        }
        catch (const database::failure& error)
        {
            // A month without a partition looks like a value that is refused.
            if (error.kind() != database::error_kind::constraint || !partitions_.ensure_again(*db_, rows)) throw;
            db_->execute(insert_statement, values);
        }
    }

    void create_partitions_ahead()
    {
        try
        {
            partitions_.create_ahead(*db_, std::chrono::system_clock::now());
        }
        catch (const database::failure& error)
        {
            // Room for months to come can wait, and a user that may not make tables is no reason to keep no rows.
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
