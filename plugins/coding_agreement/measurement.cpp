#include "measurement.hpp"

#include "confidence.hpp"
#include "limits.hpp"

#include "verbatim/feedback/json_size.hpp"
#include "verbatim/statistics/shares.hpp"

#include <algorithm>
#include <cmath>

namespace verbatim::coding_agreement {

namespace {

/// Records that each confusion names.
constexpr std::size_t examples_per_confusion = 5;

/// To six decimals; never minus zero.
double rounded(double value) noexcept { return std::round(value * 1e6) / 1e6 + 0.0; }

std::optional<double> rounded(const std::optional<double>& value) noexcept
{
    return value ? std::optional{rounded(*value)} : std::nullopt;
}

interval_estimate to_response(const estimate& estimate)
{
    return {rounded(estimate.value), rounded(estimate.low), rounded(estimate.high)};
}

score_triple to_response(const scores& scores)
{
    return {rounded(scores.precision), rounded(scores.recall), rounded(scores.f1)};
}

bin_report to_response(const calibration_bin& bin)
{
    return {.from            = rounded(bin.from),
            .to              = rounded(bin.to),
            .count           = bin.count,
            .mean_confidence = rounded(bin.mean_confidence),
            .precision       = rounded(bin.precision),
            .low             = rounded(bin.low),
            .high            = rounded(bin.high)};
}

std::optional<threshold_report> to_response(const std::optional<threshold>& threshold)
{
    if (!threshold) return std::nullopt;
    return threshold_report{.threshold       = threshold->confidence,
                            .suggested_codes = threshold->suggestions,
                            .precision       = rounded(threshold->precision),
                            .low             = rounded(threshold->low),
                            .high            = rounded(threshold->high),
                            .recall          = rounded(threshold->recall),
                            .f1              = rounded(threshold->f1)};
}

/// Limits of alpha for reliable and for tentative conclusions (Krippendorff, Content Analysis, 2004, section 11.4.4).
constexpr double reliable_alpha  = 0.8;
constexpr double tentative_alpha = 0.667;

verdict_grade grade_of(double low, double high) noexcept
{
    if (low >= reliable_alpha) return verdict_grade::reliable;
    if (low >= tentative_alpha) return verdict_grade::tentative;
    return high < tentative_alpha ? verdict_grade::unreliable : verdict_grade::undecided;
}

std::size_t bytes_of(const code_path& path)
{
    std::size_t bytes = 0;
    for (const auto& name : path) bytes += feedback::json_size(name) + 3;
    return bytes;
}

} // namespace

measurement::measurement(const request& request, const code_tree& tree, std::span<const coding> codings,
                         std::span<const std::uint32_t> positions, std::size_t max_codes)
    : request_{request}
    , tree_{tree}
    , codings_{codings}
    , positions_{positions}
    , pairs_{count_pairs(codings, positions)}
    , codes_{count_codes(pairs_, tree)}
    , listed_{std::min(codes_.size(), max_codes)}
{}

void measurement::count_confusions()
{
    confusions_ = find_confusions(pairs_, tree_, request_.max_confusions, examples_per_confusion);
}

void measurement::compare_sets()
{
    bootstrap_.emplace(pairs_, std::span{codes_}.first(listed_), request_.bootstrap_resamples, max_overlaps);
}

std::size_t measurement::steps() const noexcept
{
    return (request_.bootstrap_resamples + 1) * bootstrap_->steps_per_resample() + confusion_steps(pairs_);
}

std::size_t measurement::measures_bytes() const noexcept
{
    constexpr std::size_t measures = 1'500; // with those of people
    constexpr std::size_t bin      = 150;
    return measures + bin * request_.confidence_bins;
}

std::size_t measurement::list_bytes() const
{
    constexpr std::size_t numbers   = 250; // of a code: its numbers and the names of its members
    constexpr std::size_t confusion = 80;
    std::size_t           bytes     = 0;
    for (const auto& entry : std::span{codes_}.first(listed_)) bytes += numbers + bytes_of(tree_.path(entry.code));
    for (const auto& entry : confusions_)
    {
        bytes += confusion + bytes_of(tree_.path(entry.human)) + bytes_of(tree_.path(entry.suggested));
        for (const auto position : entry.positions) bytes += feedback::json_size(id_of(position)) + 3;
    }
    return bytes;
}

measures measurement::measure()
{
    const auto agreement = bootstrap_->of_sets();
    return {.kappa       = to_response(agreement.kappa),
            .alpha       = to_response(agreement.alpha),
            .exact_match = rounded(exact_match(pairs_)),
            .micro       = to_response(micro_scores(codes_)),
            .macro       = to_response(macro_scores(codes_)),
            .confidence  = confidence()};
}

coder_pair_report measurement::pair()
{
    const auto agreement = bootstrap_->of_sets();
    return {.kappa       = to_response(agreement.kappa),
            .alpha       = to_response(agreement.alpha),
            .exact_match = rounded(exact_match(pairs_))};
}

/// The bounds are the wider ones of the bootstrap and of Clopper and Pearson's for the observed disagreement: with few
/// disagreements the bootstrap has too little to draw from, and without any its interval is one point.
verdict_report measurement::verdict(const interval_estimate& alpha) const
{
    verdict_report report{.record_count = positions_.size()};
    report.code_count = static_cast<std::size_t>(
        std::ranges::count_if(codes_, [](const counted_code& code) { return code.counts.human() != 0; }));
    const auto& disagreement = bootstrap_->disagreement_of_sets();
    if (positions_.size() < min_verdict_records) report.grade = verdict_grade::few_records;
    else if (report.code_count < 2) report.grade = verdict_grade::one_code;
    else if (!alpha.low || !disagreement) report.grade = verdict_grade::no_interval;
    else
    {
        const auto n        = static_cast<double>(positions_.size());
        const auto sum      = std::clamp(disagreement->observed * n, 0.0, n);
        const auto alpha_of = [&](double observed) { return rounded(1 - observed / disagreement->expected_alpha); };
        report.low          = std::min(*alpha.low, alpha_of(statistics::upper_bound(sum, n, verdict_error)));
        report.high         = std::max(*alpha.high, alpha_of(statistics::lower_bound(sum, n, verdict_error)));
        report.grade        = grade_of(*report.low, *report.high);
    }
    return report;
}

std::optional<confidence_report> measurement::confidence() const
{
    const auto suggestions = collect_suggestions(codings_, positions_);
    if (suggestions.suggestions.empty()) return std::nullopt;

    const auto        calibration = calibrate(suggestions, request_.confidence_bins);
    confidence_report report{.suggested_codes            = suggestions.suggestions.size(),
                             .expected_calibration_error = rounded(calibration.expected_error),
                             .brier_score                = rounded(calibration.brier_score),
                             .bins                       = {},
                             .best_f1                    = to_response(best_f1(suggestions)),
                             .wanted_precision           = {},
                             .assured_precision          = {}};
    for (const auto& bin : calibration.bins) report.bins.push_back(to_response(bin));
    if (request_.wanted_precision)
    {
        report.wanted_precision  = to_response(lowest_with_precision(suggestions, *request_.wanted_precision));
        report.assured_precision = to_response(lowest_with_assured_precision(suggestions, *request_.wanted_precision));
    }
    return report;
}

std::vector<code_report> measurement::listed_codes()
{
    std::vector<code_report> reports;
    for (std::size_t n = 0; n != listed_; ++n)
    {
        const auto& [code, counts] = codes_[n];
        const auto agreement       = bootstrap_->of_code(n);
        reports.push_back({.code      = tree_.path(code),
                           .human     = counts.human(),
                           .suggested = counts.suggested(),
                           .both      = counts.both,
                           .scores    = to_response(scores_of(counts)),
                           .kappa     = to_response(agreement.kappa),
                           .alpha     = to_response(agreement.alpha)});
    }
    return reports;
}

std::vector<confusion_report> measurement::confusions() const
{
    const auto path = [&](code_id code) { return code == no_code ? std::nullopt : std::optional{tree_.path(code)}; };
    std::vector<confusion_report> reports;
    for (const auto& confusion : confusions_)
    {
        auto& report = reports.emplace_back();
        report       = {path(confusion.human), path(confusion.suggested), confusion.count, {}};
        for (const auto position : confusion.positions) report.record_ids.push_back(id_of(position));
    }
    return reports;
}

const std::string& measurement::id_of(std::uint32_t position) const
{
    return request_.records[positions_[position]].id;
}

level_report measurement::report(std::size_t level)
{
    return {.level         = level,
            .agreement     = measure(),
            .codes         = listed_codes(),
            .codes_omitted = codes_.size() - listed_,
            .confusions    = confusions()};
}

} // namespace verbatim::coding_agreement
