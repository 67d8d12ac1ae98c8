#pragma once

#include "database/failure.hpp"
#include "database/session.hpp"

#include <chrono>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::core::database {

/// Sessions that threads use in turn. Opens one when all others are in use, so there are as many as threads. [any
/// thread]
class session_pool
{
public:
    /// See open_migrated() for `table`.
    session_pool(connection_info connection, timeouts limits, std::string table);

    /// Returns `work(session)`. Throws failure; its session is not used again. Blocks.
    template <class Work>
    auto use(Work&& work)
    {
        borrowed_session borrowed{*this};
        try
        {
            return std::forward<Work>(work)(*borrowed.session);
        }
        catch (const failure&)
        {
            borrowed.session.reset();
            throw;
        }
    }

    /// The same for work that a stop request ends: it interrupts the statement, and the work fails as `busy`. After any
    /// exception the session is not used again: it may have been interrupted, or left within session::stream().
    template <class Work>
    auto use(const std::stop_token& cancelled, Work&& work)
    {
        borrowed_session borrowed{*this};
        try
        {
            auto result = [&] {
                const std::stop_callback interrupt{cancelled, [&] { borrowed.session->interrupt(); }};
                if (cancelled.stop_requested()) throw failure{error_kind::busy};
                return std::forward<Work>(work)(*borrowed.session);
            }();
            if (cancelled.stop_requested()) throw failure{error_kind::busy}; // a statement may have been interrupted
            return result;
        }
        catch (...)
        {
            borrowed.session.reset();
            throw;
        }
    }

    /// Running and later work fails as `unavailable`.
    void stop() noexcept { stop_.request_stop(); }
    bool is_stopped() const noexcept { return stop_.stop_requested(); }

private:
    using clock       = std::chrono::steady_clock;
    using session_ptr = std::unique_ptr<database::session>;

    struct borrowed_session
    {
        explicit borrowed_session(session_pool& owner)
            : pool{owner}
            , session{owner.take()}
        {}
        ~borrowed_session() { pool.put_back(std::move(session)); }
        borrowed_session(const borrowed_session&)            = delete;
        borrowed_session& operator=(const borrowed_session&) = delete;

        session_pool& pool;
        session_ptr   session;
    };

    struct idle_session
    {
        session_ptr       session;
        clock::time_point since;
    };

    session_ptr take();
    session_ptr take_idle();
    void        put_back(session_ptr session) noexcept;

    const connection_info     connection_;
    const timeouts            limits_;
    const std::string         table_;
    std::stop_source          stop_;
    std::mutex                mutex_;
    std::vector<idle_session> idle_;
};

} // namespace verbatim::core::database
