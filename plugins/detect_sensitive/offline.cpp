#include "sensitive_finding.hpp"

#include "cue_lexicon.hpp"
#include "sensitivity.hpp"

#include "verbatim/text_analysis/tokenizer.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::detect_sensitive::offline {

namespace {

// Of 476 development types, a distance of 8 finds 5 fewer; a reach of 3 makes 4 more errors, 8 finds 1 fewer; a reach
// back of 6 finds 2 fewer.
constexpr std::size_t max_distance        = 15; // words between the first sequence of a cue and another
constexpr std::size_t negation_reach      = 5;  // words after a negation
constexpr std::size_t negation_reach_back = 3;  // words before one that follows

using hit_counts = std::array<std::size_t, sensitivity_count>;

struct sentence_word
{
    std::vector<pattern_id> patterns; ///< that match it
    bool                    joined = false;

    bool is(pattern_id pattern) const { return std::ranges::binary_search(patterns, pattern); }
    bool is_any(const std::vector<pattern_id>& list) const
    {
        return std::ranges::any_of(list, [this](pattern_id pattern) { return is(pattern); });
    }
};

struct word_range
{
    std::size_t first = 0;
    std::size_t last  = 0;
};

bool overlap(word_range a, word_range b) { return a.first < b.last && b.first < a.last; }

/// Finds the cues of one sentence in the languages that its text may have.
class sentence_reader
{
public:
    /// Without a language all count. Swahili always does, since it is not detected.
    sentence_reader(const std::vector<sentence_word>& words, std::optional<text_analysis::language> language,
                    hit_counts& hits)
        : words_{words}
        , language_{language}
        , hits_{hits}
        , contexts_(all_cues().contexts().size())
    {}

    void read()
    {
        for (std::size_t at = 0; at < words_.size(); ++at)
            for (const auto pattern : words_[at].patterns)
                for (const auto entry : all_cues().entries_with(pattern)) count(all_cues().entries()[entry], at);
    }

private:
    /// The rules of a language, applied to this sentence.
    struct sentence_context
    {
        bool                    excluded = false; ///< holds no cue of the language
        std::vector<word_range> harmless;
        std::vector<word_range> no_negations;
    };

    void count(const cue_lexicon::entry& entry, std::size_t at)
    {
        if (!may_be(entry.language) || !starts_at(entry.words.required.front(), at)) return;
        if (context_of(entry.language).excluded) return;
        if (matches(entry.words, entry.language, at)) ++hits_[static_cast<std::size_t>(entry.type)];
    }

    /// Short Ukrainian texts without letters of their own are taken for Russian.
    bool may_be(std::size_t language) const
    {
        using enum text_analysis::language;
        return !language_ || language == text_analysis::index(*language_) ||
               language >= text_analysis::language_count ||
               (*language_ == russian && language == text_analysis::index(ukrainian));
    }

    bool matches(const cue& cue, std::size_t language, std::size_t at)
    {
        std::vector<word_range> ranges;
        const auto              add = [&](const word_sequence& sequence, std::size_t first) {
            const word_range range{first, first + sequence.patterns.size()};
            const bool is_free = std::ranges::none_of(ranges, [&](word_range other) { return overlap(range, other); });
            if (!is_free || !counts(sequence, range, language)) return false;
            ranges.push_back(range);
            return true;
        };
        if (!add(cue.required.front(), at)) return false;
        for (std::size_t n = 1; n < cue.required.size(); ++n)
        {
            bool       is_near = false;
            const auto first   = at < max_distance ? 0 : at - max_distance;
            const auto last    = std::min(words_.size(), at + max_distance);
            for (auto other = first; other < last && !is_near; ++other)
                is_near = starts_at(cue.required[n], other) && add(cue.required[n], other);
            if (!is_near) return false;
        }
        return std::ranges::none_of(cue.excluded, [this](const auto& sequence) { return occurs(sequence); });
    }

    /// Whether a sequence of a cue is neither negated nor part of a harmless phrase.
    bool counts(const word_sequence& sequence, word_range range, std::size_t language)
    {
        const auto& harmless = context_of(language).harmless;
        if (std::ranges::any_of(harmless, [&](word_range other) { return overlap(range, other); })) return false;
        return sequence.negative || !is_negated(range, language);
    }

