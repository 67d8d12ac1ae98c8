#include "schema/integers.hpp"

#include <boost/assert.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace verbatim::sdk::schema {

namespace {

template <class Integer>
wide load(const void* source) noexcept
{
    Integer value;
    std::memcpy(&value, source, sizeof value);
    return value;
}

template <class Integer>
void store(wide number, void* target) noexcept
{
    const auto value = static_cast<Integer>(number);
    std::memcpy(target, &value, sizeof value);
}

} // namespace

integer_range range_of(const type_info& type, const value_bounds& bounds) noexcept
{
    const auto    bits     = static_cast<int>(type.size) * 8;
    const wide    wide_one = 1;
    integer_range range    = type.is_signed ? integer_range{-(wide_one << (bits - 1)), (wide_one << (bits - 1)) - 1}
                                            : integer_range{0, (wide_one << bits) - 1};
    if (bounds.minimum_count) range.least = std::max<wide>(range.least, *bounds.minimum_count);
    if (bounds.maximum_count) range.most = std::min<wide>(range.most, *bounds.maximum_count);
    return range;
}

wide load_integer(const type_info& type, const void* source) noexcept
{
    switch (type.size)
    {
    case 1: return type.is_signed ? load<std::int8_t>(source) : load<std::uint8_t>(source);
    case 2: return type.is_signed ? load<std::int16_t>(source) : load<std::uint16_t>(source);
    case 4: return type.is_signed ? load<std::int32_t>(source) : load<std::uint32_t>(source);
    case 8: return type.is_signed ? load<std::int64_t>(source) : load<std::uint64_t>(source);
    default: break;
    }
    BOOST_ASSERT_MSG(false, "an integer has one to eight bytes");
    return 0;
}

void store_integer(const type_info& type, wide number, void* target) noexcept
{
    switch (type.size)
    {
    case 1: return store<std::uint8_t>(number, target);
    case 2: return store<std::uint16_t>(number, target);
    case 4: return store<std::uint32_t>(number, target);
    case 8: return store<std::uint64_t>(number, target);
    default: break;
    }
    BOOST_ASSERT_MSG(false, "an integer has one to eight bytes");
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
