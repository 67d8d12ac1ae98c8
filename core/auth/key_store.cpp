#include "auth/key_store.hpp"

#include "auth/api_key.hpp"

#include "database/session.hpp"

#include <algorithm>
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

/// SQLite has no types for uuid, boolean and time, and no default for created_at and changed_at.
struct dialect_sql
{
    explicit dialect_sql(const database::session& db)
        : is_postgresql{db.sql_dialect() == database::dialect::postgresql}
    {}

    /// The column in microseconds since the epoch.
    std::string microseconds(const std::string& column) const
    {
        return is_postgresql ? "cast(extract(epoch from " + column + ") * 1000000 as bigint)" : column;
    }

    /// A time from the parameter in microseconds; 0 is null.
    std::string time(const std::string& parameter) const
    {
        if (!is_postgresql) return "nullif(" + parameter + ", 0)";
        return "timestamptz 'epoch' + nullif(cast(" + parameter + " as bigint), 0) * interval '1 microsecond'";
    }

    std::string flag(const std::string& parameter) const
    {
        return is_postgresql ? "cast(" + parameter + " as bigint) = 1" : parameter;
    }

    std::string id(const std::string& parameter) const
    {
        return is_postgresql ? "cast(" + parameter + " as uuid)" : parameter;
    }

    /// Makes a subquery wait for the end of a removal that has begun. SQLite has one writer at a time.
    std::string_view shared_lock() const { return is_postgresql ? " for share" : ""; }

    bool is_postgresql;
};

std::int64_t microseconds_of(const std::optional<key_time>& time)
{
    return time ? std::int64_t{time->time_since_epoch().count()} : 0;
}

std::optional<key_time> time_of(const std::optional<std::string>& column)
{
    if (!column) return std::nullopt;
    return key_time{std::chrono::microseconds{database::parse_integer(column)}};
}

/// The columns that read_key() expects.
std::string key_columns(const dialect_sql& sql)
{
    return "cast(key_id as text), name, tenant_id, case when is_superuser then '1' else '0' end, " +
           sql.microseconds("created_at") + ", " + sql.microseconds("expires_at");
}
constexpr std::size_t key_column_count = 6;

stored_key read_key(const database::row& row)
{
    return {.key_id       = row[0].value_or(""),
            .name         = row[1].value_or(""),
            .tenant_id    = row[2].value_or(""),
            .is_superuser = row[3] == "1",
            .created      = time_of(row[4]).value_or(key_time{}),
            .expires      = time_of(row[5])};
}

void add_change(database::session& db, std::string_view name_of_change, const stored_key& key,
                const change_request& change)
{
    const dialect_sql sql{db};
    const parameter   values[]{{"change", name_of_change},
                               {"key_id", key.key_id},
                               {"name", key.name},
                               {"tenant_id", key.tenant_id},
                               {"is_superuser", std::int64_t{key.is_superuser}},
                               {"changed_by", change.key_id},
                               {"request_id", change.request_id},
                               {"now", database::microseconds_now()}};
    db.execute("insert into api_key_changes (changed_at, change, key_id, name, tenant_id, is_superuser, changed_by, "
               "request_id) values (" +
                   sql.time(":now") + ", :change, :key_id, :name, :tenant_id, " + sql.flag(":is_superuser") +
                   ", :changed_by, :request_id)",
               values);
}

bool is_stored(database::session& db, std::string_view key_id, std::string_view digest_text)
{
    const parameter values[]{{"key_id", key_id}, {"digest", digest_text}};
    return !db.select("select 1 from api_keys where cast(key_id as text) = :key_id or digest = :digest", 1, values)
                .empty();
}

void insert(database::session& db, const new_key& key, std::string_view digest_text, const change_request& change)
{
    const dialect_sql     sql{db};
    const auto            now = database::microseconds_now();
    const parameter       values[]{{"key_id", key.key_id},
                                   {"digest", digest_text},
                                   {"name", key.name},
                                   {"tenant_id", key.tenant_id},
                                   {"is_superuser", std::int64_t{key.is_superuser}},
                                   {"now", now},
                                   {"expires", microseconds_of(key.expires)}};
    database::transaction transaction{db};
    db.execute("insert into api_keys (key_id, name, digest, tenant_id, is_superuser, created_at, expires_at) values (" +
                   sql.id(":key_id") + ", :name, :digest, :tenant_id, " + sql.flag(":is_superuser") + ", " +
                   sql.time(":now") + ", " + sql.time(":expires") + ")",
               values);
    add_change(db, "created",
               {.key_id       = key.key_id,
                .name         = key.name,
                .tenant_id    = key.tenant_id,
                .is_superuser = key.is_superuser,
                .expires      = key.expires},
               change);
    transaction.commit();
}

} // namespace

