#pragma once

#include "schema/object_schema.hpp"

#include <string>

namespace verbatim::sdk::schema {

/// Holds every integer of every width, and what lies just outside of them.
__extension__ typedef __int128 wide;

/// The bounds of an integer: those that were declared, within those of the member's width.
struct integer_range
{
    wide least;
    wide most;
};
integer_range range_of(const type_info& type, const value_bounds& bounds) noexcept;

/// An integer or a word's value, of whatever width, as it lies in memory.
wide load_integer(const type_info& type, const void* source) noexcept;
/// `number` fits the width.
void store_integer(const type_info& type, wide number, void* target) noexcept;

std::string to_text(wide number);

} // namespace verbatim::sdk::schema
