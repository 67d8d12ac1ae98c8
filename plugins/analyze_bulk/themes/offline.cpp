#include "themes/offline.hpp"

#include "themes/model_output.hpp"

#include "verbatim/sdk/json_text.hpp"
#include "verbatim/sdk/text.hpp"
#include "verbatim/text_analysis/corpus.hpp"
#include "verbatim/text_analysis/themes.hpp"
#include "verbatim/text_analysis/tokenizer.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace verbatim::analyze_bulk::themes::offline {

namespace {

using text_analysis::tokenized_text;
using text_analysis::tokenizer;
using stems = std::vector<std::uint32_t>;

/// The counts of the records; their ids are their numbers in a message.
text_analysis::theme_report count(const hierarchy::bulk_input& input, const feedback::redaction& redaction,
                                  positions records)
{
    tokenizer tokenizer;
    auto      corpus = hierarchy::corpus_of(input, redaction, records, tokenizer);
    for (std::size_t n = 0; n != corpus.documents.size(); ++n) corpus.documents[n].id = std::to_string(n + 1);
    const text_analysis::question question{redaction.unescaped_text(input.records.size()).text(), tokenizer};
    return text_analysis::count_themes(corpus, question, tokenizer);
}

std::string phrases_of(const text_analysis::theme& counted)
{
    auto text = counted.name;
    for (const auto& part : counted.parts) text += "; " + part.name;
    return text;
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

/// Phrases of the texts, as stems.
class phrase_matcher
{
public:
    explicit phrase_matcher(tokenizer& tokenizer)
        : tokenizer_{tokenizer}
    {}

    void add(theme_reference reference, std::string_view phrases)
    {
        for (;;)
        {
            const auto end = phrases.find(';');
            add_phrase(reference, sdk::utf8::trimmed(phrases.substr(0, end)));
            if (end == phrases.npos) return;
            phrases.remove_prefix(end + 1);
        }
    }

    std::vector<theme_reference> themes_of(const tokenized_text& text) const
    {
        std::vector<theme_reference> references;
        for (const auto& [reference, phrase] : phrases_)
            if (holds(text, phrase) && (references.empty() || references.back() != reference))
                references.push_back(reference);
        return references;
    }

private:
    void add_phrase(theme_reference reference, std::string_view phrase)
    {
        stems words;
        for (const auto& word : tokenizer_.tokenize(phrase).words) words.push_back(word.stem);
        if (!words.empty()) phrases_.emplace_back(reference, std::move(words));
    }

    static bool holds(const tokenized_text& text, const stems& phrase)
    {
        return !std::ranges::search(text.words, phrase, {}, &text_analysis::word::stem).empty();
    }

    tokenizer&                                     tokenizer_;
    std::vector<std::pair<theme_reference, stems>> phrases_; ///< those of a theme are neighbours
};

phrase_matcher matcher_of(const std::vector<theme>& themes, tokenizer& tokenizer)
{
    phrase_matcher matcher{tokenizer};
    for (std::size_t n = 0; n != themes.size(); ++n)
    {
        matcher.add({n, {}}, themes[n].title);
        matcher.add({n, {}}, themes[n].inclusion);
        for (std::size_t s = 0; s != themes[n].sub_themes.size(); ++s)
            matcher.add({n, s}, themes[n].sub_themes[s].title);
    }
    return matcher;
}

} // namespace

std::string candidates(const hierarchy::bulk_input& input, const feedback::redaction& redaction, positions records)
{
    candidate_list list;
    for (const auto& counted : count(input, redaction, records).themes)
    {
        theme_candidate candidate{.title = counted.name, .definition = phrases_of(counted), .records = {}};
        for (const auto& id : counted.ids) candidate.records.push_back(std::stoll(id));
        list.themes.push_back(std::move(candidate));
    }
    return sdk::to_json(list);
}

std::string themes(const hierarchy::bulk_input& input, const feedback::redaction& redaction, positions records,
                   std::size_t max_themes)
{
    theme_list list;
    for (const auto& counted : count(input, redaction, records).themes)
    {
        if (list.themes.size() == max_themes) break;
        list.themes.push_back({.title      = counted.name,
                               .definition = phrases_of(counted),
                               .inclusion  = phrases_of(counted),
                               .sub_themes = sub_themes_of(counted)});
    }
    return sdk::to_json(list);
}

std::string assignments(const feedback::redaction& redaction, positions records, const std::vector<theme>& themes)
{
    tokenizer       tokenizer;
    const auto      matcher = matcher_of(themes, tokenizer);
    assignment_list list;
    for (std::size_t n = 0; n != records.size(); ++n)
    {
        const auto    text = tokenizer.tokenize(redaction.unescaped_text(records[n]).text());
        record_themes entry{.record = static_cast<std::int64_t>(n + 1), .themes = {}};
        for (const auto& reference : matcher.themes_of(text)) entry.themes.push_back(id_of(reference));
        list.assignments.push_back(std::move(entry));
    }
    return sdk::to_json(list);
}

} // namespace verbatim::analyze_bulk::themes::offline
