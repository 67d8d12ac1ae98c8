#pragma once

#include "codings.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// The confidence of suggested codes compared with their correctness:
/// docs/reference/operations/coding-agreement.md#confidence.
namespace verbatim::coding_agreement {

/// A suggested code with a confidence; correct if a human chose it too.
struct scored_suggestion
{
    double confidence = 0;
    bool   is_correct = false;
};

/// The suggestions of some records, and how often humans used a code.
struct scored_suggestions
{
    std::vector<scored_suggestion> suggestions; ///< highest confidence first
    std::size_t                    human_codes = 0;
};

scored_suggestions collect_suggestions(std::span<const coding> codings, std::span<const std::uint32_t> positions);

/// The suggestions with a confidence above `from`, up to and including `to`. The first bin includes 0.
struct calibration_bin
{
    double                from  = 0;
    double                to    = 0;
    std::size_t           count = 0;
    std::optional<double> mean_confidence; ///< none without suggestions
    std::optional<double> precision;       ///< share of correct suggestions
    std::optional<double> low;             ///< its 95 % interval
    std::optional<double> high;
};

struct calibration
{
    std::vector<calibration_bin> bins;           ///< of equal width
    double                       expected_error; ///< mean of |precision - confidence| of the bins, by their counts
    double                       brier_score;    ///< mean square of confidence minus 1 or 0
};

/// `suggestions` is not empty.
calibration calibrate(const scored_suggestions& suggestions, std::size_t bins);

/// The scores of the suggestions with at least this confidence.
struct threshold
{
    double      confidence  = 0;
    std::size_t suggestions = 0;
    double      precision   = 0;
    double      low         = 0; ///< 95 % interval of the precision
    double      high        = 0;
    double      recall      = 0;
    double      f1          = 0;
};

/// The threshold of the highest F1; of equal ones the highest. None without human codes.
std::optional<threshold> best_f1(const scored_suggestions& suggestions);

/// The lowest threshold with at least this precision. None without any, or without human codes.
std::optional<threshold> lowest_with_precision(const scored_suggestions& suggestions, double precision);

/// The lowest threshold whose precision is at least this one with 97.5 % certainty, although it was chosen among many.
/// Thresholds are tested from high to low until one fails, from several starts that share the error: at 50, 100, 200 and
/// so on suggestions ("fixed sequence testing", Angelopoulos et al., Learn then Test, 2021, section 4.2). Each test is the
/// exact bound of Clopper and Pearson. None below 50 suggestions, without any such threshold, or without human codes.
std::optional<threshold> lowest_with_assured_precision(const scored_suggestions& suggestions, double precision);

} // namespace verbatim::coding_agreement
