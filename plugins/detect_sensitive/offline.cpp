#include "offline.hpp"

#include "sensitivity_cues.hpp"

#include "verbatim/text_analysis/tokenizer.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

namespace verbatim::detect_sensitive::offline {

namespace {

/// Adjacent words; `*` at the end of a word matches any ending.
using word_sequence = std::vector<std::string_view>;

struct cue
{
    std::size_t                type = 0;
    std::vector<word_sequence> sequences; ///< all in one sentence
};

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    while (true)
    {
        const auto end = std::min(text.find(separator), text.size());
        if (end > 0) parts.push_back(text.substr(0, end));
        if (end == text.size()) return parts;
        text.remove_prefix(end + 1);
    }
}

/// All cues by the first word of their first sequence, which is a whole word or a prefix.
struct cue_index
{
    std::vector<cue>                                               cues;
    std::unordered_map<std::string_view, std::vector<std::size_t>> by_word;
    std::unordered_map<std::string_view, std::vector<std::size_t>> by_prefix;

    cue_index()
    {
        for (std::size_t type = 0; type < all_cues().size(); ++type)
            for (const auto text : split(all_cues()[type].cues, '|'))
            {
                cue entry{type, {}};
                for (const auto part : split(text, '+')) entry.sequences.push_back(split(part, ' '));
                auto first = entry.sequences.front().front();
                if (first.ends_with('*')) by_prefix[first.substr(0, first.size() - 1)].push_back(cues.size());
                else by_word[first].push_back(cues.size());
                cues.push_back(std::move(entry));
            }
    }
};

const cue_index& index_of_cues()
{
    static const cue_index index;
    return index;
}

bool matches(std::string_view pattern, std::string_view word)
{
    return pattern.ends_with('*') ? word.starts_with(pattern.substr(0, pattern.size() - 1)) : word == pattern;
}

using folded_words = std::vector<std::string>;

bool matches_at(const word_sequence& sequence, const folded_words& words, std::size_t at)
{
    if (at + sequence.size() > words.size()) return false;
    for (std::size_t i = 0; i < sequence.size(); ++i)
        if (!matches(sequence[i], words[at + i])) return false;
    return true;
}

bool occurs(const word_sequence& sequence, const folded_words& words)
{
    for (std::size_t at = 0; at < words.size(); ++at)
        if (matches_at(sequence, words, at)) return true;
    return false;
}

void count_hits(const folded_words& words, std::vector<std::size_t>& hits)
{
    const auto& index    = index_of_cues();
    const auto  count_at = [&](const std::vector<std::size_t>& candidates, std::size_t at) {
        for (const auto number : candidates)
        {
            const auto& entry   = index.cues[number];
            bool        matched = matches_at(entry.sequences.front(), words, at);
            for (std::size_t i = 1; i < entry.sequences.size() && matched; ++i)
                matched = occurs(entry.sequences[i], words);
            hits[entry.type] += matched;
        }
    };
    for (std::size_t at = 0; at < words.size(); ++at)
    {
        const std::string_view word = words[at];
        if (const auto it = index.by_word.find(word); it != index.by_word.end()) count_at(it->second, at);
        for (std::size_t length = 1; length <= std::min<std::size_t>(word.size(), 40); ++length)
            if (const auto it = index.by_prefix.find(word.substr(0, length)); it != index.by_prefix.end())
                count_at(it->second, at);
    }
}

} // namespace

sensitive_finding detect(std::string_view text)
{
    text_analysis::tokenizer tokenizer;
    const auto               tokens = tokenizer.tokenize(text);
    std::vector<std::size_t> hits(all_cues().size(), 0);
    for (const auto& sentence : tokens.sentences)
    {
        folded_words words;
        for (auto at = sentence.first; at < sentence.last; ++at)
            words.push_back(tokenizer.plain(tokens.text_of(tokens.words[at])));
        // Long sentences are searched in pieces: a cue of several sequences costs the square of the number of words.
        constexpr std::size_t piece = 60;
        for (std::size_t from = 0; from < words.size(); from += piece)
            count_hits({words.begin() + static_cast<std::ptrdiff_t>(from),
                        words.begin() + static_cast<std::ptrdiff_t>(std::min(from + piece, words.size()))},
                       hits);
    }

    std::vector<std::size_t> matched;
    for (std::size_t type = 0; type < hits.size(); ++type)
        if (hits[type] > 0) matched.push_back(type);
    std::ranges::stable_sort(matched, std::ranges::greater{}, [&](std::size_t type) { return hits[type]; });

    sensitive_finding finding;
    for (const auto type : matched)
    {
        finding.types.push_back(all_cues()[type].type);
        finding.explanation.append(finding.explanation.empty() ? "Word lists matched; the record holds words about "
                                                               : "; ");
        finding.explanation.append(all_cues()[type].topic);
    }
    finding.explanation.append(matched.empty() ? "No word of the sensitivity word lists occurs in the record."
                                               : ". Words were matched, their meaning was not judged.");
    return finding;
}

} // namespace verbatim::detect_sensitive::offline
