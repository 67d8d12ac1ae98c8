#pragma once

#include "codes.hpp"
#include "membership.hpp"
#include "record_groups.hpp"
#include "suppression.hpp"

#include "verbatim/sdk/schema.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace verbatim::analyze_bulk {

enum class subject_kind
{
    theme,
    code,
};
sdk::enum_values declare(subject_kind);

/// A theme or code whose records are counted by group.
struct subject
{
    subject_kind kind = subject_kind::theme;
    membership   records;
};

/// The themes and codes of a breakdown or comparison, with the unions among their records.
struct subject_list
{
    std::vector<subject> subjects;
    std::vector<std::vector<std::size_t>>
        unions; ///< of rows of a count_table: row 0 is all records, row n subject n - 1
};

/// The themes, then the most frequent codes as long as a list of counts has at most `max_bytes` in the response. Finds
/// the unions among the themes, among the codes of each field, and among all codes: a code and its sub-codes, all
/// records and the codes of the first level.
subject_list subjects_of(std::span<const feedback::record* const> records, std::span<const membership> themes,
                         const code_fields& fields, std::size_t max_codes, std::size_t max_bytes);

/// Counts the subjects by group. Row 0 counts all records.
count_table count_by_group(const subject_list& list, const record_groups& groups);

} // namespace verbatim::analyze_bulk
