#include "usage/partitions.hpp"
#include "usage/row_text.hpp"
#include "usage/store.hpp"

#include "database/migrations.hpp"
#include "database/session.hpp"

#include <chrono>
#include <stop_token>
#include <string>

namespace verbatim::core::usage {
namespace {

/// Seconds that a group may take before it is given up and tried anew. Callers do not wait that long for it.
constexpr database::patience patience{.statement = std::chrono::seconds{10}, .lock = std::chrono::seconds{5}};

const std::string insert =
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
    explicit postgresql_store(const database::place& where)
        : where_{where}
    {}

    void write(std::span<const attempt> rows) override
    {
        const std::string text     = as_json(rows);
        const bool        was_open = on_ != nullptr;
        try
        {
            put(rows, text);
        }
        catch (const database::failure& error)
        {
            // A connection that lay idle may have been ended long ago; that says nothing about the database.
            if (error.kind() != database::trouble::unavailable || !was_open) throw;
            put(rows, text);
        }
    }

    void make_ready() override
    {
        if (on_) return;
        if (!migrated_)
        {
            database::migrate(*database::open(where_, database::patience_of_migrations, end_.get_token()));
            migrated_ = true;
        }
        on_ = database::open(where_, patience, end_.get_token());
        ahead();
    }

    void interrupt() noexcept override { end_.request_stop(); }

private:
    void put(std::span<const attempt> rows, const std::string& text)
    {
        try
        {
            make_ready();
            ahead();
            partitions_.cover(*on_, rows);
            insert_once_covered(rows, text);
        }
        catch (const database::failure& error)
        {
            // A connection that has seen trouble is not trusted again.
            if (error.kind() != database::trouble::constraint && error.kind() != database::trouble::busy) on_.reset();
            throw;
        }
    }

    void insert_once_covered(std::span<const attempt> rows, const std::string& text)
    {
        const database::parameter values[] = {{"rows", std::string_view{text}}};
        try
        {
            on_->change(insert, values);
        }
        catch (const database::failure& error)
        {
            // A month without a partition looks like a value that is refused.
            if (error.kind() != database::trouble::constraint || !partitions_.cover_again(*on_, rows)) throw;
            on_->change(insert, values);
        }
    }

    void ahead()
    {
        try
        {
            partitions_.make_ahead(*on_, std::chrono::system_clock::now());
        }
        catch (const database::failure& error)
        {
            // Room for months to come can wait, and a user that may not make tables is no reason to keep no rows.
            if (error.kind() == database::trouble::unavailable) throw;
        }
    }

    const database::place              where_;
    bool                               migrated_ = false;
    partitions                         partitions_;
    std::stop_source                   end_;
    std::unique_ptr<database::session> on_;
};

} // namespace

std::unique_ptr<store> make_postgresql_store(const database::place& where)
{
    return std::make_unique<postgresql_store>(where);
}

} // namespace verbatim::core::usage
