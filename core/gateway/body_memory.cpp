#include "gateway/body_memory.hpp"

#include "verbatim/sdk/error.hpp"

#include <algorithm>
#include <new>

namespace verbatim::core::gateway {

namespace {

constexpr std::size_t allowance_per_byte = 8;
constexpr std::size_t min_allowance      = 16 * 1024 * 1024;
constexpr std::size_t largest_block      = 256 * 1024;

} // namespace

body_allowance::body_allowance(std::size_t text_size) noexcept
    : remaining_{std::max(min_allowance, text_size * allowance_per_byte)}
{}

void body_allowance::charge(std::size_t bytes)
{
    if (bytes > remaining_)
    {
        sdk::error failure{sdk::errc::payload_too_large};
        failure.message = "Request body holds too many values for its length";
        throw failure;
    }
    remaining_ -= bytes;
}

void* counted_heap::do_allocate(std::size_t bytes, std::size_t alignment)
{
    allowance_.charge(bytes);
    return ::operator new (bytes, std::align_val_t{alignment});
}

void counted_heap::do_deallocate(void* memory, std::size_t bytes, std::size_t alignment)
{
    ::operator delete (memory, bytes, std::align_val_t{alignment});
    allowance_.release(bytes);
}

void* tree_memory::do_allocate(std::size_t bytes, std::size_t alignment)
{
    void* memory = position_;
    if (position_ == nullptr || std::align(alignment, bytes, memory, remaining_) == nullptr)
    {
        // A large value gets a block of its own; the current block stays in use.
        if (bytes > largest_block / 4) return allocate_block(bytes);
        position_        = allocate_block(std::max(next_block_size_, bytes));
        remaining_       = std::max(next_block_size_, bytes);
        next_block_size_ = std::min(next_block_size_ * 2, largest_block);
        memory           = position_;
    }
    position_ = static_cast<std::byte*>(memory) + bytes;
    remaining_ -= bytes;
    return memory;
}

std::byte* tree_memory::allocate_block(std::size_t bytes)
{
    allowance_.charge(bytes);
    blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(bytes));
    return blocks_.back().get();
}

} // namespace verbatim::core::gateway
