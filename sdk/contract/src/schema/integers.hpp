#pragma once

#include "schema/table.hpp"

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
integer_range range_of(const shape& of, const limits& within) noexcept;

/// An integer or a word's value, of whatever width, as it lies in memory.
wide load_integer(const shape& of, const void* from) noexcept;
/// `number` fits the width.
void store_integer(const shape& of, wide number, void* into) noexcept;

std::string to_text(wide number);

} // namespace verbatim::sdk::schema
