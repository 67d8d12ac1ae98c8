#pragma once

#include "exec/set_aside.hpp"

#include "verbatim/sdk/task.hpp"

#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <cstddef>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace verbatim::core::llm {

/// Lets a limited number of calls reach a provider at a time. Those that wait are served in turn per tenant, and first
/// come, first served within a tenant, so that one tenant's thousand calls delay another's single one by one place, not
/// by a thousand. Shared by every I/O thread; outlives whoever waits in it.
class fair_queue
{
public:
    /// One of the places; given back when it is destroyed.
    class slot
    {
    public:
        explicit slot(fair_queue& from) noexcept
            : from_{&from}
        {}
        slot(slot&& other) noexcept
            : from_{std::exchange(other.from_, nullptr)}
        {}
        slot& operator=(slot&&) = delete;
        ~slot()
        {
            if (from_) from_->give_back();
        }

    private:
        fair_queue* from_;
    };

    /// `capacity` is at least 1.
    explicit fair_queue(std::size_t capacity);
    fair_queue(const fair_queue&)            = delete;
    fair_queue& operator=(const fair_queue&) = delete;

    /// A place, as soon as it is this tenant's turn; none when `until` comes first. Cancellation ends the wait and
    /// throws. Resumes on the executor it was awaited on, which one thread runs. [may wait]
    sdk::task<std::optional<slot>> enter(std::string_view tenant, std::chrono::steady_clock::time_point until);

    std::size_t waiting() const;   ///< [any thread]
    std::size_t in_flight() const; ///< [any thread]

private:
    struct waiter
    {
        waiter(const boost::asio::any_io_executor& home, std::chrono::steady_clock::time_point until)
            : alarm{home, until}
        {}

        boost::asio::steady_timer alarm; ///< touched on its own thread only
        exec::set_aside           call;  ///< for the hop there
        bool                      served = false;
    };
    struct lane
    {
        std::string                         tenant;
        std::deque<std::shared_ptr<waiter>> waiting;
    };
    class place;

    bool take_free_slot();
    void join(std::string_view tenant, const std::shared_ptr<waiter>& who);
    void leave(std::string_view tenant, const std::shared_ptr<waiter>& who) noexcept;
    void give_back() noexcept;
    void serve_next() noexcept;

    mutable std::mutex guard_;
    std::list<lane>    lanes_; ///< never an empty one; the front is served next
    std::map<std::string, std::list<lane>::iterator, std::less<>> by_tenant_;
    const std::size_t                                             capacity_;
    std::size_t                                                   in_flight_ = 0;
};

} // namespace verbatim::core::llm
