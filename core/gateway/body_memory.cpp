#include "gateway/body_memory.hpp"

#include "verbatim/sdk/error.hpp"

#include <algorithm>
#include <new>

namespace verbatim::core::gateway {

namespace {

constexpr std::size_t multiple      = 8;
constexpr std::size_t least         = 16 * 1024 * 1024;
constexpr std::size_t largest_block = 256 * 1024;

} // namespace

body_allowance::body_allowance(std::size_t text) noexcept
    : left_{std::max(least, text * multiple)}
{}

void body_allowance::take(std::size_t bytes)
{
    if (bytes > left_)
    {
        sdk::error too_many{sdk::errc::payload_too_large};
        too_many.message = "Request body holds too many values for its length";
        throw too_many;
    }
    left_ -= bytes;
}

void* counted_heap::do_allocate(std::size_t bytes, std::size_t alignment)
{
    from_.take(bytes);
    return ::operator new (bytes, std::align_val_t{alignment});
}

void counted_heap::do_deallocate(void* memory, std::size_t bytes, std::size_t alignment)
{
    ::operator delete (memory, bytes, std::align_val_t{alignment});
    from_.give_back(bytes);
}

void* tree_memory::do_allocate(std::size_t bytes, std::size_t alignment)
{
    void* place = free_;
    if (free_ == nullptr || std::align(alignment, bytes, place, left_) == nullptr)
    {
        // What is large gets a block of its own, and the one begun stays in use.
        if (bytes > largest_block / 4) return block_of(bytes);
        free_ = block_of(std::max(next_, bytes));
        left_ = std::max(next_, bytes);
        next_ = std::min(next_ * 2, largest_block);
        place = free_;
    }
    free_ = static_cast<std::byte*>(place) + bytes;
    left_ -= bytes;
    return place;
}

std::byte* tree_memory::block_of(std::size_t bytes)
{
    from_.take(bytes);
    blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(bytes));
    return blocks_.back().get();
}

} // namespace verbatim::core::gateway
