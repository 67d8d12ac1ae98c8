#include "jobs/lease_renewer.hpp"

#include "database/failure.hpp"
#include "database/migrations.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::core::jobs {

lease_renewer::lease_renewer(database::connection_info connection, std::string server_id, held_jobs& held,
                             sdk::log& log, std::function<time_point()> now)
    : connection_{std::move(connection)}
    , terms_{std::move(server_id), lease_duration}
    , held_{held}
    , now_{std::move(now)}
    , outage_{log, "jobs"}
{}

lease_renewer::~lease_renewer() { stop(); }

void lease_renewer::start(store_listener& listener)
{
    listener_ = &listener;
    thread_   = std::thread{[this] { run(); }};
}

void lease_renewer::stop() noexcept
{
    stop_.request_stop();
    wakeup_.notify();
    if (thread_.joinable()) thread_.join();
    outage_.detach_log();
}

job_totals lease_renewer::totals() const
{
    const std::lock_guard lock{mutex_};
    return totals_;
}

void lease_renewer::run()
{
    constexpr std::chrono::seconds longest_wait{1};
    while (!stop_.stop_requested())
    {
        const bool succeeded = take_steps();
        wakeup_.wait(longest_wait, succeeded ? session_->notification_socket() : -1);
    }
}

/// Returns whether the database is available.
bool lease_renewer::take_steps()
try
{
    const bool is_notified = connected().consume_notifications();
    if (is_notified) listener_->on_available();
    if (is_notified) lose_cancelled();
    renew_if_due();
    store_changes(progress_.is_due(clock::now()));
    if (erasure_.is_due(clock::now())) erase_expired();
    if (reading_.is_due(clock::now())) read_totals();
    outage_.report_recovery();
    is_connected_ = true;
    return true;
}
catch (const database::failure& failure)
{
    session_.reset();
    is_connected_ = false;
    if (!stop_.stop_requested()) outage_.report_outage(database::to_string(failure.kind()));
    return false;
}
catch (const std::exception&)
{
    session_.reset();
    is_connected_ = false;
    outage_.report_outage("no_memory");
    return false;
}

database::session& lease_renewer::connected()
{
    if (!session_)
    {
        session_ = database::open_migrated(connection_.direct(), timeouts, stop_.get_token(), "jobs");
        session_->listen(job_channel);
    }
    session_->ensure_not_replaced();
    return *session_;
}

void lease_renewer::store_changes(bool with_states)
{
    auto      changes = held_.take_changes(with_states);
    job_queue queue{*session_};
    while (!changes.empty())
    {
        try
        {
            store_change(queue, changes.back());
        }
        catch (...)
        {
            held_.put_back(std::move(changes));
            throw;
        }
        changes.pop_back();
        renew_if_due(); // each change may wait for a lock
    }
}

void lease_renewer::store_change(job_queue& queue, held_job& change)
{
    std::vector<std::string> sealed;
    for (const auto& answer : change.answers) sealed.push_back(change.key->seal({part_kind::answer}, to_bytes(answer)));
    if (!sealed.empty() && !queue.add_answers(change.lease, sealed)) return;
    change.answers.clear(); // stored, even if the state is not
    if (change.is_changed) queue.write_state(change.lease, change.state);
}

void lease_renewer::lose_cancelled()
{
    const auto held = held_.leases(); // first, so that a job that is claimed meanwhile is not lost
    lose_all_but(held, job_queue{*session_}.leases(terms_.server_id));
}

void lease_renewer::renew_if_due()
{
    if (!renewal_.is_due(clock::now())) return;
    const auto held    = held_.leases(); // first, so that a job that is claimed meanwhile is not lost
    const auto renewed = job_queue{*session_}.renew(terms_);
    lose_all_but(held, renewed);
    release_unheld(held, renewed);
}

/// Loses the held jobs whose leases are not in the database: they were cancelled, or another server has claimed them.
void lease_renewer::lose_all_but(const std::vector<job_lease>& held, const std::vector<job_lease>& stored)
{
    for (const auto& lease : held)
        if (std::ranges::find(stored, lease) == stored.end() && held_.lose_unless_ending(lease))
            listener_->on_lost(lease);
}

/// Gives up leases without a run: the database failed after the claim, or before the end was stored. A job may be
/// claimed while leases are renewed, so a lease counts only if it had no run at the last regular renewal either.
void lease_renewer::release_unheld(const std::vector<job_lease>& held, const std::vector<job_lease>& renewed)
{
    std::vector<job_lease> unheld;
    for (const auto& lease : renewed)
        if (std::ranges::find(held, lease) == held.end()) unheld.push_back(lease);
    job_queue queue{*session_};
    for (const auto& lease : unheld)
        if (std::ranges::find(unheld_, lease) != unheld_.end() && !queue.release(lease)) queue.forget(lease);
    unheld_ = std::move(unheld);
}

/// A batch at a time, so that renewals are not late.
void lease_renewer::erase_expired()
{
    constexpr std::size_t at_once = 500;
    if (job_table{*session_}.erase_expired(now_(), at_once) < at_once) return;
    erasure_.make_due();
    wakeup_.notify();
}

void lease_renewer::read_totals()
{
    const auto            totals = job_table{*session_}.statistics();
    const std::lock_guard lock{mutex_};
    totals_ = totals;
}

} // namespace verbatim::core::jobs
