#include "extractive/phrases.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <unordered_map>

namespace verbatim::core::extractive {
namespace {

constexpr std::size_t longest = 3;

using key = std::array<std::uint32_t, longest>;

constexpr std::uint32_t no_stem = 0xFFFFFFFF;

struct key_hash
{
    std::size_t operator()(const key& which) const noexcept
    {
        std::uint64_t hash = 1469598103934665603U;
        for (const auto stem : which) hash = (hash ^ stem) * 1099511628211U, hash ^= hash >> 29U;
        return static_cast<std::size_t>(hash);
    }
};

struct candidate
{
    std::vector<std::uint32_t> holders;
    std::uint32_t              seen      = 0;
    std::uint32_t              name_like = 0; ///< inside a sentence, written like a proper name
    std::uint32_t              inside    = 0; ///< inside a sentence
    std::uint8_t               topical   = 0;
};

bool content(const word& which) { return which.what == role::content; }

bool carries(const word& which) { return which.what == role::content || which.what == role::vague; }

/// Calls `step(begin, length, key, topical)` for every phrase of a sentence.
template <class Step>
void each_phrase(const reading& body, const sentence& which, Step step)
{
    for (auto begin = which.first; begin < which.last; ++begin)
    {
        if (!carries(body.words[begin])) continue;
        key         stems{no_stem, no_stem, no_stem};
        std::size_t topical = 0;
        for (std::uint32_t length = 1; length <= longest && begin + length <= which.last; ++length)
        {
            const auto& last = body.words[begin + length - 1];
            if ((length > 1 && !last.joined) || last.what == role::noting || last.what == role::placeholder) break;
            stems[length - 1] = last.stem;
            topical += content(last);
            const bool hyphened = last.what == role::number && length > 1 &&
                                  body.words[begin + length - 2].end + 1 == last.begin &&
                                  body.text[last.begin - 1] == '-';
            if (topical > 0 && (carries(last) || hyphened)) step(begin, length, stems, topical);
        }
    }
}

double weight_of(const candidate& which, std::size_t records)
{
    const auto held   = static_cast<double>(which.holders.size());
    const auto all    = static_cast<double>(records);
    const auto bonus  = which.topical >= 3 ? 2.1 : which.topical == 2 ? 1.8 : 1.0;
    const bool a_name = which.inside > 0 && which.name_like * 10 >= which.inside * 8;
    return held * std::log2(1 + all / held) * bonus * (a_name ? 0.3 : 1.0);
}

} // namespace

bool phrase::shares_stem(const phrase& other) const
{
    return std::any_of(stems.begin(), stems.end(), [&](auto stem) {
        return std::find(other.stems.begin(), other.stems.end(), stem) != other.stems.end();
    });
}

std::vector<phrase> key_phrases(const corpus& all, std::size_t most, reader& with)
{
    const auto                                   skipped = boilerplate(all);
    std::unordered_map<key, candidate, key_hash> found;
    const std::size_t                            least = all.notes.size() >= 2 ? 2 : 1;

    // A phrase is no more frequent than its words, so that words are counted first and rare ones never make a phrase.
    std::vector<std::uint32_t> held(with.stem_count(), 0), last(with.stem_count(), no_stem);
    for (std::uint32_t at = 0; at < all.notes.size(); ++at)
        for (const auto& one : all.notes[at].body.words)
            if (last[one.stem] != at) last[one.stem] = at, ++held[one.stem];

    const auto walk = [&](auto step) {
        for (std::uint32_t at = 0; at < all.notes.size(); ++at)
        {
            const auto& body = all.notes[at].body;
            for (std::size_t nth = 0; nth < body.sentences.size(); ++nth)
                if (!skipped[at][nth])
                    each_phrase(body, body.sentences[nth],
                                [&](std::uint32_t begin, std::uint32_t length, const key& stems, std::size_t topical) {
                                    for (std::uint32_t i = 0; i < length; ++i)
                                        if (held[stems[i]] < least) return;
                                    step(at, body, body.sentences[nth], begin, length, stems, topical);
                                });
        }
    };
    walk([&](std::uint32_t at, const reading& body, const sentence& within, std::uint32_t begin, std::uint32_t length,
             const key& stems, std::size_t topical) {
        auto& one = found[stems];
        if (one.holders.empty() || one.holders.back() != at) one.holders.push_back(at);
        one.topical = static_cast<std::uint8_t>(topical);
        ++one.seen;
        if (begin > within.first)
        {
            ++one.inside;
            bool named = true;
            for (std::uint32_t i = 0; i < length; ++i)
                named = named && (body.words[begin + i].name_like || body.words[begin + i].what == role::stop);
            one.name_like += named;
        }
    });

    std::vector<std::pair<double, const key*>> ranked;
    for (const auto& [stems, one] : found)
        if (one.holders.size() >= least) ranked.emplace_back(weight_of(one, all.notes.size()), &stems);
    const auto better = [&](const auto& a, const auto& b) {
        if (a.first != b.first) return a.first > b.first;
        const auto &mine = found.at(*a.second).holders, &yours = found.at(*b.second).holders;
        return mine.front() != yours.front() ? mine.front() < yours.front() : *a.second < *b.second;
    };
    const auto kept = std::min(most, ranked.size());
    std::partial_sort(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(kept), ranked.end(), better);
    ranked.resize(kept);

    // Only what is kept gets a face: the spelling most used.
    std::unordered_map<key, std::map<std::string, std::size_t>, key_hash> spellings;
    for (const auto& one : ranked) spellings[*one.second];
    walk([&](std::uint32_t, const reading& body, const sentence& within, std::uint32_t begin, std::uint32_t length,
             const key& stems, std::size_t) {
        const auto wanted = spellings.find(stems);
        if (wanted == spellings.end() || wanted->second.size() > 50) return;
        const auto from = body.words[begin].begin, to = body.words[begin + length - 1].end;
        auto       text = std::string(std::string_view(body.text).substr(from, to - from));
        if (body.words[begin].name_like && begin == within.first)
            text = with.lower(text.substr(0, body.words[begin].end - from)) + text.substr(body.words[begin].end - from);
        ++wanted->second[text];
    });

    std::vector<phrase> phrases;
    for (const auto& [weight, stems] : ranked)
    {
        auto&       source = found.at(*stems);
        phrase      made;
        std::size_t best = 0;
        for (const auto stem : *stems)
            if (stem != no_stem) made.stems.push_back(stem);
        for (const auto& [text, count] : spellings[*stems])
            if (count > best) made.shown = text, best = count;
        made.holders = std::move(source.holders);
        made.topical = source.topical;
        made.weight  = weight;
        phrases.push_back(std::move(made));
    }
    return phrases;
}

} // namespace verbatim::core::extractive
