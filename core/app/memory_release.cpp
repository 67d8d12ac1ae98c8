#include "app/memory_release.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <stop_token>
#include <utility>

#if defined(VERBATIM_MIMALLOC)
#include <mimalloc.h>
#endif

namespace verbatim::core::app {

namespace {

void release_memory_of_thread() noexcept
{
#if defined(VERBATIM_MIMALLOC)
    ::mi_collect(true);
#endif
}

/// One worker may run several of these jobs. Four jobs per worker reach most workers.
void release_memory(exec::threads& io, exec::compute_pool& pool)
try
{
    for (std::size_t n = 0; n != io.size(); ++n) boost::asio::post(io.context(n), release_memory_of_thread);
    for (std::size_t n = 4 * pool.read_statistics().workers; n != 0; --n) pool.post(release_memory_of_thread);
}
catch (const std::bad_alloc&) // no memory for a job: the next large body triggers another release
{}

} // namespace

void set_immediate_release([[maybe_unused]] bool immediate) noexcept
{
#if defined(VERBATIM_MIMALLOC)
    static const auto configured_delay = ::mi_option_get(mi_option_decommit_delay); // in milliseconds
    ::mi_option_set(mi_option_decommit_delay, immediate ? 0 : configured_delay);
#endif
}

bool release_policy::is_due(std::size_t reserved, std::size_t peak) noexcept
{
    constexpr std::size_t large = std::size_t{32} << 20; // reserved by a body of 4 MiB; less stays for the next bodies
    peak_                       = std::max(peak_, peak);
    if (peak_ < large || reserved > peak_ / 4) return false;
    peak_ = reserved;
    return true;
}

memory_release::memory_release(std::shared_ptr<http::body_budget> bodies, exec::threads& io, exec::compute_pool& pool)
    : thread_{[&io, &pool, bodies = std::move(bodies)](const std::stop_token& end) {
        constexpr std::chrono::seconds interval{5};
        release_policy                 policy;
        std::mutex                     mutex;
        std::condition_variable_any    ended;
        std::unique_lock               lock{mutex};
        while (!ended.wait_for(lock, end, interval, [&] { return end.stop_requested(); }))
            if (policy.is_due(bodies->reserved(), bodies->take_peak())) release_memory(io, pool);
    }}
{}

} // namespace verbatim::core::app
