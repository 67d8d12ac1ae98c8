#pragma once

#include "codings.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// Chance-corrected agreement of two coders: docs/reference/operations/coding-agreement.md#agreement.
namespace verbatim::coding_agreement {

/// None where agreement by chance is certain, because both coders use a single category.
struct reliability
{
    std::optional<double> kappa; ///< Cohen's
    std::optional<double> alpha; ///< Krippendorff's
};

/// Disagreement of the two coders, and the one of two values that are drawn at random.
struct disagreement
{
    double observed       = 0; ///< mean distance of the sets of a record
    double expected_kappa = 0; ///< of a human and a suggested set
    double expected_alpha = 0; ///< of any two sets
};

/// Records by the coders that use a code.
struct code_counts
{
    std::size_t both           = 0;
    std::size_t only_human     = 0;
    std::size_t only_suggested = 0;

    std::size_t human() const noexcept { return both + only_human; }
    std::size_t suggested() const noexcept { return both + only_suggested; }
};

/// Of one code in `records` records: the categories are records with it and records without it.
reliability reliability_of(const code_counts& counts, std::size_t records) noexcept;

/// 1 minus the MASI distance (Passonneau, 2006): Jaccard's index times 1 for equal sets, 2/3 for a subset, 1/3 for sets
/// that overlap otherwise, and 0 for sets without a common code. Two empty sets are equal.
double masi_similarity(const code_set& left, const code_set& right) noexcept;

/// Of whole sets of codes, with the MASI distance as the weight of a disagreement. If every set has one code, these are
/// the unweighted kappa and the nominal alpha.
class set_reliability
{
public:
    /// Throws sdk::validation_error if more than `max_steps` pairs of sets share a code. Borrows `pairs`.
    set_reliability(const coding_pairs& pairs, std::size_t max_steps);

    /// The statistics if the n-th pair occurs `counts[n]` times, in `records` records.
    reliability of(std::span<const std::uint32_t> counts, std::size_t records);

    /// What the statistics are made of; none where they are not defined.
    std::optional<disagreement> disagreement_of(std::span<const std::uint32_t> counts, std::size_t records);

    /// The loops of one call of `of`.
    std::size_t steps() const noexcept { return distances_.size() + human_.size() + overlaps_.size(); }

private:
    struct overlap
    {
        std::uint32_t left;
        std::uint32_t right;
        double        similarity;
    };

    const coding_pairs&  pairs_;
    std::vector<double>  distances_; ///< of each pair
    std::vector<overlap> overlaps_;  ///< of different sets with a common code
    std::vector<double>  human_;     ///< records by set; of the call under way
    std::vector<double>  suggested_;
};

} // namespace verbatim::coding_agreement
