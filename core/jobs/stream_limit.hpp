#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace verbatim::core::jobs {

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