    bool is_negated(word_range range, std::size_t language)
    {
        const auto& rules = all_cues().contexts()[language];
        if (std::ranges::any_of(rules.later_negations, [&](const word_sequence& sequence) {
                return is_followed_by(range.last, sequence, rules);
            }))
            return true;
        // A word that negates itself, such as a verb of Swahili.
        for (auto at = range.first; at < range.last; ++at)
            if (words_[at].is_any(rules.negations)) return true;
        for (auto at = range.first; at > 0 && range.first - at < negation_reach && words_[at].joined;)
        {
            --at;
            if (words_[at].is_any(rules.negations)) return !is_no_negation(at, language);
            if (words_[at].is_any(rules.clause_words)) return false;
        }
        return false;
    }

    bool is_followed_by(std::size_t end, const word_sequence& sequence, const cue_context& rules) const
    {
        for (auto at = end; at < words_.size() && at - end < negation_reach_back && words_[at].joined; ++at)
        {
            if (starts_at(sequence, at)) return true;
            if (words_[at].is_any(rules.clause_words)) return false;
        }
        return false;
    }

    bool is_no_negation(std::size_t at, std::size_t language)
    {
        return std::ranges::any_of(context_of(language).no_negations,
                                   [&](word_range range) { return range.first <= at && at < range.last; });
    }

    bool starts_at(const word_sequence& sequence, std::size_t at) const
    {
        if (at + sequence.patterns.size() > words_.size()) return false;
        for (std::size_t i = 0; i < sequence.patterns.size(); ++i)
            if (!words_[at + i].is(sequence.patterns[i])) return false;
        return true;
    }

    bool occurs(const word_sequence& sequence) const
    {
        for (std::size_t at = 0; at < words_.size(); ++at)
            if (starts_at(sequence, at)) return true;
        return false;
    }

    std::vector<word_range> ranges_of(const std::vector<word_sequence>& sequences) const
    {
        std::vector<word_range> ranges;
        for (const auto& sequence : sequences)
            for (std::size_t at = 0; at < words_.size(); ++at)
                if (starts_at(sequence, at)) ranges.push_back({at, at + sequence.patterns.size()});
        return ranges;
    }

    /// Computed when the first cue of the language may match.
    const sentence_context& context_of(std::size_t language)
    {
        auto& context = contexts_[language];
        if (context) return *context;
        const auto& rules = all_cues().contexts()[language];
        const auto  holds = [&](const cue& cue) {
            return std::ranges::all_of(cue.required, [this](const auto& sequence) { return occurs(sequence); });
        };
        context = sentence_context{.excluded     = std::ranges::any_of(rules.unless, holds),
                                   .harmless     = ranges_of(rules.harmless),
                                   .no_negations = ranges_of(rules.no_negations)};
        return *context;
    }

    const std::vector<sentence_word>&            words_;
    std::optional<text_analysis::language>       language_;
    hit_counts&                                  hits_;
    std::vector<std::optional<sentence_context>> contexts_;
};

hit_counts count_hits(std::string_view text)
{
    text_analysis::tokenizer tokenizer;
    const auto               tokens = tokenizer.tokenize(text);
    hit_counts               hits{};
    for (const auto& sentence : tokens.sentences)
        // Long sentences are searched in pieces: a cue costs the square of the number of words.
        for (auto first = sentence.first; first < sentence.last;)
        {
            constexpr std::uint32_t    piece = 60;
            const auto                 last  = std::min(sentence.last, first + piece);
            std::vector<sentence_word> words;
            for (; first < last; ++first)
            {
                const auto& token = tokens.words[first];
                const auto  plain = unified_letters(tokenizer.plain(tokens.text_of(token)));
                words.push_back({.patterns = all_cues().find(plain), .joined = token.joined});
            }
            sentence_reader{words, tokens.detected_language, hits}.read();
        }
    return hits;
}

} // namespace

sensitive_finding detect(std::string_view text)
{
    const auto               hits = count_hits(text);
    std::vector<sensitivity> types;
    for (std::size_t type = 0; type < hits.size(); ++type)
        if (hits[type] > 0) types.push_back(static_cast<sensitivity>(type));
    std::ranges::stable_sort(types, std::ranges::greater{},
                             [&](sensitivity type) { return hits[static_cast<std::size_t>(type)]; });

    sensitive_finding finding;
    for (const auto type : types)
    {
        finding.explanation.append(finding.types.empty() ? "Word lists matched; the record holds words about " : "; ");
        finding.explanation.append(topic_of(type));
        finding.types.push_back(type);
    }
    finding.explanation.append(types.empty() ? "No word of the sensitivity word lists occurs in the record."
                                             : ". Words were matched, their meaning was not judged.");
    return finding;
}

} // namespace verbatim::detect_sensitive::offline
