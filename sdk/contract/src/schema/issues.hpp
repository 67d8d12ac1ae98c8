#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// What is said of a broken rule. Made of the rule, never of the input.
namespace verbatim::sdk::schema {

inline constexpr std::string_view required   = "Field required";
inline constexpr std::string_view unknown    = "Extra inputs are not permitted";
inline constexpr std::string_view no_boolean = "Input should be a valid boolean";
inline constexpr std::string_view no_integer = "Input should be a valid integer";
inline constexpr std::string_view fractional = "Input should be a valid integer, got a number with a fractional part";
inline constexpr std::string_view no_number  = "Input should be a valid number";
inline constexpr std::string_view not_finite = "Input should be a finite number";
inline constexpr std::string_view no_string  = "Input should be a valid string";
inline constexpr std::string_view null_byte  = "U+0000 is not allowed here";
inline constexpr std::string_view no_list    = "Input should be a valid list";
inline constexpr std::string_view no_object  = "Input should be a valid object";

/// `bound` is a number as text.
std::string below(std::string_view bound);
std::string above(std::string_view bound);
std::string too_short(std::int64_t characters);
std::string too_long(std::int64_t characters);
std::string too_few(std::int64_t items, std::size_t counted);
std::string too_many(std::int64_t items, std::size_t counted);
std::string none_of(std::string_view listed);

} // namespace verbatim::sdk::schema
