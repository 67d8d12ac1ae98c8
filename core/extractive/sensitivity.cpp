#include "extractive/sensitivity.hpp"

#include "extractive/corpus.hpp"
#include "extractive/sensitivity_cues.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

namespace verbatim::core::extractive {
namespace {

constexpr std::size_t type_count = 33;

/// Words in a row; `*` at the end of one lets it go on.
using word_sequence = std::vector<std::string_view>;

struct cue
{
    std::size_t                type = 0;
    std::vector<word_sequence> sequences; ///< all of them in one sentence
};

std::vector<std::string_view> split(std::string_view text, char at)
{
    std::vector<std::string_view> parts;
    while (true)
    {
        const auto end = std::min(text.find(at), text.size());
        if (end > 0) parts.push_back(text.substr(0, end));
        if (end == text.size()) return parts;
        text.remove_prefix(end + 1);
    }
}

/// Every cue, found by the first word of its first row: exactly, or by its beginning.
struct cue_index
{
    std::vector<cue>                                               cues;
    std::unordered_map<std::string_view, std::vector<std::size_t>> whole;
    std::unordered_map<std::string_view, std::vector<std::size_t>> beginning;

    cue_index()
    {
        for (std::size_t type = 0; type < sensitivity_types().size(); ++type)
            for (const auto text : split(sensitivity_types()[type].cues, '|'))
            {
                cue entry{type, {}};
                for (const auto part : split(text, '+')) entry.sequences.push_back(split(part, ' '));
                auto first = entry.sequences.front().front();
                if (first.ends_with('*')) beginning[first.substr(0, first.size() - 1)].push_back(cues.size());
                else whole[first].push_back(cues.size());
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

void count_hits(const folded_words& words, std::array<std::size_t, type_count>& hits)
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
        if (const auto found = index.whole.find(word); found != index.whole.end()) count_at(found->second, at);
        for (std::size_t length = 1; length <= std::min<std::size_t>(word.size(), 40); ++length)
            if (const auto found = index.beginning.find(word.substr(0, length)); found != index.beginning.end())
                count_at(found->second, at);
    }
}

} // namespace

std::string detect_sensitivity(std::string_view message)
{
    static_assert(type_count == 33);
    tokenizer                           tokenizer;
    const auto                          records = read_corpus(message, tokenizer);
    std::array<std::size_t, type_count> hits{};
    for (const auto& record : records.records)
        for (const auto& sentence : record.content.sentences)
        {
            folded_words words;
            for (auto at = sentence.first; at < sentence.last; ++at)
                words.push_back(tokenizer.plain(record.content.text_of(record.content.words[at])));
            // A "sentence" of a thousand words is looked at in pieces, so that joined cues stay cheap.
            constexpr std::size_t piece = 60;
            for (std::size_t from = 0; from < words.size(); from += piece)
                count_hits({words.begin() + static_cast<std::ptrdiff_t>(from),
                            words.begin() + static_cast<std::ptrdiff_t>(std::min(from + piece, words.size()))},
                           hits);
        }

    std::vector<std::size_t> types_found;
    for (std::size_t type = 0; type < sensitivity_types().size(); ++type)
        if (hits[type] > 0) types_found.push_back(type);
    std::stable_sort(types_found.begin(), types_found.end(), [&](auto a, auto b) { return hits[a] > hits[b]; });

    boost::json::array types;
    std::string        explanation;
    for (const auto type : types_found)
    {
        types.emplace_back(sensitivity_types()[type].type);
        explanation += (explanation.empty() ? "Word lists matched; the record holds words about " : "; ") +
                       std::string(sensitivity_types()[type].about);
    }
    explanation = explanation.empty() ? "No word of the sensitivity word lists occurs in the record."
                                      : explanation + ". Words were matched, their meaning was not judged.";
    boost::json::object reply;
    reply["sensitivity_types"] = std::move(types);
    reply["explanation"]       = explanation;
    return boost::json::serialize(reply);
}

} // namespace verbatim::core::extractive
