#pragma once

#include <boost/json/memory_resource.hpp>

#include <cstddef>
#include <memory>
#include <vector>

namespace verbatim::core::gateway {

/// Bounds the memory of a parsed body, including temporary memory of the parser.
class body_allowance
{
public:
    /// Allows eight times the size of the text, and at least 16 MiB. Ordinary records need two to four times their
    /// text; only bodies with mostly brackets and commas need more.
    explicit body_allowance(std::size_t text_size) noexcept;

    /// Throws sdk::error{payload_too_large} with its own message.
    void charge(std::size_t bytes);
    void release(std::size_t bytes) noexcept { remaining_ += bytes; }

private:
    std::size_t remaining_;
};

/// Heap memory within an allowance.
class counted_heap final : public boost::json::memory_resource
{
public:
    explicit counted_heap(body_allowance& allowance) noexcept
        : allowance_{allowance}
    {}

private:
    void* do_allocate(std::size_t bytes, std::size_t alignment) override;
    void  do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override;
    bool  do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

    body_allowance& allowance_;
};

/// Memory that is released all at once, so that destroying a tree does not traverse it. Block sizes are bounded, so
/// that the unused rest of the last block is small compared to the allowance.
class tree_memory final : public boost::json::memory_resource
{
public:
    /// `allowance` must outlive the last allocation.
    explicit tree_memory(body_allowance& allowance) noexcept
        : allowance_{allowance}
    {}

private:
    void* do_allocate(std::size_t bytes, std::size_t alignment) override;
    void  do_deallocate(void*, std::size_t, std::size_t) override {}
    bool  do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

    std::byte* allocate_block(std::size_t bytes);

    body_allowance&                           allowance_;
    std::vector<std::unique_ptr<std::byte[]>> blocks_;
    std::byte*                                position_        = nullptr;
    std::size_t                               remaining_       = 0;
    std::size_t                               next_block_size_ = 1024; ///< size of the next block
};

} // namespace verbatim::core::gateway

namespace boost::json {

template <>
struct is_deallocate_trivial<verbatim::core::gateway::tree_memory>
{
    static constexpr bool value = true;
};

} // namespace boost::json
