#include "extractive/summaries.hpp"

#include "extractive/phrases.hpp"
#include "extractive/report_labels.hpp"
#include "extractive/themes.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <algorithm>

namespace verbatim::core::extractive {
namespace {

std::string capitalized(std::string text)
{
    // Placeholders and non-ASCII beginnings are left as they are written.
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
        text.front() = static_cast<char>(text.front() - 32);
    return text;
}

std::string to_json(const std::string& title, const std::string& summary)
{
    boost::json::object reply;
    reply["title"]   = title;
    reply["summary"] = summary;
    return boost::json::serialize(reply);
}

/// The first few words of the text: what is left where no phrase can be told.
std::string first_words(const corpus& records)
{
    for (const auto& record : records.records)
        if (!record.content.sentences.empty())
        {
            auto first = record.content.sentences.front();
            first.last = std::min(first.last, first.first + 5);
            first.end  = record.content.words[first.last - 1].end;
            return shortened(record.content, first, 120);
        }
    return {};
}

std::string make_title(const std::vector<phrase>& phrases, const corpus& records)
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
    return title.empty() ? capitalized(first_words(records)) : capitalized(title);
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

std::string summarize_record(std::string_view message)
{
    tokenizer  with;
    const auto all   = read_corpus(message, with);
    auto       lines = central_sentences(all, 5, 220);
    const auto title = make_title(key_phrases(all, 40, with), all);
    if (lines.empty())
    {
        const auto& words = report_labels_of(all.main_language);
        return to_json(std::string(words.overview), "- " + std::string(words.no_words));
    }
    return to_json(title, bullets(lines));
}

std::string summarize_records(std::string_view system, std::string_view message)
{
    tokenizer   with;
    const auto  all     = read_corpus(message, with);
    const auto& words   = report_labels_of(requested_language(system).value_or(all.main_language));
    const auto  counted = count_themes(all, {}, with);
    const auto  most    = std::clamp<std::size_t>(2 + all.records.size() / 4, 3, 10);

    std::vector<std::string> lines;
    std::string              title;
    for (const auto& one : counted.themes)
    {
        if (lines.size() == most) break;
        if (lines.size() < 2) title += (title.empty() ? "" : ", ") + one.name;
        lines.push_back(theme_line(one, counted.records, words));
    }
    if (lines.size() < 2 || (all.records.size() > 1 && counted.themes.empty()))
        for (auto& sentence : central_sentences(all, 4, 200)) lines.push_back(std::move(sentence));
    if (title.empty()) title = first_words(all);
    if (title.empty())
        return to_json(std::string(words.overview), "- " + std::string(words.records_read) + ": " +
                                                        std::to_string(all.records.size()) + "\n- " +
                                                        std::string(words.no_words));
    return to_json(capitalized(title), bullets(lines));
}

} // namespace verbatim::core::extractive
