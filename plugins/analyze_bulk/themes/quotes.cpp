#include "themes/quotes.hpp"

#include "verbatim/sdk/text.hpp"
#include "verbatim/text_analysis/sentences.hpp"
#include "verbatim/text_analysis/tokenizer.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace verbatim::analyze_bulk::themes {

namespace {

using text_analysis::tokenized_text;
using text_analysis::tokenizer;
using text_analysis::word_role;

constexpr std::size_t max_examined  = 60; ///< records of a theme, and sentences that models chose
constexpr std::size_t max_sentences = 20; ///< of a record

struct candidate
{
    std::size_t             record = 0;
    tokenized_text          text;
    std::set<std::uint32_t> topics; ///< stems of words with a topic
    bool                    chosen   = false;
    bool                    is_first = false; ///< of its record
    double                  rank     = 0;
};

std::set<std::uint32_t> topics_of(const tokenized_text& text)
{
    std::set<std::uint32_t> topics;
    for (const auto& word : text.words)
        if (word.role == word_role::content) topics.insert(word.stem);
    return topics;
}

/// At most max_examined items at equal distances.
template <class Item>
std::vector<Item> sampled(const std::vector<Item>& items)
{
    if (items.size() <= max_examined) return items;
    std::vector<Item> sample;
    for (std::size_t n = 0; n != max_examined; ++n) sample.push_back(items[n * items.size() / max_examined]);
    return sample;
}

class candidate_collection
{
public:
    candidate_collection(const feedback::redaction& redaction, tokenizer& tokenizer)
        : redaction_{redaction}
        , tokenizer_{tokenizer}
    {}

    void add_chosen(const chosen_sentence& chosen)
    {
        const auto content   = redaction_.unescaped_text(chosen.record);
        const auto sentences = text_analysis::split_sentences(content.text());
        add(chosen.record, sentences.at(chosen.sentence), {.chosen = true, .is_first = chosen.sentence == 0});
    }

    void add_record(std::size_t record)
    {
        const auto content   = redaction_.unescaped_text(record);
        const auto sentences = text_analysis::split_sentences(content.text());
        for (std::size_t n = 0; n != std::min(sentences.size(), max_sentences); ++n)
            add(record, sentences[n], {.chosen = false, .is_first = n == 0});
    }

    std::vector<candidate> take() && { return std::move(candidates_); }

private:
    struct origin
    {
        bool chosen;
        bool is_first;
    };

    void add(std::size_t record, std::string_view sentence, origin origin)
    {
        auto text = tokenizer_.tokenize(sdk::utf8::truncated(sentence, 3 * max_quote_length));
        if (std::ranges::all_of(text.words, [](const auto& word) { return word.role == word_role::number; })) return;
        auto topics = topics_of(text);
        candidates_.push_back({record, std::move(text), std::move(topics), origin.chosen, origin.is_first});
    }

    const feedback::redaction& redaction_;
    tokenizer&                 tokenizer_;
    std::vector<candidate>     candidates_;
};

/// The stems of the words in all languages, because a theme may name phrases of several.
std::set<std::uint32_t> all_stems_of(std::string_view text, tokenizer& tokenizer)
{
    std::set<std::uint32_t> stems;
    const auto              tokens = tokenizer.tokenize(text);
    for (const auto& word : tokens.words)
        if (word.role == word_role::content)
            for (const auto stem : tokenizer.stems_of(tokens.text_of(word))) stems.insert(stem);
    return stems;
}

/// The share of the candidates that hold each stem, and more for the stems of the theme's texts.
std::unordered_map<std::uint32_t, double> weights_of(const std::vector<candidate>& candidates, const theme& theme,
                                                     tokenizer& tokenizer)
{
    std::unordered_map<std::uint32_t, double> weights;
    for (const auto& candidate : candidates)
        for (const auto stem : candidate.topics) weights[stem] += 1.0 / static_cast<double>(candidates.size());
    for (const auto* text : {&theme.title, &theme.definition, &theme.inclusion})
        for (const auto stem : all_stems_of(*text, tokenizer))
            if (const auto known = weights.find(stem); known != weights.end()) known->second += 0.5;
    return weights;
}

/// Whether it has grammar, in a language with lists of words, and is no reply of staff. A record does not begin with a
/// reply: its first sentence may be a complaint about staff.
bool reads_as_sentence(const candidate& candidate)
{
    constexpr std::size_t first_words = 2; // of a reply name who replies
    const auto            words       = std::span{candidate.text.words};
    const bool            names_staff = std::ranges::any_of(words.first(std::min(words.size(), first_words)),
                                                            [](const auto& word) { return word.staff; });
    const bool has_grammar = std::ranges::any_of(words, [](const auto& word) { return word.role == word_role::stop; });
    return (candidate.is_first || !names_staff) && (has_grammar || !candidate.text.detected_language);
}

double rank_of(const candidate& candidate, const std::unordered_map<std::uint32_t, double>& weights)
{
    constexpr double few_words = 4, many_words = 30, chosen_factor = 1.5, heading_factor = 0.5;

    const auto words = static_cast<double>(candidate.text.words.size());
    double     sum   = 0;
    for (const auto stem : candidate.topics) sum += weights.at(stem);
    const double length_factor = words < few_words ? 0.5 : words > many_words ? 0.6 : 1.0;
    return sum / std::sqrt(words + few_words) * length_factor * (candidate.chosen ? chosen_factor : 1.0) *
           (candidate.chosen || reads_as_sentence(candidate) ? 1.0 : heading_factor);
}

std::string line_of(const tokenized_text& text)
{
    const text_analysis::sentence whole{0, static_cast<std::uint32_t>(text.text.size()), 0,
                                        static_cast<std::uint32_t>(text.words.size())};
    return text_analysis::shortened(text, whole, max_quote_length);
}

} // namespace

std::vector<quote> choose_quotes(const counted_theme& theme, const feedback::redaction& redaction)
{
    tokenizer            tokenizer;
    candidate_collection collection{redaction, tokenizer};
    for (const auto& chosen : sampled(theme.sentences)) collection.add_chosen(chosen);
    for (const auto record : theme.nearest.empty() ? sampled(theme.records) : theme.nearest)
        collection.add_record(record);
    auto candidates = std::move(collection).take();

    const auto weights = weights_of(candidates, theme.definition, tokenizer);
    for (auto& candidate : candidates) candidate.rank = rank_of(candidate, weights);
    std::ranges::stable_sort(candidates, std::ranges::greater{}, &candidate::rank);

    std::vector<quote>                quotes;
    std::set<std::size_t>             records;
    std::set<std::set<std::uint32_t>> wordings;
    for (const auto& candidate : candidates)
    {
        if (quotes.size() == max_quotes) break;
        auto line = line_of(candidate.text);
        if (line.empty() || line == "…" || records.contains(candidate.record)) continue;
        if (!wordings.insert(candidate.topics).second) continue;
        records.insert(candidate.record);
        quotes.push_back({candidate.record, std::move(line)});
    }
    return quotes;
}

} // namespace verbatim::analyze_bulk::themes
