#include "offline_judge.hpp"

#include "verbatim/text_analysis/phrases.hpp"
#include "verbatim/text_analysis/report_labels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <unordered_set>

namespace verbatim::feedback::offline {

namespace {

using text_analysis::corpus;
using text_analysis::tokenized_text;
using text_analysis::tokenizer;
using text_analysis::word;
using text_analysis::word_role;

using stem_set = std::unordered_set<std::uint32_t>;

double rounded(double share) { return std::round(100 * std::clamp(share, 0.0, 1.0)) / 100; }

std::string percent(double share)
{
    return std::to_string(static_cast<int>(std::lround(100 * std::clamp(share, 0.0, 1.0)))) + '%';
}

double ratio(std::size_t part, std::size_t whole)
{
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

void add_stems(const tokenized_text& text, stem_set& stems)
{
    for (const auto& word : text.words) stems.insert(word.stem);
}

/// The stems of the texts, and of the ids and labels that an analysis may repeat.
stem_set stems_of(const corpus& source, tokenizer& tokenizer)
{
    stem_set stems;
    for (const auto& document : source.documents)
    {
        add_stems(document.content, stems);
        add_stems(tokenizer.tokenize(document.id, source.main_language), stems);
        for (const auto& label : document.labels) add_stems(tokenizer.tokenize(label, source.main_language), stems);
    }
    return stems;
}

/// The fixed words of reports, which carry no information about the source.
stem_set report_words(tokenizer& tokenizer)
{
    stem_set stems;
    for (const auto lang : text_analysis::languages)
        add_stems(tokenizer.tokenize(text_analysis::report_words(lang), lang), stems);
    return stems;
}

bool has_digit(std::string_view text) { return text.find_first_of("0123456789") != text.npos; }

/// Words with a topic; those with digits are ids and periods.
std::vector<word> topical_words(const tokenized_text& text, const stem_set& ignored = {})
{
    std::vector<word> words;
    for (const auto& word : text.words)
    {
        const bool topical = word.role == word_role::content && !has_digit(text.text_of(word));
        if ((topical || word.role == word_role::placeholder) && !ignored.contains(word.stem)) words.push_back(word);
    }
    return words;
}

/// The stem of a word, and the word as it is, which texts without a detected language hold.
std::array<std::uint32_t, 2> forms_of(const word& word, const tokenized_text& text, tokenizer& tokenizer)
{
    return {word.stem, tokenizer.stems_of(text.text_of(word)).back()};
}

stem_set forms_of(const std::vector<word>& words, const tokenized_text& text, tokenizer& tokenizer)
{
    stem_set all;
    for (const auto& word : words)
        for (const auto form : forms_of(word, text, tokenizer)) all.insert(form);
    return all;
}

std::size_t count_contained(const std::vector<word>& words, const tokenized_text& text, const stem_set& stems,
                            tokenizer& tokenizer)
{
    return static_cast<std::size_t>(std::ranges::count_if(words, [&](const word& word) {
        const auto forms = forms_of(word, text, tokenizer);
        return stems.contains(forms[0]) || stems.contains(forms[1]);
    }));
}

} // namespace

analysis_overlap compare_analysis(std::string_view analysis, const corpus& source,
                                  std::span<const std::string_view> ids, tokenizer& tokenizer)
{
    const auto tokens = tokenizer.tokenize(analysis, source.main_language);
    auto       known  = stems_of(source, tokenizer);
    for (const auto id : ids) add_stems(tokenizer.tokenize(id, source.main_language), known);
    const auto words = topical_words(tokens, report_words(tokenizer));
    if (words.empty()) return {0, "The analysis holds no words that could be compared with its source."};

    const auto citations = std::ranges::count_if(
        ids, [&](std::string_view id) { return id.size() > 1 && analysis.find(id) != analysis.npos; });

    const auto topics  = forms_of(words, tokens, tokenizer);
    const auto related = std::ranges::count_if(source.documents, [&](const text_analysis::document& document) {
        return std::ranges::any_of(document.content.words, [&](const word& word) {
            return word.role == word_role::content && topics.contains(word.stem);
        });
    });

    const auto word_share     = ratio(count_contained(words, tokens, known, tokenizer), words.size());
    const auto document_share = ratio(static_cast<std::size_t>(related), source.documents.size());
    // Invented words matter most; an analysis may cite few ids, and a focused one reaches few records.
    const auto citation_score = citations > 0 || ids.empty() ? 1.0 : 0.0;
    return {rounded(0.6 * word_share + 0.2 * citation_score + 0.2 * document_share),
            percent(word_share) + " of the analysis' topical words and " + std::to_string(citations) +
                " cited ids occur in the source, and its words reach " + percent(document_share) +
                " of the source texts; only wording was compared, so wrong conclusions drawn from right words are not "
                "seen."};
}

summary_overlap compare_summary(std::string_view summary, const corpus& source, tokenizer& tokenizer)
{
    const auto tokens     = tokenizer.tokenize(summary, source.main_language);
    const auto known      = stems_of(source, tokenizer);
    const auto words      = topical_words(tokens);
    const auto word_share = ratio(count_contained(words, tokens, known, tokenizer), words.size());
    const auto stems      = forms_of(tokens.words, tokens, tokenizer);

    double weight = 0, covered_weight = 0;
    for (const auto& phrase : text_analysis::key_phrases(source, 40, tokenizer))
    {
        const auto shared = std::ranges::count_if(phrase.stems, [&](auto stem) { return stems.contains(stem); });
        weight += phrase.weight;
        covered_weight += phrase.weight * ratio(static_cast<std::size_t>(shared), phrase.stems.size());
    }
    const auto clear = std::ranges::count_if(tokens.sentences, [](const text_analysis::sentence& sentence) {
        const auto length = sentence.last - sentence.first;
        return length >= 2 && length <= 35;
    });
    return {.faithfulness = rounded(word_share),
            .coverage     = rounded(weight > 0 ? covered_weight / weight : word_share),
            .clarity      = rounded(ratio(static_cast<std::size_t>(clear), tokens.sentences.size()))};
}

} // namespace verbatim::feedback::offline
