#include "verbatim/text_analysis/phrases.hpp"

#include "topic_words.hpp"

#include "verbatim/text_analysis/sentences.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <unordered_map>

namespace verbatim::text_analysis {
namespace {

constexpr std::size_t max_length = 3;

/// The stems of a phrase, and its language: equal stems of two languages are two phrases.
using phrase_key = std::array<std::uint32_t, max_length + 1>;

constexpr std::uint32_t no_stem = 0xFFFFFFFF;

struct key_hash
{
    std::size_t operator()(const phrase_key& stems) const noexcept
    {
        std::uint64_t hash = 1469598103934665603U;
        for (const auto stem : stems) hash = (hash ^ stem) * 1099511628211U, hash ^= hash >> 29U;
        return static_cast<std::size_t>(hash);
    }
};

struct candidate
{
    std::vector<std::uint32_t> documents;
    std::uint32_t              occurrences   = 0;
    std::uint32_t              name_like     = 0; ///< inside a sentence, written like a proper name
    std::uint32_t              mid_sentence  = 0; ///< inside a sentence
    std::uint8_t               content_words = 0;
};

bool is_content(const word& candidate_word) { return candidate_word.role == word_role::content; }

bool is_topical(const word& candidate_word)
{
    return candidate_word.role == word_role::content || candidate_word.role == word_role::vague;
}

/// Calls `step(begin, length, stems, content_words)` for every phrase of a sentence.
template <class Step>
void for_each_phrase(const tokenized_text& body, const sentence& range, language lang, Step step)
{
    for (auto begin = range.first; begin < range.last; ++begin)
    {
        if (!is_topical(body.words[begin])) continue;
        phrase_key  stems{no_stem, no_stem, no_stem, static_cast<std::uint32_t>(index(lang))};
        std::size_t topical = 0;
        for (std::uint32_t length = 1; length <= max_length && begin + length <= range.last; ++length)
        {
            const auto& last = body.words[begin + length - 1];
            if ((length > 1 && !last.joined) || last.role == word_role::reporting ||
                last.role == word_role::placeholder)
                break;
            stems[length - 1] = last.stem;
            topical += is_content(last);
            const bool hyphened = last.role == word_role::number && length > 1 &&
                                  body.words[begin + length - 2].end + 1 == last.begin &&
                                  body.text[last.begin - 1] == '-';
            if (topical > 0 && (is_topical(last) || hyphened)) step(begin, length, stems, topical);
        }
    }
}

/// Frequent but not ubiquitous phrases weigh most. The bonus makes up for a longer one being less frequent than its
/// words; names say little of a topic. It orders the phrases of summaries; without it the themes of generated records
/// are alike.
double weight_of(const candidate& entry, std::size_t documents)
{
    const auto frequency   = static_cast<double>(entry.documents.size());
    const auto total       = static_cast<double>(documents);
    const auto bonus       = entry.content_words >= 3 ? 2.1 : entry.content_words == 2 ? 1.8 : 1.0;
    const bool proper_name = entry.mid_sentence > 0 && entry.name_like * 10 >= entry.mid_sentence * 8;
    return frequency * std::log2(1 + total / frequency) * bonus * (proper_name ? 0.3 : 1.0);
}

/// Words between the first and the last one may be grammar: `familias como nosotros`.
std::vector<std::size_t> topics_of(const phrase& phrase, const tokenizer& tokenizer)
{
    const auto               text  = tokenizer.lower(phrase.spelling);
    const auto               first = std::string_view{text}.substr(0, text.find(' '));
    const auto               last  = std::string_view{text}.substr(text.rfind(' ') + 1);
    std::vector<std::size_t> topics;
    for (const auto& [word, stem] : {std::pair{first, phrase.stems.front()}, std::pair{last, phrase.stems.back()}})
        if (const auto topic = topic_of(phrase.lang, word, tokenizer.stem_text(stem))) topics.push_back(*topic);
    return topics;
}

/// A name such as "Covid" is one phrase in all languages, unless it means something else in one: `pain` is bread in
/// French. Keeps the order by weight.
std::vector<phrase> merge_equal_spellings(std::vector<phrase> phrases, const tokenizer& tokenizer)
{
    std::map<std::pair<std::string, std::vector<std::size_t>>, std::size_t> by_spelling;
    std::vector<phrase>                                                     merged;
    for (auto& next : phrases)
    {
        const auto [at, is_new] = by_spelling.try_emplace({tokenizer.lower(next.spelling), next.topics}, merged.size());
        if (is_new)
        {
            merged.push_back(std::move(next));
            continue;
        }
        auto&                      same = merged[at->second];
        std::vector<std::uint32_t> documents;
        std::ranges::set_union(same.documents, next.documents, std::back_inserter(documents));
        same.documents = std::move(documents);
        same.weight += next.weight;
    }
    std::ranges::stable_sort(merged, std::ranges::greater{}, &phrase::weight);
    return merged;
}

} // namespace

bool phrase::shares_stem(const phrase& other) const
{
    return std::any_of(stems.begin(), stems.end(), [&](auto stem) {
        return std::find(other.stems.begin(), other.stems.end(), stem) != other.stems.end();
    });
}

std::vector<phrase> key_phrases(const corpus& corpus, std::size_t max_phrases, tokenizer& tokenizer)
{
    const boilerplate                                   skipped{corpus};
    std::unordered_map<phrase_key, candidate, key_hash> candidates;
    const std::size_t                                   min_documents = corpus.documents.size() >= 2 ? 2 : 1;

    // A phrase is at most as frequent as each of its words, so phrases with a rare word need no counting.
    std::vector<std::uint32_t> document_counts(tokenizer.stem_count(), 0), last(tokenizer.stem_count(), no_stem);
    for (std::uint32_t at = 0; at < corpus.documents.size(); ++at)
        for (const auto& token : corpus.documents[at].content.words)
            if (last[token.stem] != at) last[token.stem] = at, ++document_counts[token.stem];

    const auto for_each = [&](auto step) {
        for (std::uint32_t at = 0; at < corpus.documents.size(); ++at)
        {
            const auto& body = corpus.documents[at].content;
            const auto  lang = body.detected_language.value_or(corpus.main_language);
            for (std::size_t nth = 0; nth < body.sentences.size(); ++nth)
                if (!skipped.contains(at, nth))
                    for_each_phrase(
                        body, body.sentences[nth], lang,
                        [&](std::uint32_t begin, std::uint32_t length, const phrase_key& stems, std::size_t topical) {
                            for (std::uint32_t i = 0; i < length; ++i)
                                if (document_counts[stems[i]] < min_documents) return;
                            step(at, body, body.sentences[nth], begin, length, stems, topical);
                        });
        }
    };
    for_each([&](std::uint32_t at, const tokenized_text& body, const sentence& within, std::uint32_t begin,
                 std::uint32_t length, const phrase_key& stems, std::size_t topical) {
        auto& entry = candidates[stems];
        if (entry.documents.empty() || entry.documents.back() != at) entry.documents.push_back(at);
        entry.content_words = static_cast<std::uint8_t>(topical);
        ++entry.occurrences;
        if (begin > within.first)
        {
            ++entry.mid_sentence;
            bool proper_name = true;
            for (std::uint32_t i = 0; i < length; ++i)
                proper_name =
                    proper_name && (body.words[begin + i].name_like || body.words[begin + i].role == word_role::stop);
            entry.name_like += proper_name;
        }
    });

    std::vector<std::pair<double, const phrase_key*>> ranked;
    for (const auto& [stems, entry] : candidates)
        if (entry.documents.size() >= min_documents)
            ranked.emplace_back(weight_of(entry, corpus.documents.size()), &stems);
    const auto better = [&](const auto& a, const auto& b) {
        if (a.first != b.first) return a.first > b.first;
        const auto first_a = candidates.at(*a.second).documents.front();
        const auto first_b = candidates.at(*b.second).documents.front();
        return first_a != first_b ? first_a < first_b : *a.second < *b.second;
    };
    const auto size = std::min(max_phrases, ranked.size());
    std::partial_sort(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(size), ranked.end(), better);
    ranked.resize(size);

    // Finds the most frequent spelling of each returned phrase.
    std::unordered_map<phrase_key, std::map<std::string, std::size_t>, key_hash> spellings;
    for (const auto& entry : ranked) spellings[*entry.second];
    for_each([&](std::uint32_t, const tokenized_text& body, const sentence& within, std::uint32_t begin,
                 std::uint32_t length, const phrase_key& stems, std::size_t) {
        const auto            entry         = spellings.find(stems);
        constexpr std::size_t max_spellings = 50; // of a phrase; bounds the memory
        if (entry == spellings.end() || entry->second.size() > max_spellings) return;
        const auto from = body.words[begin].begin, to = body.words[begin + length - 1].end;
        auto       text = std::string(std::string_view(body.text).substr(from, to - from));
        if (body.words[begin].name_like && begin == within.first)
            text = tokenizer.lower(text.substr(0, body.words[begin].end - from)) +
                   text.substr(body.words[begin].end - from);
        ++entry->second[text];
    });

    std::vector<phrase> phrases;
    for (const auto& [weight, stems] : ranked)
    {
        auto&       source = candidates.at(*stems);
        phrase      result;
        std::size_t best = 0;
        for (std::size_t n = 0; n < max_length; ++n)
            if ((*stems)[n] != no_stem) result.stems.push_back((*stems)[n]);
        for (const auto& [text, count] : spellings[*stems])
            if (count > best) result.spelling = text, best = count;
        result.documents     = std::move(source.documents);
        result.content_words = source.content_words;
        result.lang          = languages[(*stems)[max_length]];
        result.weight        = weight;
        result.topics        = topics_of(result, tokenizer);
        phrases.push_back(std::move(result));
    }
    return merge_equal_spellings(std::move(phrases), tokenizer);
}

} // namespace verbatim::text_analysis
