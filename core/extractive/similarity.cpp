#include "extractive/similarity.hpp"

#include <algorithm>
#include <set>

namespace verbatim::core::extractive {
namespace {

constexpr std::size_t beginning   = 3;
constexpr std::size_t most_beside = 64;

std::u32string points(const std::string& text)
{
    std::u32string all;
    for (const char c : text)
        if (const auto byte = static_cast<unsigned char>(c); (byte & 0xC0U) != 0x80U) all.push_back(byte);
        else if (!all.empty()) all.back() = (all.back() << 8U) | byte;
    return all;
}

std::string front_of(const std::string& text)
{
    std::size_t at = 0, seen = 0;
    while (at < text.size() && (seen < beginning || (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U))
    {
        seen += (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
        if (seen > beginning) break;
        ++at;
    }
    return text.substr(0, at);
}

double dice(const std::u32string& a, const std::u32string& b)
{
    const auto pieces = [](const std::u32string& text) {
        std::set<std::u32string> all;
        for (std::size_t at = 0; at + 3 <= text.size(); ++at) all.insert(text.substr(at, 3));
        return all;
    };
    const auto  mine = pieces(a), yours = pieces(b);
    std::size_t common = 0;
    for (const auto& one : mine) common += yours.contains(one);
    return mine.empty() || yours.empty()
               ? 0
               : 2.0 * static_cast<double>(common) / static_cast<double>(mine.size() + yours.size());
}

} // namespace

word_matcher::word_matcher(const reading& of, const reader& with)
    : with_(&with)
{
    for (const auto& one : of.words)
    {
        if (one.what != role::content && one.what != role::vague && one.what != role::noting) continue;
        const auto weight = one.what == role::content ? 1.0 : 0.6;
        if (auto [at, fresh] = same_.try_emplace(one.stem, weight); !fresh || one.what != role::content) continue;
        auto& beside = by_beginning_[front_of(with.stem_text(one.stem))];
        if (beside.size() < most_beside) beside.push_back(points(with.stem_text(one.stem)).substr(0, 40));
    }
}

double word_matcher::likeness(std::uint32_t stem) const
{
    if (const auto same = same_.find(stem); same != same_.end()) return same->second;
    const auto& text   = with_->stem_text(stem);
    const auto  beside = by_beginning_.find(front_of(text));
    if (beside == by_beginning_.end()) return 0;
    double     best = 0;
    const auto mine = points(text).substr(0, 40);
    for (const auto& one : beside->second) best = std::max(best, dice(mine, one));
    return best >= 0.5 ? best : 0;
}

} // namespace verbatim::core::extractive