key_store::key_store(database::connection_info connection, notifications mode, std::stop_token stop)
    : connection_{std::move(connection)}
    , notifications_{mode}
    , stop_{std::move(stop)}
{}

key_store::~key_store() = default;

database::session& key_store::open_session()
{
    const bool listens = notifications_ == notifications::enabled;
    if (!listens && session_ && session_->has_ended()) session_.reset();
    if (!session_)
    {
        auto session = database::open(listens ? connection_.direct() : connection_,
                                      {.statement = timeout, .lock = timeout}, stop_);
        if (listens) session->listen(channel); // before the first read, so that no change is missed
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
        return work(open_session());
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
        const auto columns = key_columns(dialect_sql{db}) + ", digest";
        const auto rows =
            db.select("select " + columns + " from api_keys order by created_at", key_column_count + 1, {});
        stored_keys result;
        for (const auto& row : rows)
        {
            const auto key_digest = parse_digest(row[key_column_count].value_or(""));
            const auto key        = read_key(row);
            if (!key_digest || key.key_id.empty() || key.tenant_id.empty())
            {
                ++result.unreadable;
                continue;
            }
            result.keys.push_back(
                {.key_digest = *key_digest,
                 .owner      = {.tenant_id = key.tenant_id, .key_id = key.key_id, .is_superuser = key.is_superuser},
                 .name       = key.name,
                 .expires    = key.expires});
        }
        return result;
    });
}

bool key_store::add(const new_key& key, const change_request& change)
{
    const auto digest_text = format_digest(key.key_digest);
    return with_connection([&](database::session& db) {
        try
        {
            insert(db, key, digest_text, change);
            return true;
        }
        catch (const database::failure& error)
        {
            // A constraint error has many causes; a duplicate is checked for explicitly.
            if (error.kind() != database::error_kind::constraint || !is_stored(db, key.key_id, digest_text)) throw;
            return false;
        }
    });
}

std::optional<stored_key> key_store::remove(std::string_view key_id, const change_request& change)
{
    return with_connection([&](database::session& db) -> std::optional<stored_key> {
        const parameter       id[]{{"key_id", key_id}};
        database::transaction transaction{db};
        const auto            rows = db.select("delete from api_keys where cast(key_id as text) = :key_id returning " +
                                                   key_columns(dialect_sql{db}),
                                               key_column_count, id);
        if (rows.empty()) return std::nullopt;
        db.execute("delete from api_key_uses where key_id = :key_id", id);
        auto removed = read_key(rows.front());
        add_change(db, "removed", removed, change);
        transaction.commit();
        return removed;
    });
}

std::vector<stored_key> key_store::list()
{
    return with_connection([](database::session& db) {
        std::vector<stored_key> keys;
        for (const auto& row :
             db.select("select " + key_columns(dialect_sql{db}) + " from api_keys order by created_at, key_id",
                       key_column_count, {}))
            keys.push_back(read_key(row));
        return keys;
    });
}

key_uses key_store::read_uses()
{
    return with_connection([](database::session& db) {
        key_uses uses;
        for (const auto& row :
             db.select("select key_id, " + dialect_sql{db}.microseconds("last_used") + " from api_key_uses", 2, {}))
            if (const auto last = time_of(row[1])) uses.emplace(row[0].value_or(""), *last);
        return uses;
    });
}

void key_store::write_uses(const key_uses& uses, const std::vector<known_key>& startup)
{
    with_connection([&](database::session& db) {
        const dialect_sql sql{db};
        for (const auto& [key_id, hour] : uses)
        {
            const bool is_startup =
                std::ranges::any_of(startup, [&](const known_key& key) { return key.owner.key_id == key_id; });
            const parameter values[]{
                {"key_id", key_id}, {"hour", microseconds_of(hour)}, {"is_startup", std::int64_t{is_startup}}};
            db.execute("insert into api_key_uses (key_id, last_used) select :key_id, " + sql.time(":hour") + " where " +
                           sql.flag(":is_startup") +
                           " or exists (select 1 from api_keys where cast(key_id as text) = :key_id" +
                           std::string{sql.shared_lock()} +
                           ") on conflict (key_id) do update set last_used = excluded.last_used "
                           "where api_key_uses.last_used < excluded.last_used",
                       values);
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
