#pragma once

#include "codings.hpp"
#include "reliability.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// How well suggested codes match human codes: docs/reference/operations/coding-agreement.md#precision-recall-and-f1.
namespace verbatim::coding_agreement {

/// None where a division by zero would give it.
struct scores
{
    std::optional<double> precision;
    std::optional<double> recall;
    std::optional<double> f1;
};

scores scores_of(const code_counts& counts) noexcept;

struct counted_code
{
    code_id     code = no_code;
    code_counts counts;
};

/// The codes that a coder uses in some record, by number of uses of both coders together, highest first, then by path.
/// Only the first max_listed_codes are in this order.
std::vector<counted_code> count_codes(const coding_pairs& pairs, const code_tree& tree);

/// The scores of all uses of codes together.
scores micro_scores(std::span<const counted_code> codes) noexcept;

/// The means of the codes' scores, each over the codes that have it.
scores macro_scores(std::span<const counted_code> codes) noexcept;

/// The share of the records in which both sets of codes are equal.
double exact_match(const coding_pairs& pairs) noexcept;

/// A human code that is not suggested, and a suggested code that is not human, in the same records. No code: the other
/// is missing, or surplus, without a counterpart.
struct confusion
{
    code_id                    human     = no_code;
    code_id                    suggested = no_code;
    std::size_t                count     = 0; ///< records
    std::vector<std::uint32_t> positions;     ///< of the first records, in the order of `coding_pairs::pair_of`
};

/// The most frequent confusions, then by path; at most `limit` of them, each with the first `examples` records.
/// Throws sdk::validation_error if confusion_steps exceeds max_confusion_steps.
std::vector<confusion> find_confusions(const coding_pairs& pairs, const code_tree& tree, std::size_t limit,
                                       std::size_t examples);

/// About the combinations that find_confusions counts, an upper bound if no set is empty.
std::size_t confusion_steps(const coding_pairs& pairs) noexcept;

} // namespace verbatim::coding_agreement
