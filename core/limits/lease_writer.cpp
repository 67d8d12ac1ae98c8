#include "limits/lease_writer.hpp"

#include "database/migrations.hpp"
#include "limits/lease_table.hpp"

#include <algorithm>
#include <exception>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::core::limits {

namespace {

using namespace std::chrono_literals;

/// The lock wait of a lease that failed alone, and of each lease after others of its group used up theirs.
constexpr auto min_lock_wait = 50ms;
/// From the begin of the write of a group that fails. Later, no further lease of it is written alone.
constexpr auto max_retry_time = 7s;
// A lease that is renewed late, by a slow statement, does not seem ended.
static_assert(renewal_interval + max_retry_time + lease_writer::timeouts.statement <= time_to_end);

/// The pause after a failure of the database: doubled up to lease_retry_interval while the failures are quick.
constexpr auto min_outage_interval = 50ms;
/// A session that the database ended, and a connection that it refuses, fail within this time. After a longer one the
/// database itself is slow.
constexpr auto max_quick_failure = 500ms;

micro_usd recorded_by(std::string_view server_id, std::chrono::sys_days day, std::span<const lease> leases)
{
    const auto entry = std::ranges::find_if(
        leases, [&](const lease& candidate) { return candidate.day == day && candidate.server_id == server_id; });
    return entry == leases.end() ? 0 : entry->recorded;
}

} // namespace

lease_writer::lease_writer(database::connection_info connection, sdk::log& log, wall_clock now, std::string server_id,
                           std::chrono::milliseconds outage_wait)
    : connection_{std::move(connection)}
    , now_{std::move(now)}
    , server_id_{std::move(server_id)}
    , outage_wait_{outage_wait}
    , outage_{log, "budgets"}
{}

/// After a failure each lease is written alone: a session may hold the lock of one tenant only. All other tenants wait
/// meanwhile, so the leases share one lock wait; after it, each waits for min_lock_wait.
void lease_writer::write(std::span<lease_renewal> group, std::chrono::milliseconds lock_wait) noexcept
{
    ends_waits_before_.reset();
    const bool failed_alone = group.size() == 1 && group.front().is_alone;
    const auto start        = clock::now();
    if (write_leases(group, failed_alone ? min_lock_wait : lock_wait) || group.size() == 1) return;
    const auto begin = clock::now();
    for (auto& entry : group)
    {
        const auto now = clock::now();
        if (now - start > max_retry_time) return;
        const auto elapsed = std::chrono::floor<std::chrono::milliseconds>(now - begin);
        write_leases({&entry, 1}, std::max<std::chrono::milliseconds>(lock_wait - elapsed, min_lock_wait));
    }
}

/// Throws what write_leases() catches.
void lease_writer::change_leases(std::span<lease_renewal> group, std::chrono::milliseconds lock_wait)
{
    if (!session_)
    {
        session_ = database::open_migrated(connection_, timeouts, stop_.get_token(), table);
        lease_table::remove_old(*session_, group.front().entry->first.second);
    }
    session_->ensure_not_replaced();
    std::vector<lease_table::lease_change> changes;
    for (auto& entry : group)
    {
        const auto& [tenant, day] = entry.entry->first;
        changes.push_back({tenant, day, [&, day = day](const std::vector<lease>& leases) {
                               const auto now = now_();
                               entry.others   = totals_of(leases, day, server_id_, now);
                               entry.earlier =
                                   std::max<micro_usd>(recorded_by(server_id_, day, leases) - entry.held, 0);
                               entry.decision = decide_lease(entry.held + entry.earlier, entry.costs, entry.block,
                                                             available(entry.limits, entry.others));
                               entry.lowest   = std::min(entry.lowest, entry.decision->leased);
                               return lease{.server_id = server_id_,
                                            .day       = day,
                                            .leased    = entry.decision->leased,
                                            .used      = entry.used + entry.earlier,
                                            .renewed   = now};
                           }});
    }
    if (lock_wait < timeouts.lock) lease_table::change(*session_, changes, lock_wait);
    else lease_table::change(*session_, changes);
}

/// False if none was written, as far as is known.
bool lease_writer::write_leases(std::span<lease_renewal> group, std::chrono::milliseconds lock_wait) noexcept
{
    if (clock::now() < unreachable_until_) return false; // it would fail for each tenant, after seconds
    for (auto& entry : group) entry.is_alone = group.size() == 1;
    const auto begin = clock::now();
    try
    {
        const bool is_kept = session_ != nullptr;
        try
        {
            change_leases(group, lock_wait);
        }
        catch (const database::failure& error)
        {
            // It was closed earlier, and the database may have restarted since: only a new one tells.
            const bool ended_before = is_kept && clock::now() - begin < max_quick_failure;
            if (!ended_before || !database::is_unreachable(error.kind())) throw;
            session_.reset();
            change_leases(group, lock_wait);
        }
        outage_.report_recovery();
        quick_failures_ = 0;
        for (auto& entry : group) entry.is_written = true;
        return true;
    }
    catch (const database::failure& error)
    {
        if (error.kind() != database::error_kind::busy) session_.reset();
        if (fails_all(error.kind())) end_failure_of_all(begin);
        if (!stop_.stop_requested()) outage_.report_outage(database::to_string(error.kind()));
    }
    catch (const std::exception&)
    {
        session_.reset();
        outage_.report_outage("no_memory");
    }
    return false;
}

/// A database that restarts refuses connections at once, and may be back soon: attempts wait for it for their time. One
/// that does not respond ends the waits from before its failure. Those that began later see the next one.
void lease_writer::end_failure_of_all(clock::time_point begin) noexcept
{
    const auto now      = clock::now();
    const bool is_quick = now - begin < max_quick_failure;
    quick_failures_     = is_quick ? quick_failures_ + 1 : 0;
    ends_waits_before_  = is_quick ? begin - outage_wait_ : begin;
    unreachable_until_ =
        now + (is_quick ? std::min<clock::duration>(min_outage_interval * (1 << std::min(quick_failures_ - 1, 10)),
                                                    lease_retry_interval)
                        : lease_retry_interval);
}

/// Whether the leases of all tenants would fail with this error. A SQLite database has one lock for all.
bool lease_writer::fails_all(database::error_kind kind) const noexcept
{
    const bool locks_all = connection_.sql_dialect() == database::dialect::sqlite;
    return database::is_unreachable(kind) || (locks_all && kind == database::error_kind::busy);
}

} // namespace verbatim::core::limits
