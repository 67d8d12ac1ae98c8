#pragma once

#include "verbatim/sdk/error.hpp"

#include <cstddef>

/// Bounds of a request: docs/reference/operations/coding-agreement.md#limits.
namespace verbatim::coding_agreement {

inline constexpr std::size_t max_records      = 50'000;
inline constexpr std::size_t max_record_codes = 50; ///< of each coder in one record
inline constexpr std::size_t max_levels       = 16;
inline constexpr std::size_t max_name_length  = 512;
inline constexpr std::size_t max_keys         = 5;
inline constexpr std::size_t max_key_length   = 128;
inline constexpr std::size_t max_values       = 50;  ///< groups of one key
inline constexpr std::size_t max_value_length = 256; ///< characters of a metadata value
inline constexpr std::size_t max_array_values = 100; ///< items of an array that are read
inline constexpr std::size_t max_resamples    = 2'000;
inline constexpr std::size_t max_listed_codes = 1'000;
inline constexpr std::size_t max_bins         = 50;

/// Blind decisions before a verdict, and suggestions before a threshold is assured.
inline constexpr std::size_t min_verdict_records = 50;

/// Probability that the lower bound of a verdict exceeds the true value: one side of a 95 % interval.
inline constexpr double verdict_error = 0.025;

/// Bytes of measures, codes and confusions, by estimate.
inline constexpr std::size_t max_response_size = std::size_t{12} << 20;

/// Steps of a request, each some nanoseconds.
inline constexpr std::size_t max_request_steps = 4'000'000'000;

/// Steps between two checks of the deadline: 0.25 s at most, measured on a loaded machine.
inline constexpr std::size_t slice_steps = 20'000'000;

/// Records that are grouped by a key between two checks of the deadline.
inline constexpr std::size_t slice_records = 1'000;

/// Pairs of different sets of codes with a common code: their number bounds the memory of a comparison.
inline constexpr std::size_t max_overlaps = 1'500'000;

/// Pairs of a human and a suggested code, which bound the memory of the confusions.
inline constexpr std::size_t max_confusion_steps = 1'000'000;

inline sdk::validation_error too_much_work()
{
    return {"records",
            "Comparing these codes takes too long; send fewer records, fewer codes per record, fewer keys in "
            "`by`, or a lower `bootstrap_resamples`"};
}

} // namespace verbatim::coding_agreement
