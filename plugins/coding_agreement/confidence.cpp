#include "confidence.hpp"

#include "limits.hpp"

#include "verbatim/statistics/shares.hpp"

#include <algorithm>
#include <cmath>

namespace verbatim::coding_agreement {

namespace {

/// Bins of equal width from 0 to 1.
std::vector<calibration_bin> empty_bins(std::size_t count)
{
    std::vector<calibration_bin> bins(count);
    for (std::size_t n = 0; n != count; ++n)
    {
        bins[n].from = static_cast<double>(n) / static_cast<double>(count);
        bins[n].to   = static_cast<double>(n + 1) / static_cast<double>(count);
    }
    return bins;
}

/// The threshold at the last of the first `count` suggestions, of which `correct` are correct.
threshold threshold_at(const scored_suggestions& all, std::size_t count, std::size_t correct)
{
    const auto hits = static_cast<double>(correct);
    const auto size = static_cast<double>(count);
    threshold  result{.confidence = all.suggestions[count - 1].confidence, .suggestions = count};
    result.precision = hits / size;
    result.recall    = hits / static_cast<double>(all.human_codes);
    result.f1        = 2 * hits / (size + static_cast<double>(all.human_codes));
    const auto range = statistics::share_interval({correct, count});
    result.low       = range.low;
    result.high      = range.high;
    return result;
}

/// Thresholds from high to low, each with the number of suggestions that reach it and of the correct ones of these.
struct threshold_count
{
    std::size_t count   = 0;
    std::size_t correct = 0;
};

std::vector<threshold_count> count_thresholds(const scored_suggestions& all)
{
    std::vector<threshold_count> thresholds;
    std::size_t                  correct = 0;
    for (std::size_t n = 0; n != all.suggestions.size(); ++n)
    {
        correct += all.suggestions[n].is_correct ? 1 : 0;
        const bool is_last_of_equals =
            n + 1 == all.suggestions.size() || all.suggestions[n + 1].confidence != all.suggestions[n].confidence;
        if (is_last_of_equals) thresholds.push_back({n + 1, correct});
    }
    return thresholds;
}

/// The threshold that `is_better(candidate, best)` prefers, in descending order of confidence.
template <class IsBetter>
std::optional<threshold> choose(const scored_suggestions& all, IsBetter is_better)
{
    std::optional<threshold> best;
    if (all.human_codes == 0) return best;
    for (const auto& [count, correct] : count_thresholds(all))
        if (const auto candidate = threshold_at(all, count, correct); is_better(candidate, best)) best = candidate;
    return best;
}

} // namespace

scored_suggestions collect_suggestions(std::span<const coding> codings, std::span<const std::uint32_t> positions)
{
    scored_suggestions result;
    for (const auto position : positions)
    {
        const auto& coding = codings[position];
        result.human_codes += coding.human.size();
        for (const auto& [code, confidence] : coding.scored)
            result.suggestions.push_back({confidence, std::ranges::binary_search(coding.human, code)});
    }
    std::ranges::sort(result.suggestions, std::ranges::greater{}, &scored_suggestion::confidence);
    return result;
}

calibration calibrate(const scored_suggestions& suggestions, std::size_t bins)
{
    calibration              result{.bins = empty_bins(bins), .expected_error = 0, .brier_score = 0};
    std::vector<double>      sums(bins);
    std::vector<std::size_t> correct(bins);
    for (const auto& [confidence, is_correct] : suggestions.suggestions)
    {
        const auto bin = std::ranges::lower_bound(result.bins, confidence, {}, &calibration_bin::to);
        const auto n   = static_cast<std::size_t>(bin - result.bins.begin());
        ++bin->count;
        sums[n] += confidence;
        correct[n] += is_correct ? 1 : 0;
        result.brier_score += std::pow(confidence - (is_correct ? 1 : 0), 2);
    }
    const auto total = static_cast<double>(suggestions.suggestions.size());
    result.brier_score /= total;
    for (std::size_t n = 0; n != bins; ++n)
    {
        auto& bin = result.bins[n];
        if (bin.count == 0) continue;
        const auto count    = static_cast<double>(bin.count);
        bin.mean_confidence = sums[n] / count;
        bin.precision       = static_cast<double>(correct[n]) / count;
        const auto range    = statistics::share_interval({correct[n], bin.count});
        bin.low             = range.low;
        bin.high            = range.high;
        result.expected_error += count / total * std::abs(*bin.precision - *bin.mean_confidence);
    }
    return result;
}

std::optional<threshold> best_f1(const scored_suggestions& suggestions)
{
    return choose(suggestions, [](const threshold& candidate, const std::optional<threshold>& best) {
        return !best || candidate.f1 > best->f1;
    });
}

std::optional<threshold> lowest_with_precision(const scored_suggestions& suggestions, double precision)
{
    return choose(suggestions, [precision](const threshold& candidate, const std::optional<threshold>&) {
        return candidate.precision >= precision;
    });
}

std::optional<threshold> lowest_with_assured_precision(const scored_suggestions& suggestions, double precision)
{
    const auto thresholds = count_thresholds(suggestions);
    const auto total      = suggestions.suggestions.size();
    if (suggestions.human_codes == 0 || total < min_verdict_records) return std::nullopt;

    std::size_t starts = 1;
    while (min_verdict_records << starts <= total) ++starts;
    const auto error = verdict_error / static_cast<double>(starts);

    std::size_t accepted = 0; // thresholds that pass, as a number of them from the highest
    for (std::size_t start = 0; start != starts; ++start)
    {
        auto next = std::ranges::lower_bound(thresholds, min_verdict_records << start, {}, &threshold_count::count);
        for (; next != thresholds.end(); ++next)
            if (statistics::lower_bound(static_cast<double>(next->correct), static_cast<double>(next->count), error) <
                precision)
                break;
            else accepted = std::max(accepted, static_cast<std::size_t>(next - thresholds.begin()) + 1);
    }
    if (accepted == 0) return std::nullopt;
    return threshold_at(suggestions, thresholds[accepted - 1].count, thresholds[accepted - 1].correct);
}

} // namespace verbatim::coding_agreement
