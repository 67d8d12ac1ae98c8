#include "verbatim/text_analysis/phrases.hpp"

#include "document_counts.hpp"
#include "frequency_sketch.hpp"
#include "word_lists.hpp"

#include "verbatim/text_analysis/sentences.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <span>
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
    std::vector<std::uint32_t> documents;         ///< positions, ascending
    std::uint32_t              name_like     = 0; ///< inside a sentence, written like a proper name
    std::uint32_t              mid_sentence  = 0; ///< inside a sentence
    std::uint8_t               content_words = 0;
};

bool is_content(const word& word) { return word.role == word_role::content; }

bool is_topical(const word& word) { return word.role == word_role::content || word.role == word_role::vague; }

/// Calls `step(begin, length, key, content_words)` for every phrase of a sentence.
template <class Step>
void for_each_phrase(const tokenized_text& body, const sentence& range, language lang, Step step)
{
    for (auto begin = range.first; begin < range.last; ++begin)
    {
        if (!is_topical(body.words[begin])) continue;
        phrase_key  key{no_stem, no_stem, no_stem, static_cast<std::uint32_t>(index(lang))};
        std::size_t content_words = 0;
        for (std::uint32_t length = 1; length <= max_length && begin + length <= range.last; ++length)
        {
            const auto& last = body.words[begin + length - 1];
            if ((length > 1 && !last.joined) || last.role == word_role::reporting ||
                last.role == word_role::placeholder)
                break;
            key[length - 1] = last.stem;
            content_words += is_content(last);
            const bool hyphened = last.role == word_role::number && length > 1 &&
                                  body.words[begin + length - 2].end + 1 == last.begin &&
                                  body.text[last.begin - 1] == '-';
            if (content_words > 0 && (is_topical(last) || hyphened)) step(begin, length, key, content_words);
        }
    }
}

/// Increases with the frequency, but less than in proportion. min_frequency_for() relies on the increase.
double weight_of_frequency(std::size_t frequency, std::size_t documents)
{
    const auto count = static_cast<double>(frequency);
    return count * std::log2(1 + static_cast<double>(documents) / count);
}

constexpr double max_length_bonus = 2.1;

/// The bonus offsets that longer phrases are less frequent than their words. It affects the order in summaries, but not
/// the themes of generated records. Names say little about a topic.
double weight_of(const candidate& entry, std::size_t documents)
{
    const auto bonus       = entry.content_words >= 3 ? max_length_bonus : entry.content_words == 2 ? 1.8 : 1.0;
    const bool proper_name = entry.mid_sentence > 0 && entry.name_like * 10 >= entry.mid_sentence * 8;
    return weight_of_frequency(entry.documents.size(), documents) * bonus * (proper_name ? 0.3 : 1.0);
}

/// A phrase where it occurs.
struct occurrence
{
    std::uint32_t                  document = 0; ///< position
    const tokenized_text&          text;
    const text_analysis::sentence& sentence;
    std::uint32_t                  begin  = 0; ///< its first word
    std::uint32_t                  length = 0; ///< words
    const phrase_key&              key;
    std::size_t                    content_words = 0;

    bool begins_sentence() const { return begin == sentence.first; }

    bool is_name_like() const
    {
        return std::ranges::all_of(std::span{text.words}.subspan(begin, length),
                                   [](const word& part) { return part.name_like || part.role == word_role::stop; });
    }

    /// As it is written inside a sentence.
    std::string spelling(const tokenizer& tokenizer) const
    {
        const auto& first = text.words[begin];
        const auto& last  = text.words[begin + length - 1];
        if (!first.name_like || !begins_sentence()) return text.text.substr(first.begin, last.end - first.begin);
        return tokenizer.lower(text.text_of(first)).append(text.text, first.end, last.end - first.end);
    }
};

using candidate_map = std::unordered_map<phrase_key, candidate, key_hash>;

struct ranked_phrase
{
    double            weight = 0;
    const phrase_key* key    = nullptr;
    candidate*        entry  = nullptr;

    /// The better one comes first.
    bool operator<(const ranked_phrase& other) const
    {
        if (weight != other.weight) return weight > other.weight;
        const auto first = entry->documents.front(), first_of_other = other.entry->documents.front();
        return first != first_of_other ? first < first_of_other : *key < *other.key;
    }
};

/// Finds the phrases of greatest weight in a corpus, which must outlive it.
class phrase_search
{
public:
    phrase_search(const corpus& corpus, const tokenizer& tokenizer)
        : corpus_{corpus}
        , min_documents_{corpus.documents.size() >= 2 ? std::size_t{2} : 1}
        , skipped_{corpus}
        , documents_with_{corpus, tokenizer.stem_count()}
        , frequencies_{count_words(corpus)}
    {
        for_each_occurrence([&](const occurrence& next) { frequencies_.add(key_hash{}(next.key)); });
    }

