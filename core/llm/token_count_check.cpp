#include "llm/token_count_check.hpp"

#include "llm/codec.hpp"

#include <algorithm>
#include <cmath>

namespace verbatim::core::llm {

namespace {

/// Of the known prompt, which is English: tokenizers with small vocabularies and templates with long headers stay
/// within it. Counts of characters, of uncached tokens or of words of a cut prompt do not.
constexpr double least_ratio = 0.5, most_ratio = 2.5;

/// Estimates are at most 15 % off in ten languages (bench/tokens/run), and further where the server has another
/// tokenizer.
constexpr double cut_share = 0.5;

} // namespace

void token_count_check::learn(std::optional<std::int32_t> reported, std::size_t estimate) noexcept
{
    const auto ratio =
        static_cast<double>(reported.value_or(0)) / static_cast<double>(std::max<std::size_t>(estimate, 1));
    const bool is_plausible = ratio >= least_ratio && ratio <= most_ratio;
    ratio_                  = is_plausible ? ratio : 1;
    finding_                = is_plausible ? finding::plausible : finding::useless;
}

std::size_t token_count_check::corrected(std::size_t estimate) const noexcept
{
    return static_cast<std::size_t>(std::llround(static_cast<double>(estimate) * ratio_));
}

bool token_count_check::is_prompt_cut(std::int32_t reported, std::size_t estimate, std::string_view system,
                                      std::string_view user) const noexcept
{
    const auto found = finding_.load();
    if (found == finding::useless) return false;
    const auto expected = static_cast<double>(corrected(estimate));
    if (found == finding::plausible && reported >= least_context && reported < expected * cut_share) return true;
    return llm::is_prompt_cut(reported, system, user);
}

} // namespace verbatim::core::llm
