#include "verbatim/hierarchy/confidence.hpp"

#include "verbatim/feedback/answer_sentences.hpp"
#include "verbatim/feedback/percent.hpp"

#include <algorithm>
#include <cmath>

namespace verbatim::hierarchy {

std::vector<bool> chosen_for_judging(std::size_t count, double sample)
{
    const auto share  = static_cast<std::size_t>(std::ceil(std::clamp(sample, 0.0, 1.0) * static_cast<double>(count)));
    const auto chosen = std::min(std::max(share, min_judged_chunks), count);

    std::vector<bool> choice(count);
    for (std::size_t n = 0; n != count; ++n) choice[n] = (n + 1) * chosen / count != n * chosen / count;
    return choice;
}

std::optional<double> confidence(std::span<const chunk_score> chunks)
{
    double sum     = 0;
    double records = 0;
    for (const auto& chunk : chunks)
    {
        if (!chunk.score) continue;
        sum += *chunk.score * static_cast<double>(chunk.records);
        records += static_cast<double>(chunk.records);
    }
    if (records == 0) return std::nullopt;
    return std::clamp(sum / records, 0.0, 1.0); // rounding may exceed 1
}

std::string coverage(std::span<const chunk_score> chunks, feedback::label_language language)
{
    const auto& sentences = feedback::answer_sentences_in(language);
    const auto  total     = std::to_string(chunks.size());

    std::size_t judged  = 0;
    std::size_t omitted = 0;
    double      weakest = 1;
    for (const auto& chunk : chunks)
    {
        omitted += !chunk.is_chosen;
        if (!chunk.score) continue;
        ++judged;
        weakest = std::min(weakest, *chunk.score);
    }
    if (judged == 0) return feedback::filled(sentences.no_confidence, {{"total", total}});

    const auto  left_out = chunks.size() - omitted - judged;
    std::string failures =
        left_out == 0 ? "" : feedback::filled(sentences.failures, {{"count", std::to_string(left_out)}});
    if (!failures.empty()) failures = omitted == 0 ? " (" + failures + ")" : ", " + failures;
    return feedback::filled(omitted == 0 ? sentences.confidence : sentences.sampled_confidence,
                            {{"judged", std::to_string(judged)},
                             {"total", total},
                             {"omitted", std::to_string(omitted)},
                             {"failures", failures},
                             {"weakest", feedback::two_decimals(weakest)}});
}

} // namespace verbatim::hierarchy
