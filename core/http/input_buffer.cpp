#include "http/input_buffer.hpp"

#include <algorithm>
#include <cstring>

namespace verbatim::core::http {

input_buffer::free_space input_buffer::prepare(std::size_t wanted)
{
    const auto used = size();
    wanted          = std::max(wanted, used + 1);

    constexpr std::size_t shrink_factor = 4; // larger memory than this multiple is released
    if (capacity_ < wanted || (used == 0 && capacity_ > shrink_factor * wanted))
    {
        auto resized = std::make_unique_for_overwrite<char[]>(wanted);
        if (used != 0) std::memcpy(resized.get(), memory_.get() + first_, used);
        memory_   = std::move(resized);
        capacity_ = wanted;
    }
    else if (first_ != 0 && used != 0)
    {
        std::memmove(memory_.get(), memory_.get() + first_, used);
    }
    first_ = 0;
    last_  = used;
    return {memory_.get() + last_, capacity_ - last_};
}

} // namespace verbatim::core::http
