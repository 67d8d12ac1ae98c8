#pragma once

#include "jobs/job.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace verbatim::core::jobs {

/// Decides what the client of an event stream gets: docs/reference/jobs.md#events. Reads no clock.
class event_feed
{
public:
    using clock = std::chrono::steady_clock;

    static constexpr std::chrono::milliseconds progress_interval{250}; ///< at least, between events of progress
    static constexpr std::chrono::milliseconds min_poll_interval{10};
    static constexpr std::chrono::seconds      heartbeat_interval{15};

    /// `last_event_id` is the header of that name; any other text than the id of an event counts as absent.
    event_feed(std::string_view last_event_id, clock::time_point now);

    /// Whether the client has the last event of this finished job already.
    bool has_ended(const job& job) const { return is_finished(job.status) && version_ == job.version; }

    /// What to send now; empty for nothing.
    std::string next(const job& job, clock::time_point now);

    /// The time until `next` should be called again: a twentieth of the age of the stream, at most progress_interval.
    /// The end of a short job comes soon, and streams of long jobs cost little.
    std::chrono::milliseconds poll_interval(clock::time_point now) const;

private:
    bool is_too_early(const job& job, clock::time_point now) const;

    const clock::time_point          started_;
    clock::time_point                last_sent_;
    std::optional<clock::time_point> last_event_;
    std::optional<std::uint64_t>     version_; ///< of the latest event
};

/// Bounds the event streams of a server, in total and per tenant. [any thread]
class stream_limit
{
public:
    /// One stream; ends with this object.
    class place
    {
    public:
        place(stream_limit& limit, std::string tenant)
            : limit_{&limit}
            , tenant_{std::move(tenant)}
        {}
        place(place&& other) noexcept
            : limit_{std::exchange(other.limit_, nullptr)}
            , tenant_{std::move(other.tenant_)}
        {}
        place& operator=(place&&) = delete;
        ~place()
        {
            if (limit_) limit_->release(tenant_);
        }

    private:
        stream_limit* limit_;
        std::string   tenant_;
    };

    stream_limit(std::size_t total, std::size_t per_tenant)
        : total_{total}
        , per_tenant_{per_tenant}
    {}

    /// Throws sdk::error: {too_many_jobs} at the bound of the tenant, {overloaded} at that of the server.
    place open(const std::string& tenant);

private:
    void release(const std::string& tenant) noexcept;

    const std::size_t                  total_;
    const std::size_t                  per_tenant_;
    std::mutex                         mutex_;
    std::size_t                        open_ = 0;
    std::map<std::string, std::size_t> open_of_tenant_;
};

} // namespace verbatim::core::jobs
