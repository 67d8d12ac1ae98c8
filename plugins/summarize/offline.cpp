#include "offline.hpp"

#include "verbatim/sdk/text.hpp"
#include "verbatim/text_analysis/phrases.hpp"
#include "verbatim/text_analysis/report_labels.hpp"
#include "verbatim/text_analysis/sentences.hpp"
#include "verbatim/text_analysis/themes.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace verbatim::summarize::offline {

namespace {

using namespace text_analysis;

std::string capitalized(std::string text)
{
    // Placeholders and non-ASCII beginnings are left as they are written.
    if (!text.empty()) text.front() = sdk::ascii::to_upper(text.front());
    return text;
}

/// The first few words of the text, for texts without a phrase.
std::string first_words(const corpus& corpus)
{
    for (const auto& record : corpus.documents)
        if (!record.content.sentences.empty())
        {
            auto first = record.content.sentences.front();
            first.last = std::min(first.last, first.first + 5);
            first.end  = record.content.words[first.last - 1].end;
            return shortened(record.content, first, 120);
        }
    return {};
}

std::string make_title(const std::vector<phrase>& phrases, const corpus& corpus)
{
    std::string                title;
    std::vector<const phrase*> used;
    std::size_t                words = 0;
    for (const auto& candidate : phrases)
    {
        if (words + candidate.stems.size() > 5 ||
            std::any_of(used.begin(), used.end(), [&](const phrase* other) { return other->shares_stem(candidate); }))
            continue;
        title += (title.empty() ? "" : ", ") + candidate.spelling;
        words += candidate.stems.size();
        used.push_back(&candidate);
        if (words >= 4) break;
    }
    return title.empty() ? capitalized(first_words(corpus)) : capitalized(title);
}

std::string bullets(const std::vector<std::string>& lines)
{
    std::string text;
    for (const auto& line : lines) text += (text.empty() ? "- " : "\n- ") + line;
    return text;
}

std::string theme_line(const theme& entry, std::size_t records, const report_labels& labels)
{
    std::string ids;
    for (const auto& id : entry.ids)
        if (id.find('\n') == std::string::npos) ids += (ids.empty() ? "" : ", ") + id;
    if (!ids.empty() && entry.count > entry.ids.size())
        ids += ' ' + std::string(labels.and_more) + ' ' + std::to_string(entry.count - entry.ids.size());
    return capitalized(entry.name) + " (" + std::string(labels.records) + ": " + std::to_string(entry.count) + ' ' +
           std::string(labels.of) + ' ' + std::to_string(records) + (ids.empty() ? "" : "; " + ids) + ')' +
           (entry.example.empty() ? "" : ": “" + entry.example + "”");
}

} // namespace

summary_text summarize_record(const corpus& record, tokenizer& tokenizer)
{
    const auto lines = central_sentences(record, 5, 220);
    if (lines.empty())
    {
        const auto& labels = report_labels_of(record.main_language);
        return {std::string(labels.overview), "- " + std::string(labels.no_words)};
    }
    return {make_title(key_phrases(record, 40, tokenizer), record), bullets(lines)};
}

summary_text summarize_bulk(const corpus& records, language lang, tokenizer& tokenizer)
{
    const auto& labels    = report_labels_of(lang);
    const auto  report    = count_themes(records, question{{}, tokenizer}, tokenizer);
    const auto  max_lines = std::clamp<std::size_t>(2 + records.documents.size() / 4, 3, 10);

    std::vector<std::string> lines;
    std::string              title;
    for (const auto& theme : report.themes)
    {
        if (lines.size() == max_lines) break;
        if (lines.size() < 2) title += (title.empty() ? "" : ", ") + theme.name;
        lines.push_back(theme_line(theme, report.documents, labels));
    }
    if (lines.size() < 2)
        for (auto& sentence : central_sentences(records, 4, 200)) lines.push_back(std::move(sentence));
    if (title.empty()) title = first_words(records);
    if (title.empty())
        return {std::string(labels.overview), "- " + std::string(labels.records_read) + ": " +
                                                  std::to_string(records.documents.size()) + "\n- " +
                                                  std::string(labels.no_words)};
    return {capitalized(title), bullets(lines)};
}

} // namespace verbatim::summarize::offline
