#pragma once

#include "exec/compute_pool.hpp"
#include "exec/threads.hpp"
#include "http/body_budget.hpp"

#include <cstddef>
#include <memory>
#include <thread>

namespace verbatim::core::app {

/// Makes the allocator return freed memory to the system at once, or, as usual, after its configured delay. [main
/// thread] Other threads see the change at their next release.
void set_immediate_release(bool immediate) noexcept;

/// Decides when to return freed memory of large bodies to the system. Otherwise the allocator keeps it for the thread
/// that used it.
class release_policy
{
public:
    /// Called at intervals with the memory that bodies reserve now, and the most since the last call, in bytes. True
    /// once after large bodies, when most of their memory is free again.
    bool is_due(std::size_t reserved, std::size_t peak) noexcept;

private:
    std::size_t peak_ = 0; ///< since the last release
};

/// Gives freed memory back to the system after large bodies. Has a thread of its own, which stop() or the destructor
/// joins.
class memory_release
{
public:
    /// Watches the memory that bodies reserve, and makes each thread release its unused memory. `io` and `pool` must
    /// outlive this object. No other code may call take_peak() of the budget.
    memory_release(std::shared_ptr<http::body_budget> bodies, exec::threads& io, exec::compute_pool& pool);

    /// Releases nothing any more.
    void stop() { thread_ = {}; }

private:
    std::jthread thread_;
};

} // namespace verbatim::core::app
