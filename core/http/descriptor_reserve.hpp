#pragma once

#include <array>
#include <cstddef>

namespace verbatim::core::http {

/// Open file descriptors that are given up when the process has no other left, so that a few connections can still be
/// accepted. Used by one thread at a time.
class descriptor_reserve
{
public:
    descriptor_reserve() = default;
    ~descriptor_reserve();
    descriptor_reserve(const descriptor_reserve&)            = delete;
    descriptor_reserve& operator=(const descriptor_reserve&) = delete;

    /// Opens missing descriptors, as far as the limits of the process and the system allow.
    void fill() noexcept;
    /// False: there were too few descriptors at the last `fill`.
    bool is_full() const noexcept { return count_ == descriptors_.size(); }

    /// Closes one. False: none is left.
    bool give_up() noexcept;

private:
    std::array<int, 4> descriptors_{};
    std::size_t        count_ = 0;
};

} // namespace verbatim::core::http
