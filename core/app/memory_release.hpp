#pragma once

#include "exec/compute_pool.hpp"
#include "exec/threads.hpp"
#include "http/body_budget.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <thread>

namespace verbatim::core::app {

/// Decides when freed memory of large bodies goes back to the system: the allocator keeps it otherwise, on each thread
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

/// Gives freed memory back to the system after large bodies. Has a thread of its own, which the destructor joins.
class memory_release
{
public:
    /// Follows the memory that bodies reserve and releases that of the threads, which must outlive this object. Nobody
    /// else may call take_peak() of the budget.
    memory_release(std::shared_ptr<http::body_budget> bodies, exec::threads& io, exec::compute_pool& pool);

private:
    std::jthread thread_;
};

} // namespace verbatim::core::app
