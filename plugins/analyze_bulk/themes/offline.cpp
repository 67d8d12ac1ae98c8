#include "themes/offline.hpp"

#include "dimensions/offline.hpp"
#include "themes/model_output.hpp"

#include "verbatim/sdk/json_text.hpp"
#include "verbatim/sdk/text.hpp"
#include "verbatim/text_analysis/corpus.hpp"
#include "verbatim/text_analysis/non_answers.hpp"
#include "verbatim/text_analysis/themes.hpp"
#include "verbatim/text_analysis/tokenizer.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace verbatim::analyze_bulk::themes::offline {

namespace {

using text_analysis::tokenized_text;
using text_analysis::tokenizer;
using text_analysis::word_role;

bool is_topical(const text_analysis::word& word)
{
    return word.role == word_role::content || word.role == word_role::vague;
}

/// The counts of the records; their ids are their numbers in a message.
text_analysis::theme_report count(const hierarchy::bulk_input& input, const feedback::redaction& redaction,
                                  positions records, std::size_t max_themes)
{
    tokenizer tokenizer;
    auto      corpus = hierarchy::corpus_of(input, redaction, records, tokenizer);
    for (std::size_t n = 0; n != corpus.documents.size(); ++n) corpus.documents[n].id = std::to_string(n + 1);
    std::size_t n = 0;
    std::erase_if(corpus.documents, [&](const text_analysis::document&) {
        return text_analysis::is_non_answer(redaction.unescaped_text(records[n++]).text());
    });
    const text_analysis::question question{redaction.unescaped_text(input.records.size()).text(), tokenizer};
    return text_analysis::count_themes(corpus, question, tokenizer, max_themes);
}

/// The most frequent phrases, as many as the criteria of a theme hold. parse_themes would cut one, and another word may
/// begin like it.
std::string criteria_of(const text_analysis::theme& counted)
{
    std::string text;
    for (const auto& phrase : counted.phrases)
    {
        auto longer = text;
        longer.append(text.empty() ? "" : "; ").append(phrase);
        if (sdk::utf8::count_code_points(longer) > max_definition_length) break;
        text = std::move(longer);
    }
    return text;
}

/// The name and up to two further phrases.
std::string title_of(const text_analysis::theme& counted)
{
    constexpr std::size_t max_parts = 2;
    std::string           title     = counted.name;
    for (std::size_t n = 0; n != std::min(max_parts, counted.parts.size()); ++n)
        title.append(", ").append(counted.parts[n].name);
    return title;
}

/// Parts that at least three records of a theme hold, but not all; none if only one part is left.
std::vector<sub_theme> sub_themes_of(const text_analysis::theme& counted)
{
    constexpr std::size_t  min_count = 3;
    std::vector<sub_theme> sub_themes;
    for (const auto& part : counted.parts)
        if (part.count >= min_count && part.count < counted.count && sub_themes.size() != max_sub_themes)
            sub_themes.push_back({.title = part.name, .definition = part.name});
    if (sub_themes.size() < 2) sub_themes.clear();
    return sub_themes;
}

} // namespace

std::string candidates(const hierarchy::bulk_input& input, const feedback::redaction& redaction, positions records)
{
    candidate_list list;
    for (const auto& counted : count(input, redaction, records, max_candidates).themes)
    {
        theme_candidate candidate{.title = title_of(counted), .definition = criteria_of(counted), .records = {}};
        for (const auto& id : counted.ids) candidate.records.push_back(std::stoll(id));
        list.themes.push_back(std::move(candidate));
    }
    return sdk::to_json(list);
}

std::string themes(const hierarchy::bulk_input& input, const feedback::redaction& redaction, positions records,
                   std::size_t max_themes)
{
    theme_list list;
    for (const auto& counted : count(input, redaction, records, max_themes).themes)
    {
        const auto phrases = criteria_of(counted);
        list.themes.push_back({.title      = title_of(counted),
                               .definition = phrases,
                               .inclusion  = phrases,
                               .sub_themes = sub_themes_of(counted)});
    }
    return sdk::to_json(list);
}

/// The phrases as stems. A text is searched for the stems of its language, one without a language for the words. A
/// title of a request is seldom a phrase that records hold: a sentence with all its topical words is enough.
class theme_phrases::index
{
public:
    explicit index(const std::vector<theme>& themes)
    {
        tokenizer tokenizer;
        for (std::size_t n = 0; n != themes.size(); ++n)
        {
            add({n, {}}, themes[n].title, tokenizer);
            add({n, {}}, themes[n].inclusion, tokenizer);
            if (themes[n].requested) add_title({n, {}}, themes[n].title, tokenizer);
            for (std::size_t s = 0; s != themes[n].sub_themes.size(); ++s)
            {
                const auto& sub_theme = themes[n].sub_themes[s];
                add({n, s}, sub_theme.title, tokenizer);
                if (sub_theme.requested) add_title({n, s}, sub_theme.title, tokenizer);
            }
        }
    }

