#pragma once

#include "wire.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::coding_agreement {

/// The records with one value of a key.
struct record_group
{
    std::optional<std::string> value;     ///< none: without a value
    std::vector<std::uint32_t> positions; ///< ascending
};

struct grouping
{
    std::vector<record_group> groups;             ///< largest first, then by value; records without a value last
    std::size_t               omitted_values = 0; ///< of the smallest groups beyond the limit
};

/// Groups the records by `language`, or by the metadata with the name `key`. A text, a number or a boolean is one
/// value; each of these in an array is one. White space around a value and all beyond max_value_length is ignored.
grouping group_by(std::string_view key, std::span<const coded_record> records, std::size_t max_groups);

} // namespace verbatim::coding_agreement
