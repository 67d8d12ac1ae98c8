#include "jobs/event_feed.hpp"

#include "jobs/wire.hpp"

#include <charconv>

namespace verbatim::core::jobs {

event_feed::event_feed(std::string_view last_event_id, clock::time_point now)
    : last_sent_{now}
{
    std::uint64_t     version  = 0;
    const auto* const end      = last_event_id.data() + last_event_id.size();
    const auto [rest, failure] = std::from_chars(last_event_id.data(), end, version);
    if (failure == std::errc{} && rest == end) version_ = version;
}

std::string event_feed::next(const job& job, clock::time_point now)
{
    const bool is_new = version_ != job.version;
    if (!is_new && now - last_sent_ < heartbeat_interval) return {};
    last_sent_ = now;
    if (!is_new) return ": heartbeat\n\n";

    version_         = job.version;
    const auto* name = is_finished(job.status) ? "end" : "progress";
    return "id: " + std::to_string(job.version) + "\nevent: " + name + "\ndata: " + to_json(job) + "\n\n";
}

} // namespace verbatim::core::jobs
