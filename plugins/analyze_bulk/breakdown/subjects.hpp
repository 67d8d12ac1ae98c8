#pragma once

#include "codes.hpp"
#include "membership.hpp"

#include "verbatim/feedback/record.hpp"
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

/// The themes, then the most frequent codes as long as a list of counts has at most `max_bytes` in the response.
std::vector<subject> subjects_of(std::span<const feedback::record* const> records, std::span<const membership> themes,
                                 const code_fields& fields, std::size_t max_codes, std::size_t max_bytes);

} // namespace verbatim::analyze_bulk