    std::set<theme_reference> themes_of(const tokenized_text& text, const tokenizer& tokenizer) const
    {
        const auto lang  = text_analysis::stem_index(text.detected_language);
        const auto words = std::span{text.words};

        std::set<theme_reference> references;
        for (std::size_t n = 0; n != words.size(); ++n)
        {
            // "operations" and "operator" have one stem.
            if (!is_topical(words[n])) continue;
            const auto phrases = by_first_stem_[lang].find(tokenizer.stem_text(words[n].stem));
            if (phrases == by_first_stem_[lang].end()) continue;
            for (const auto& [reference, phrase] : phrases->second)
                if (begins_with(words.subspan(n), phrase, tokenizer)) references.insert(reference);
        }
        if (titles_.empty()) return references;
        for (const auto& sentence : text.sentences)
        {
            std::set<std::string_view> held;
            for (const auto& word : words.subspan(sentence.first, sentence.last - sentence.first))
                held.insert(tokenizer.stem_text(word.stem));
            for (const auto& [reference, title] : titles_)
                if (std::ranges::all_of(title[lang], [&](std::string_view stem) { return held.contains(stem); }))
                    references.insert(reference);
        }
        return references;
    }

private:
    using stems       = std::vector<std::string>;
    using phrase_list = std::vector<std::pair<theme_reference, stems>>;

    void add(theme_reference reference, std::string_view phrases, tokenizer& tokenizer)
    {
        for (;;)
        {
            const auto end = phrases.find(';');
            add_phrase(reference, tokenizer.tokenize(phrases.substr(0, end)), tokenizer);
            if (end == phrases.npos) return;
            phrases.remove_prefix(end + 1);
        }
    }

    /// The stems of these words in each language, in order.
    using stems_by_language = std::array<stems, text_analysis::stems_per_word>;

    static stems_by_language stems_of(std::span<const text_analysis::word> words, const tokenized_text& text,
                                      tokenizer& tokenizer)
    {
        stems_by_language result;
        for (const auto& word : words)
        {
            const auto word_stems = tokenizer.stems_of(text.text_of(word));
            for (std::size_t lang = 0; lang != result.size(); ++lang)
                result[lang].push_back(tokenizer.stem_text(word_stems[lang]));
        }
        return result;
    }

    void add_phrase(theme_reference reference, const tokenized_text& phrase, tokenizer& tokenizer)
    {
        if (phrase.words.empty()) return;
        auto by_language = stems_of(phrase.words, phrase, tokenizer);
        for (std::size_t lang = 0; lang != by_language.size(); ++lang)
        {
            auto& list = by_first_stem_[lang][by_language[lang].front()];
            list.emplace_back(reference, std::move(by_language[lang]));
        }
    }

    void add_title(theme_reference reference, std::string_view title, tokenizer& tokenizer)
    {
        const auto text  = tokenizer.tokenize(title);
        auto       words = text.words;
        std::erase_if(words, [](const text_analysis::word& word) { return !is_topical(word); });
        if (!words.empty()) titles_.emplace_back(reference, stems_of(words, text, tokenizer));
    }

    static bool begins_with(std::span<const text_analysis::word> words, const stems& phrase, const tokenizer& tokenizer)
    {
        const auto stem_of = [&](const text_analysis::word& word) -> const std::string& {
            return tokenizer.stem_text(word.stem);
        };
        return words.size() >= phrase.size() && std::ranges::equal(words.first(phrase.size()), phrase, {}, stem_of);
    }

    std::array<std::unordered_map<std::string, phrase_list>, text_analysis::stems_per_word> by_first_stem_;

    std::vector<std::pair<theme_reference, stems_by_language>> titles_; ///< of a request
};

theme_phrases::theme_phrases(const std::vector<theme>& themes, std::span<const dimensions::dimension> dimensions,
                             const sdk::word_vectors* vectors)
    : themes_{themes}
    , dimensions_{dimensions}
    , vectors_{vectors}
{}

theme_phrases::~theme_phrases() = default;

std::string theme_phrases::assignments(const feedback::redaction& redaction, positions records) const
{
    std::call_once(once_, [this] { index_ = std::make_unique<index>(themes_); });
    tokenizer                             tokenizer;
    assignment_list                       list;
    std::vector<std::vector<std::string>> values;
    dimensions::offline::value_reader     reader{dimensions_, vectors_, tokenizer};
    for (std::size_t n = 0; n != records.size(); ++n)
    {
        const auto    content = redaction.unescaped_text(records[n]);
        record_themes entry{.record = static_cast<std::int64_t>(n + 1), .themes = {}};
        const bool    is_answer = !text_analysis::is_non_answer(content.text());
        const auto    text      = tokenizer.tokenize(is_answer ? std::string_view{content.text()} : "");
        for (const auto& reference : index_->themes_of(text, tokenizer)) entry.themes.push_back(id_of(reference));
        list.assignments.push_back(std::move(entry));
        if (!dimensions_.empty()) values.push_back(reader.labels(text));
    }
    return write_assignments(std::move(list), values);
}

} // namespace verbatim::analyze_bulk::themes::offline
