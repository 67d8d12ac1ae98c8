#include "http/input_buffer.hpp"

#include <algorithm>
#include <cstring>

namespace verbatim::core::http {

input_buffer::space input_buffer::prepare(std::size_t wanted)
{
    const auto held = size();
    wanted          = std::max(wanted, held + 1);

    constexpr std::size_t generous = 4; // memory this much larger than what is wanted goes back
    if (capacity_ < wanted || (held == 0 && capacity_ > generous * wanted))
    {
        auto fresh = std::make_unique_for_overwrite<char[]>(wanted);
        if (held != 0) std::memcpy(fresh.get(), memory_.get() + first_, held);
        memory_   = std::move(fresh);
        capacity_ = wanted;
    }
    else if (first_ != 0 && held != 0)
    {
        std::memmove(memory_.get(), memory_.get() + first_, held);
    }
    first_ = 0;
    last_  = held;
    return {memory_.get() + last_, capacity_ - last_};
}

} // namespace verbatim::core::http
