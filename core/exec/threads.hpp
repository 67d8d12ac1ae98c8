#pragma once

#include <cstddef>
#include <memory>
#include <thread>
#include <vector>

namespace boost::asio {
class io_context;
}

namespace verbatim::core::exec {

/// The I/O threads: one io_context each, so that whatever belongs to one connection stays on one thread and needs no
/// lock. They must never wait for anything but their io_context; what computes or blocks goes to a pool (on_pool.hpp).
///
/// An exception that reaches the bottom of a thread is a broken invariant and ends the process.
class threads
{
public:
    /// `count` contexts, one per core when 0. Nothing runs yet.
    explicit threads(std::size_t count = 0);

    /// Stops first. Frames of coroutines that had not ended are destroyed here, so a pool they wait for is joined
    /// before.
    ~threads();

    threads(const threads&)            = delete;
    threads& operator=(const threads&) = delete;

    std::size_t size() const noexcept { return contexts_.size(); }

    /// Lives as long as this object. [any thread]
    boost::asio::io_context& context(std::size_t n) noexcept { return *contexts_[n]; }

    /// Begins to run every context. Called at most once.
    void start();

    /// Between `start` and `stop`. [the thread that starts and stops]
    bool running() const noexcept { return !workers_.empty(); }

    /// Lets each thread finish the handler it is in, and joins all. Not from one of the threads. Harmless when not
    /// running.
    void stop() noexcept;

private:
    std::vector<std::unique_ptr<boost::asio::io_context>> contexts_;
    std::vector<std::thread>                              workers_;
};

} // namespace verbatim::core::exec
