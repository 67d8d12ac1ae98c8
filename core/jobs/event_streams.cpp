#include "jobs/event_streams.hpp"

#include "jobs/wire.hpp"

#include "verbatim/sdk/error.hpp"

#include <algorithm>
#include <charconv>

namespace verbatim::core::jobs {

event_feed::event_feed(std::string_view last_event_id, clock::time_point now)
    : started_{now}
    , last_sent_{now}
{
    std::uint64_t     version  = 0;
    const auto* const end      = last_event_id.data() + last_event_id.size();
    const auto [rest, failure] = std::from_chars(last_event_id.data(), end, version);
    if (failure == std::errc{} && rest == end) version_ = version;
}

std::string event_feed::next(const job& job, clock::time_point now)
{
    if (is_too_early(job, now)) return {};
    const bool is_new = version_ != job.version;
    if (!is_new && now - last_sent_ < heartbeat_interval) return {};
    last_sent_ = now;
    if (!is_new) return ": heartbeat\n\n";

    version_         = job.version;
    last_event_      = now;
    const auto* name = is_finished(job.status) ? "end" : "progress";
    return "id: " + std::to_string(job.version) + "\nevent: " + name + "\ndata: " + to_json(job) + "\n\n";
}

bool event_feed::is_too_early(const job& job, clock::time_point now) const
{
    return !is_finished(job.status) && last_event_ && now - *last_event_ < progress_interval;
}

std::chrono::milliseconds event_feed::poll_interval(clock::time_point now) const
{
    const auto age = std::chrono::duration_cast<std::chrono::milliseconds>(now - started_);
    return std::clamp(age / 20, min_poll_interval, progress_interval);
}

stream_limit::place stream_limit::open(const std::string& tenant)
{
    const std::lock_guard lock{mutex_};
    if (open_ >= total_) throw sdk::error{sdk::errc::overloaded, "event streams"};
    auto& open_streams = open_of_tenant_[tenant];
    if (open_streams >= per_tenant_) throw sdk::error{sdk::errc::too_many_jobs, "event streams"};
    place opened{*this, tenant};
    ++open_streams;
    ++open_;
    return opened;
}

void stream_limit::release(const std::string& tenant) noexcept
{
    const std::lock_guard lock{mutex_};
    --open_;
    const auto position = open_of_tenant_.find(tenant);
    if (--position->second == 0) open_of_tenant_.erase(position);
}

} // namespace verbatim::core::jobs
