#pragma once

#include <boost/json/memory_resource.hpp>

#include <cstddef>
#include <memory>
#include <vector>

namespace verbatim::core::gateway {

/// How many bytes a parsed body may take, in all that is made for it while it is parsed.
class body_allowance
{
public:
    /// For a text of so many bytes: eight times as much. A body of ordinary records takes two to four times its text;
    /// what takes more is made of next to nothing but brackets and commas. A small text may take 16 MiB in any case.
    explicit body_allowance(std::size_t text_size) noexcept;

    /// Throws sdk::error{payload_too_large}, which names the reason.
    void charge(std::size_t bytes);
    void release(std::size_t bytes) noexcept { remaining_ += bytes; }

private:
    std::size_t remaining_;
};

/// Memory from the heap, within an allowance.
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

/// Memory that is given back all at once: a tree is dropped without a walk. Its blocks stop growing at a size where
/// what the last one leaves unused is no matter, so that what counts against the allowance is what the tree takes.
class tree_memory final : public boost::json::memory_resource
{
public:
    /// No more is asked for once `from` has gone.
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
