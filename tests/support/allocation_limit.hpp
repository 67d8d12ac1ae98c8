#pragma once

namespace verbatim::support {

/// Only so many further allocations of this thread succeed while it lives. A program that uses it has
/// allocation_limit.cpp among its sources, which replaces operator new.
class allocation_limit
{
public:
    explicit allocation_limit(int allocations) noexcept;
    ~allocation_limit();
    allocation_limit(const allocation_limit&)            = delete;
    allocation_limit& operator=(const allocation_limit&) = delete;
};

/// After so many further allocations of this thread, one fails.
void fail_one_allocation(int after) noexcept;

} // namespace verbatim::support
