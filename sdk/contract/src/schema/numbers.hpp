#pragma once

#include "schema/object_schema.hpp"

#include <string>

namespace verbatim::sdk::schema {

/// Appends a number as JSON: the shortest digits that read back as the same double, plain notation from 1e-4 up to
/// 1e16, `.0` where nothing else shows that it is no integer. `number` is finite.
void write_number(double number, std::string& output);

/// The same for people and for bounds: without `.0`.
std::string plain_number(double number);

/// Holds every integer of up to 64 bits, and numbers outside their range.
__extension__ typedef __int128 wide;

/// The bounds of an integer: those that were declared, within those of the member's width.
struct integer_range
{
    wide least;
    wide most;
};
integer_range range_of(const type_info& type, const value_bounds& bounds) noexcept;

/// The integer or enumerator at `source`, which has the size of the type.
wide load_integer(const type_info& type, const void* source) noexcept;
/// Stores `number`, which fits the size of the type.
void store_integer(const type_info& type, wide number, void* target) noexcept;

std::string to_text(wide number);

} // namespace verbatim::sdk::schema
