#include "schema/numbers.hpp"

#include <charconv>
#include <cmath>
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

} // namespace verbatim::sdk::schema