    /// The best `max_phrases`, best first. They refer to `candidates`, which has further ones.
    std::vector<ranked_phrase> best(std::size_t max_phrases, candidate_map& candidates) const
    {
        if (max_phrases == 0) return {};
        // Candidates for all phrases would take most of the time and memory. So the first pass guesses a minimum
        // frequency. If a less frequent phrase could be among the best, a second pass uses the exact minimum. The
        // sketch counts occurrences, which are at least as many as documents.
        auto min_frequency = std::max(frequencies_.bound_of_most_frequent(4 * max_phrases), min_documents_);
        for (;;)
        {
            find_candidates(min_frequency, candidates);
            auto       ranking   = rank(candidates, max_phrases);
            const bool is_full   = ranking.size() == max_phrases;
            const auto necessary = is_full ? min_frequency_for(ranking.back().weight) : min_documents_;
            if (min_frequency <= necessary) return ranking;
            min_frequency = necessary; // further candidates can only raise the lowest weight, so there is no third pass
        }
    }

    using spelling_counts = std::map<std::string, std::size_t>;

    /// The number of occurrences of each spelling.
    std::unordered_map<phrase_key, spelling_counts, key_hash> spellings(std::span<const ranked_phrase> phrases,
                                                                        const tokenizer&               tokenizer) const
    {
        constexpr std::size_t                                     max_spellings = 50; // of a phrase; bounds the memory
        std::unordered_map<phrase_key, spelling_counts, key_hash> counts;
        for (const auto& phrase : phrases) counts[*phrase.key];
        for_each_occurrence([&](const occurrence& next) {
            const auto entry = counts.find(next.key);
            if (entry != counts.end() && entry->second.size() < max_spellings)
                ++entry->second[next.spelling(tokenizer)];
        });
        return counts;
    }

private:
    /// A text has about as many phrases as words.
    static std::size_t count_words(const corpus& corpus)
    {
        std::size_t words = 0;
        for (const auto& document : corpus.documents) words += document.content.words.size();
        return words;
    }

    /// Leaves out phrases with a rare word: a phrase is at most as frequent as each of its words.
    template <class Step>
    void for_each_occurrence(Step step) const
    {
        for (std::uint32_t at = 0; at < corpus_.documents.size(); ++at)
        {
            const auto& text = corpus_.documents[at].content;
            const auto  lang = text.detected_language.value_or(corpus_.main_language);
            for (std::size_t nth = 0; nth < text.sentences.size(); ++nth)
            {
                if (skipped_.contains(at, nth)) continue;
                const auto& sentence = text.sentences[nth];
                for_each_phrase(
                    text, sentence, lang,
                    [&](std::uint32_t begin, std::uint32_t length, const phrase_key& key, std::size_t content_words) {
                        for (std::uint32_t i = 0; i < length; ++i)
                            if (documents_with_[key[i]] < min_documents_) return;
                        step(occurrence{at, text, sentence, begin, length, key, content_words});
                    });
            }
        }
    }

    /// The fewest documents with which a phrase can have this weight.
    std::size_t min_frequency_for(double weight) const
    {
        auto frequency = min_documents_;
        while (max_length_bonus * weight_of_frequency(frequency, corpus_.documents.size()) < weight) ++frequency;
        return frequency;
    }

    /// All phrases that occur at least so often, and some others.
    void find_candidates(std::size_t min_frequency, candidate_map& candidates) const
    {
        candidates.clear();
        for_each_occurrence([&](const occurrence& next) {
            if (!frequencies_.may_reach(min_frequency, key_hash{}(next.key))) return;
            auto& entry = candidates[next.key];
            if (entry.documents.empty() || entry.documents.back() != next.document)
                entry.documents.push_back(next.document);
            entry.content_words = static_cast<std::uint8_t>(next.content_words);
            if (next.begins_sentence()) return;
            ++entry.mid_sentence;
            entry.name_like += next.is_name_like();
        });
    }

    std::vector<ranked_phrase> rank(candidate_map& candidates, std::size_t max_phrases) const
    {
        std::vector<ranked_phrase> ranking;
        for (auto& [key, entry] : candidates)
            if (entry.documents.size() >= min_documents_)
                ranking.push_back({weight_of(entry, corpus_.documents.size()), &key, &entry});
        const auto size = std::min(max_phrases, ranking.size());
        std::partial_sort(ranking.begin(), ranking.begin() + static_cast<std::ptrdiff_t>(size), ranking.end());
        ranking.resize(size);
        return ranking;
    }

    const corpus&     corpus_;
    const std::size_t min_documents_;
    boilerplate       skipped_;
    document_counts   documents_with_; ///< each stem
    frequency_sketch  frequencies_;    ///< of all phrases
};

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

std::vector<phrase> key_phrases(const corpus& corpus, std::size_t max_phrases, const tokenizer& tokenizer)
{
    const phrase_search search{corpus, tokenizer};
    candidate_map       candidates;
    const auto          ranking   = search.best(max_phrases, candidates);
    const auto          spellings = search.spellings(ranking, tokenizer);

    std::vector<phrase> phrases;
    for (const auto& [weight, key, entry] : ranking)
    {
        phrase      result;
        std::size_t best = 0;
        for (std::size_t n = 0; n < max_length; ++n)
            if ((*key)[n] != no_stem) result.stems.push_back((*key)[n]);
        for (const auto& [text, count] : spellings.at(*key))
            if (count > best) result.spelling = text, best = count;
        result.documents     = std::move(entry->documents);
        result.content_words = entry->content_words;
        result.lang          = languages[(*key)[max_length]];
        result.weight        = weight;
        result.topics        = topics_of(result, tokenizer);
        phrases.push_back(std::move(result));
    }
    return merge_equal_spellings(std::move(phrases), tokenizer);
}

} // namespace verbatim::text_analysis
