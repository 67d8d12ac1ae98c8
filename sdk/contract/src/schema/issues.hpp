#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// The texts of broken rules. They state the rule and never quote the input.
namespace verbatim::sdk::schema {

inline constexpr std::string_view field_required = "Field required";
inline constexpr std::string_view unknown_field  = "Extra inputs are not permitted";
inline constexpr std::string_view not_boolean    = "Input should be a valid boolean";
inline constexpr std::string_view not_integer    = "Input should be a valid integer";
inline constexpr std::string_view not_whole  = "Input should be a valid integer, got a number with a fractional part";
inline constexpr std::string_view not_number = "Input should be a valid number";
inline constexpr std::string_view not_finite = "Input should be a finite number";
inline constexpr std::string_view not_string = "Input should be a valid string";
inline constexpr std::string_view null_byte  = "U+0000 is not allowed here";
inline constexpr std::string_view not_list   = "Input should be a valid list";
inline constexpr std::string_view not_object = "Input should be a valid object";

/// `bound` is a number as text.
std::string below_minimum(std::string_view bound);
std::string above_maximum(std::string_view bound);
std::string too_short(std::int64_t characters);
std::string too_long(std::int64_t characters);
std::string too_few(std::int64_t items, std::size_t count);
std::string too_many(std::int64_t items, std::size_t count);
std::string not_one_of(std::string_view values);

} // namespace verbatim::sdk::schema
