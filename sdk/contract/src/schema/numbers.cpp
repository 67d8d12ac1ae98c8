#include "schema/numbers.hpp"

#include <boost/assert.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace verbatim::sdk::schema {

namespace {

/// std::to_chars alone writes 100000 as 1e+05, because it is shorter.
std::string_view digits(double number, char (&buffer)[64])
{
    const auto size  = std::fabs(number);
    const auto plain = number == 0 || (size >= 1e-4 && size < 1e16);
    const auto end   = std::to_chars(buffer, buffer + sizeof buffer, number,
                                   plain ? std::chars_format::fixed : std::chars_format::scientific)
                         .ptr;
    return {buffer, static_cast<std::size_t>(end - buffer)};
}

} // namespace

void write_number(double number, std::string& output)
{
    char       buffer[64];
    const auto text = digits(number, buffer);
    output.append(text);
    if (text.find_first_of(".e") == std::string_view::npos) output.append(".0");
}

std::string plain_number(double number)
{
    char buffer[64];
    return std::string{digits(number, buffer)};
}

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
