#include "verbatim/text_analysis/similarity.hpp"

#include <algorithm>
#include <set>

namespace verbatim::text_analysis {
namespace {

constexpr std::size_t prefix_length      = 3;  // shorter words share letters by accident
constexpr std::size_t max_compared_words = 64; // bounds the comparisons for a word
constexpr std::size_t max_letters        = 40; // bounds a comparison; longer than words of any of the languages

std::u32string code_points_of(const std::string& text)
{
    std::u32string result;
    for (const char c : text)
        if (const auto byte = static_cast<unsigned char>(c); (byte & 0xC0U) != 0x80U) result.push_back(byte);
        else if (!result.empty()) result.back() = (result.back() << 8U) | byte;
    return result;
}

std::string prefix_of(const std::string& text)
{
    std::size_t at = 0, seen = 0;
    while (at < text.size() && (seen < prefix_length || (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U))
    {
        seen += (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
        if (seen > prefix_length) break;
        ++at;
    }
    return text.substr(0, at);
}

double dice_coefficient(const std::u32string& a, const std::u32string& b)
{
    const auto trigrams = [](const std::u32string& text) {
        std::set<std::u32string> result;
        for (std::size_t at = 0; at + 3 <= text.size(); ++at) result.insert(text.substr(at, 3));
        return result;
    };
    const auto  left = trigrams(a), right = trigrams(b);
    std::size_t common = 0;
    for (const auto& trigram : left) common += right.contains(trigram);
    return left.empty() || right.empty()
               ? 0
               : 2.0 * static_cast<double>(common) / static_cast<double>(left.size() + right.size());
}

} // namespace

word_matcher::word_matcher(const tokenized_text& text, const tokenizer& tokenizer)
    : tokenizer_(&tokenizer)
{
    for (const auto& token : text.words)
    {
        if (token.role != word_role::content && token.role != word_role::vague && token.role != word_role::reporting)
            continue;
        const auto weight = token.role == word_role::content ? 1.0 : 0.6;
        if (auto [at, is_new] = weights_.try_emplace(token.stem, weight); !is_new || token.role != word_role::content)
            continue;
        auto& candidates = by_prefix_[prefix_of(tokenizer.stem_text(token.stem))];
        if (candidates.size() < max_compared_words)
            candidates.push_back(code_points_of(tokenizer.stem_text(token.stem)).substr(0, max_letters));
    }
}

double word_matcher::likeness(std::uint32_t stem) const
{
    if (const auto same = weights_.find(stem); same != weights_.end()) return same->second;
    const auto& text       = tokenizer_->stem_text(stem);
    const auto  candidates = by_prefix_.find(prefix_of(text));
    if (candidates == by_prefix_.end()) return 0;
    double     best       = 0;
    const auto characters = code_points_of(text).substr(0, max_letters);
    for (const auto& candidate : candidates->second) best = std::max(best, dice_coefficient(characters, candidate));
    return best >= 0.5 ? best : 0;
}

} // namespace verbatim::text_analysis
