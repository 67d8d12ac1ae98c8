#include "reliability.hpp"

#include "limits.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

namespace verbatim::coding_agreement {

namespace {

/// 1 minus observed disagreement by expected disagreement.
double corrected(double observed, double expected) noexcept { return 1 - observed / expected; }

std::size_t common_codes(const code_set& left, const code_set& right) noexcept
{
    std::size_t count = 0;
    for (auto a = left.begin(), b = right.begin(); a != left.end() && b != right.end();)
        if (*a < *b) ++a;
        else if (*b < *a) ++b;
        else ++count, ++a, ++b;
    return count;
}

/// The similarity of different sets with this number of common codes.
double similarity_of_different(const code_set& left, const code_set& right, std::size_t common) noexcept
{
    if (common == 0) return 0;
    const bool is_subset = common == std::min(left.size(), right.size());
    return static_cast<double>(common) / static_cast<double>(left.size() + right.size() - common) *
           (is_subset ? 2.0 : 1.0) / 3.0;
}

/// A code of a set.
struct set_code
{
    code_id       code;
    std::uint32_t set;

    friend auto operator<=>(const set_code&, const set_code&) = default;
};

/// The codes of all sets, in the order of the codes.
std::vector<set_code> codes_of_sets(const coding_pairs& pairs)
{
    std::vector<set_code> codes;
    for (std::uint32_t n = 0; n != pairs.sets.size(); ++n)
        for (const auto code : *pairs.sets[n]) codes.push_back({code, n});
    std::ranges::sort(codes);
    return codes;
}

auto sets_with(code_id code, const std::vector<set_code>& codes)
{
    return std::ranges::equal_range(codes, code, {}, &set_code::code);
}

} // namespace

reliability reliability_of(const code_counts& counts, std::size_t records) noexcept
{
    const auto n         = static_cast<double>(records);
    const auto human     = static_cast<double>(counts.human());
    const auto suggested = static_cast<double>(counts.suggested());
    const auto with      = human + suggested;
    const auto without   = 2 * n - with;
    if (with == 0 || without == 0) return {};

    const auto observed       = static_cast<double>(counts.only_human + counts.only_suggested) / n;
    const auto expected_kappa = (human * (n - suggested) + (n - human) * suggested) / (n * n);
    const auto expected_alpha = 2 * with * without / (2 * n * (2 * n - 1));
    return {.kappa = corrected(observed, expected_kappa), .alpha = corrected(observed, expected_alpha)};
}

double masi_similarity(const code_set& left, const code_set& right) noexcept
{
    return left == right ? 1 : similarity_of_different(left, right, common_codes(left, right));
}

set_reliability::set_reliability(const coding_pairs& pairs, std::size_t max_steps)
    : pairs_{pairs}
    , human_(pairs.sets.size())
    , suggested_(pairs.sets.size())
{
    for (const auto& pair : pairs.pairs)
        distances_.push_back(1 - masi_similarity(pairs.human(pair), pairs.suggested(pair)));

    const auto  codes = codes_of_sets(pairs);
    std::size_t steps = 0;
    for (auto code = codes.begin(); code != codes.end();)
    {
        const auto sets = sets_with(code->code, codes);
        steps += sets.size() * sets.size();
        code = sets.end();
    }
    if (steps > max_steps) throw too_much_work();
    overlaps_.reserve(steps / 2);

    // Counts the common codes of all pairs of sets: comparing each pair would take as many steps for each code of a
    // set.
    std::vector<std::uint32_t> common(pairs.sets.size());
    for (std::uint32_t left = 0; left != pairs.sets.size(); ++left)
    {
        const auto first = overlaps_.size();
        for (const auto code : *pairs.sets[left])
            for (const auto& [other, right] : sets_with(code, codes))
                if (right > left && common[right]++ == 0) overlaps_.push_back({left, right, 0});
        for (auto& entry : std::span{overlaps_}.subspan(first))
            entry.similarity = similarity_of_different(*pairs.sets[left], *pairs.sets[entry.right],
                                                       std::exchange(common[entry.right], 0));
    }
}

reliability set_reliability::of(std::span<const std::uint32_t> counts, std::size_t records)
{
    const auto found = disagreement_of(counts, records);
    if (!found) return {};
    return {.kappa = corrected(found->observed, found->expected_kappa),
            .alpha = corrected(found->observed, found->expected_alpha)};
}

std::optional<disagreement> set_reliability::disagreement_of(std::span<const std::uint32_t> counts,
                                                             std::size_t                    records)
{
    const auto n = static_cast<double>(records);
    std::ranges::fill(human_, 0);
    std::ranges::fill(suggested_, 0);
    double observed = 0;
    for (std::size_t pair = 0; pair != counts.size(); ++pair)
    {
        const auto count = static_cast<double>(counts[pair]);
        human_[pairs_.pairs[pair].human] += count;
        suggested_[pairs_.pairs[pair].suggested] += count;
        observed += count * distances_[pair];
    }
    observed /= n;

    double crossed = 0; // similarity of a human set and a suggested set, over all combinations
    double pooled  = 0; // the same of any two sets
    for (std::size_t set = 0; set != human_.size(); ++set)
    {
        const auto both = human_[set] + suggested_[set];
        if (both == 2 * n) return {};
        crossed += human_[set] * suggested_[set];
        pooled += both * both;
    }
    for (const auto& [left, right, similarity] : overlaps_)
    {
        crossed += similarity * (human_[left] * suggested_[right] + human_[right] * suggested_[left]);
        pooled += 2 * similarity * (human_[left] + suggested_[left]) * (human_[right] + suggested_[right]);
    }
    return disagreement{.observed       = observed,
                        .expected_kappa = 1 - crossed / (n * n),
                        .expected_alpha = (4 * n * n - pooled) / (2 * n * (2 * n - 1))};
}

} // namespace verbatim::coding_agreement
