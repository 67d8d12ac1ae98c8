#include "auth/key_store.hpp"

#include "auth/api_key.hpp"

#include "database/session.hpp"

#include <chrono>
#include <utility>

namespace verbatim::core::auth {

namespace {

using database::parameter;

std::int64_t microseconds_now()
{
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::microseconds>(now).count();
}

} // namespace

key_store::key_store(database::place where)
    : where_{std::move(where)}
{}

key_store::~key_store() = default;

database::session& key_store::connected()
{
    if (!session_) session_ = database::open(where_);
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

void key_store::add(const new_key& one)
{
    const auto      stored = stored_form(one.of);
    const parameter values[]{{"key_id", one.key_id},
                             {"name", one.name},
                             {"digest", stored},
                             {"tenant_id", one.tenant_id},
                             {"is_superuser", std::int64_t{one.is_superuser}},
                             {"created_at", microseconds_now()}};
    with_connection([&](database::session& on) {
        on.change("insert into api_keys (key_id, name, digest, tenant_id, is_superuser, created_at) "
                  "values (:key_id, :name, :digest, :tenant_id, :is_superuser, :created_at)",
                  values);
    });
}

} // namespace verbatim::core::auth
