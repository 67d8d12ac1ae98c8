#include "support/allocation_limit.hpp"

#include <cstddef>
#include <cstdlib>
#include <limits>
#include <new>

namespace {

constexpr int no_limit = std::numeric_limits<int>::max();

thread_local int  allocations_left = no_limit;
thread_local bool fails_once       = false;

void* allocate(std::size_t bytes)
{
    const bool fails = allocations_left != no_limit && allocations_left-- <= 0;
    if (fails && fails_once) allocations_left = no_limit;
    void* const memory = fails ? nullptr : std::malloc(bytes == 0 ? 1 : bytes);
    if (memory == nullptr) throw std::bad_alloc{};
    return memory;
}

} // namespace

void* operator new(std::size_t bytes) { return allocate(bytes); }
void* operator new[](std::size_t bytes) { return allocate(bytes); }
void  operator delete(void* memory) noexcept { std::free(memory); }
void  operator delete[](void* memory) noexcept { std::free(memory); }
void  operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void  operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace verbatim::support {

allocation_limit::allocation_limit(int allocations) noexcept
{
    allocations_left = allocations;
    fails_once       = false;
}
allocation_limit::~allocation_limit() { allocations_left = no_limit; }

void fail_one_allocation(int after) noexcept
{
    allocations_left = after;
    fails_once       = true;
}

} // namespace verbatim::support
