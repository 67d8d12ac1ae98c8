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

/// The table is small: what takes longer will not come.
constexpr std::chrono::seconds longest{5};

/// Announced by a trigger of the schema.
constexpr auto channel = "verbatim_api_keys";

/// The columns differ: SQLite has no types for ids, truths and times, PostgreSQL dates the row itself.
std::string insertion(database::dialect spoken)
{
    if (spoken == database::dialect::postgresql)
        return "insert into api_keys (key_id, name, digest, tenant_id, is_superuser) "
               "values (cast(:key_id as uuid), :name, :digest, :tenant_id, cast(:is_superuser as bigint) = 1)";
    return "insert into api_keys (key_id, name, digest, tenant_id, is_superuser, created_at) "
           "values (:key_id, :name, :digest, :tenant_id, :is_superuser, " +
           std::to_string(database::microseconds_now()) + ")";
}

bool holds_one_like(database::session& on, std::span<const parameter> values)
{
    return !on.select("select 1 from api_keys where cast(key_id as text) = :key_id or digest = :digest", 1,
                      values.first(2))
                .empty();
}

} // namespace

key_store::key_store(database::place where, ears to_changes, std::stop_token until)
    : where_{std::move(where)}
    , ears_{to_changes}
    , until_{std::move(until)}
{}

key_store::~key_store() = default;

database::session& key_store::connected()
{
    if (!session_)
    {
        auto fresh = database::open(where_, {.statement = longest, .lock = longest}, until_);
        if (ears_ == ears::open) fresh->listen(channel); // before the first reading, so that nothing is missed
        session_ = std::move(fresh);
    }
    session_->ensure_in_place();
    return *session_;
}

template <class Work>
auto key_store::with_connection(Work&& work)
{
    try
    {
        return work(connected());
    }
    catch (const database::failure& failed)
    {
        if (failed.kind() != database::trouble::constraint) session_.reset();
        throw;
    }
}

key_store::contents key_store::read()
{
    return with_connection([](database::session& on) {
        const auto rows = on.select("select cast(key_id as text), digest, tenant_id, "
                                    "case when is_superuser then '1' else '0' end from api_keys order by created_at",
                                    4, {});
        contents   found;
        for (const auto& row : rows)
        {
            const auto of = digest_from(row[1].value_or(""));
            if (!of || !row[0] || !row[2])
            {
                ++found.unreadable;
                continue;
            }
            found.keys.push_back({*of, {.tenant_id = *row[2], .key_id = *row[0], .is_superuser = row[3] == "1"}});
        }
        return found;
    });
}

bool key_store::add(const new_key& one)
{
    const auto      stored = stored_form(one.of);
    const parameter values[]{{"key_id", one.key_id},
                             {"digest", stored},
                             {"name", one.name},
                             {"tenant_id", one.tenant_id},
                             {"is_superuser", std::int64_t{one.is_superuser}}};
    return with_connection([&](database::session& on) {
        try
        {
            on.change(insertion(on.speaks()), values);
            return true;
        }
        catch (const database::failure& failed)
        {
            // Many things can be wrong with a row; that there is one like it already is asked for.
            if (failed.kind() != database::trouble::constraint || !holds_one_like(on, values)) throw;
            return false;
        }
    });
}

int key_store::changes() const noexcept { return session_ ? session_->announcements() : -1; }

void key_store::take_changes() noexcept
{
    try
    {
        if (session_) session_->take_announcements();
    }
    catch (const database::failure&)
    {
        session_.reset(); // gone while nobody asked for anything: the next reading tells whether that is trouble
    }
}

} // namespace verbatim::core::auth
