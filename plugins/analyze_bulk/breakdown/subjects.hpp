#pragma once

#include "verbatim/feedback/record.hpp"
#include "verbatim/sdk/schema.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::analyze_bulk {

enum class subject_kind
{
    theme,
    value, ///< of a dimension
    code,
};
sdk::enum_values declare(subject_kind);

/// The records of a theme, of a value of a dimension, or of a code.
struct membership
{
    std::string              id;      ///< of a theme; of a value `<dimension>/<value>`; or the label of a code
    std::string              title;   ///< for people; of a code its label
    std::vector<std::size_t> records; ///< positions among the records with content, ascending
    subject_kind             kind = subject_kind::theme;
};

/// Where the labels of a record's codes are.
struct code_fields
{
    std::vector<std::string> keys;            ///< of the metadata
    std::string              separator = ","; ///< between the labels of a text; empty: a text is one label
};

/// Bounds of the codes: docs/reference/operations/analyze-bulk.md#limits-of-coding-trends.
struct code_limits
{
    std::size_t label_length      = 256; ///< characters
    std::size_t labels_per_record = 100;
    std::size_t codes             = 1'000;   ///< the most frequent
    std::size_t candidates        = 100'000; ///< distinct labels that are counted to find the most frequent
};

/// The distinct labels of a record in the order of the fields; views of its metadata. An item of an array is one label.
struct record_codes
{
    std::vector<std::string_view> labels;
    std::size_t                   omitted = 0; ///< beyond the limits
};
record_codes codes_of(const feedback::record& record, const code_fields& fields, const code_limits& limits = {});

/// Codes with their records, the most frequent first; of equal ones the first by code point.
struct coded_records
{
    std::vector<membership> codes;
    std::size_t             omitted = 0; ///< labels beyond the limits, counted once for each record
};

/// The codes of the records at `positions`, which ascend. A record counts once for each code.
coded_records code_memberships(std::span<const feedback::record* const> records, std::span<const std::size_t> positions,
                               const code_fields& fields, const code_limits& limits = {});

/// Whose records are counted by group: the themes, then the values of dimensions and the most frequent codes as long as
/// a list of counts has at most `max_bytes` in the response.
std::vector<membership> subjects_of(std::span<const feedback::record* const> records,
                                    std::span<const membership> memberships, const code_fields& fields,
                                    std::size_t max_codes, std::size_t max_bytes);

} // namespace verbatim::analyze_bulk
