#include "schema/integers.hpp"

#include <boost/assert.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace verbatim::sdk::schema {

namespace {

template <class Integer>
wide load(const void* from) noexcept
{
    Integer held;
    std::memcpy(&held, from, sizeof held);
    return held;
}

template <class Integer>
void store(wide number, void* into) noexcept
{
    const auto held = static_cast<Integer>(number);
    std::memcpy(into, &held, sizeof held);
}

} // namespace

integer_range range_of(const shape& of, const limits& within) noexcept
{
    const auto    bits  = static_cast<int>(of.size) * 8;
    const wide    one   = 1;
    integer_range range = of.is_signed ? integer_range{-(one << (bits - 1)), (one << (bits - 1)) - 1}
                                       : integer_range{0, (one << bits) - 1};
    if (within.least) range.least = std::max<wide>(range.least, *within.least);
    if (within.most) range.most = std::min<wide>(range.most, *within.most);
    return range;
}

wide load_integer(const shape& of, const void* from) noexcept
{
    switch (of.size)
    {
    case 1: return of.is_signed ? load<std::int8_t>(from) : load<std::uint8_t>(from);
    case 2: return of.is_signed ? load<std::int16_t>(from) : load<std::uint16_t>(from);
    case 4: return of.is_signed ? load<std::int32_t>(from) : load<std::uint32_t>(from);
    case 8: return of.is_signed ? load<std::int64_t>(from) : load<std::uint64_t>(from);
    default: break;
    }
    BOOST_ASSERT_MSG(false, "make_shape accepts integers of one to eight bytes only");
    return 0;
}

void store_integer(const shape& of, wide number, void* into) noexcept
{
    switch (of.size)
    {
    case 1: return store<std::uint8_t>(number, into);
    case 2: return store<std::uint16_t>(number, into);
    case 4: return store<std::uint32_t>(number, into);
    case 8: return store<std::uint64_t>(number, into);
    default: break;
    }
    BOOST_ASSERT_MSG(false, "make_shape accepts integers of one to eight bytes only");
}

std::string to_text(wide number)
{
    const bool  negative = number < 0;
    std::string digits;
    do {
        const auto digit = static_cast<int>(number % 10);
        digits.insert(digits.begin(), static_cast<char>('0' + (digit < 0 ? -digit : digit)));
        number /= 10;
    } while (number != 0);
    return negative ? "-" + digits : digits;
}

} // namespace verbatim::sdk::schema
