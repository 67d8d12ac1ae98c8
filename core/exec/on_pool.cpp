#include "exec/on_pool.hpp"

#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/execution/outstanding_work.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/prefer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <sys/resource.h>

#include <exception>
#include <utility>

namespace verbatim::core::exec {

namespace asio = boost::asio;

namespace {

/// I/O threads must respond within milliseconds, the pool within seconds. Where both compete for a processor, the pool
/// gets about a third of it.
void lower_priority() noexcept
{
    constexpr int                      nice_increment = 5;
    static thread_local constinit bool lowered        = false;
    if (std::exchange(lowered, true)) return;
    ::setpriority(PRIO_PROCESS, 0, ::getpriority(PRIO_PROCESS, 0) + nice_increment); // for this thread only; may fail
}

/// Passes a job to `submit` that runs `work` and resumes the awaiting coroutine.
template <class Submit>
sdk::task<> await_job(const Submit& submit, const std::function<void()>& work, std::stop_source stop)
{
    auto initiate = [&submit, &work, &stop](auto handler) {
        if (auto slot = asio::get_associated_cancellation_slot(handler); slot.is_connected() && stop.stop_possible())
            slot.assign([stop](asio::cancellation_type) mutable { stop.request_stop(); });

        // The tracked executor keeps the coroutine's context running while nothing of the coroutine is queued there.
        auto executor = asio::prefer(asio::get_associated_executor(handler), asio::execution::outstanding_work.tracked);
        auto job      = [&work, executor, waiting = std::move(handler)]() mutable {
            lower_priority();
            std::exception_ptr failure;
            try
            {
                work();
            }
            catch (...)
            {
                failure = std::current_exception();
            }
            asio::post(executor, [waiting = std::move(waiting), failure = std::move(failure)]() mutable {
                std::move(waiting)(std::move(failure));
            });
        };
        submit(std::move(job));
    };
    co_await asio::async_initiate<const asio::use_awaitable_t<>, void(std::exception_ptr)>(initiate,
                                                                                           asio::use_awaitable);
}

} // namespace

sdk::task<> run_on_pool(compute_pool& pool, std::function<void()> work)
{
    const auto submit = [&pool](auto job) { pool.post(std::move(job)); };
    co_await await_job(submit, work, std::stop_source{std::nostopstate});
}

sdk::task<> run_on_pool(asio::thread_pool& pool, std::function<void()> work)
{
    return run_on_pool(pool, std::move(work), std::stop_source{std::nostopstate});
}

sdk::task<> run_on_pool(asio::thread_pool& pool, std::function<void()> work, std::stop_source stop)
{
    const auto submit = [&pool](auto job) { asio::post(pool, std::move(job)); };
    co_await await_job(submit, work, std::move(stop));
}

} // namespace verbatim::core::exec
