#include "auth/key_store.hpp"

#include "auth/api_key.hpp"

#include "database/now.hpp"
#include "database/session.hpp"

#include <chrono>
#include <span>
#include <utility>

namespace verbatim::core::auth {

namespace {

using database::parameter;

/// For each statement; the table is small.
constexpr std::chrono::seconds timeout{5};

/// A trigger of the schema sends its notifications.
constexpr auto channel = "verbatim_api_keys";

/// SQLite has no types for uuid, boolean and time, and no default for created_at.
std::string insert_statement(database::dialect dialect)
{
    if (dialect == database::dialect::postgresql)
        return "insert into api_keys (key_id, name, digest, tenant_id, is_superuser) "
               "values (cast(:key_id as uuid), :name, :digest, :tenant_id, cast(:is_superuser as bigint) = 1)";
    return "insert into api_keys (key_id, name, digest, tenant_id, is_superuser, created_at) "
           "values (:key_id, :name, :digest, :tenant_id, :is_superuser, " +
           std::to_string(database::microseconds_now()) + ")";
}

bool is_stored(database::session& db, std::span<const parameter> values)
{
    return !db.select("select 1 from api_keys where cast(key_id as text) = :key_id or digest = :digest", 1,
                      values.first(2))
                .empty();
}

} // namespace

key_store::key_store(database::connection_info connection, notifications mode, std::stop_token stop)
    : connection_{std::move(connection)}
    , notifications_{mode}
    , stop_{std::move(stop)}
{}

key_store::~key_store() = default;

database::session& key_store::connected()
{
    if (!session_)
    {
        auto session = database::open(connection_, {.statement = timeout, .lock = timeout}, stop_);
        if (notifications_ == notifications::enabled)
            session->listen(channel); // before the first read, so that no change is missed
        session_ = std::move(session);
    }
    session_->ensure_not_replaced();
    return *session_;
}

template <class Work>
auto key_store::with_connection(Work&& work)
{
    try
    {
        return work(connected());
    }
    catch (const database::failure& error)
    {
        if (error.kind() != database::error_kind::constraint) session_.reset();
        throw;
    }
}

key_store::stored_keys key_store::read()
{
    return with_connection([](database::session& db) {
        const auto  rows = db.select("select cast(key_id as text), digest, tenant_id, "
                                      "case when is_superuser then '1' else '0' end from api_keys order by created_at",
                                     4, {});
        stored_keys result;
        for (const auto& row : rows)
        {
            const auto key_digest = parse_digest(row[1].value_or(""));
            if (!key_digest || !row[0] || !row[2])
            {
                ++result.unreadable;
                continue;
            }
            result.keys.push_back(
                {*key_digest, {.tenant_id = *row[2], .key_id = *row[0], .is_superuser = row[3] == "1"}});
        }
        return result;
    });
}

bool key_store::add(const new_key& key)
{
    const auto      digest_text = format_digest(key.key_digest);
    const parameter values[]{{"key_id", key.key_id},
                             {"digest", digest_text},
                             {"name", key.name},
                             {"tenant_id", key.tenant_id},
                             {"is_superuser", std::int64_t{key.is_superuser}}};
    return with_connection([&](database::session& db) {
        try
        {
            db.execute(insert_statement(db.sql_dialect()), values);
            return true;
        }
        catch (const database::failure& error)
        {
            // A constraint error has many causes; a duplicate is checked for explicitly.
            if (error.kind() != database::error_kind::constraint || !is_stored(db, values)) throw;
            return false;
        }
    });
}

int key_store::change_socket() const noexcept { return session_ ? session_->notification_socket() : -1; }

void key_store::consume_changes() noexcept
{
    try
    {
        if (session_) session_->consume_notifications();
    }
    catch (const database::failure&)
    {
        session_.reset(); // closed while idle: the next read reconnects or fails
    }
}

} // namespace verbatim::core::auth
