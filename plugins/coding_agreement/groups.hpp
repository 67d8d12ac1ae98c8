#pragma once

#include "wire.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
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

/// Groups records by `language`, or by the metadata with the name `key`. A text, a number or a boolean is one value;
/// each of the first max_array_values items of an array is one. White space around a value and all beyond
/// max_value_length is ignored. Borrows its arguments; a caller may add the records in slices. [any thread]
class record_grouper
{
public:
    record_grouper(std::string_view key, std::span<const coded_record> records)
        : key_{key}
        , records_{records}
    {}

    bool is_finished() const noexcept { return next_ == records_.size(); }

    /// Adds at most `count` further records.
    void add(std::size_t count);

    /// The groups of the records that were added. Only once.
    grouping groups(std::size_t max_groups);

private:
    std::string_view                                  key_;
    std::span<const coded_record>                     records_;
    std::size_t                                       next_ = 0;
    std::map<std::string, std::vector<std::uint32_t>> by_value_; ///< ordered: a caller may choose colliding hashes
    record_group                                      without_value_;
};

} // namespace verbatim::coding_agreement
