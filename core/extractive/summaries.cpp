#include "extractive/summaries.hpp"

#include "extractive/phrases.hpp"
#include "extractive/themes.hpp"
#include "extractive/wording.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <algorithm>

namespace verbatim::core::extractive {
namespace {

std::string with_capital(std::string text)
{
    // Placeholders and non-ASCII beginnings are left as they are written.
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
        text.front() = static_cast<char>(text.front() - 32);
    return text;
}

std::string reply_of(const std::string& title, const std::string& summary)
{
    boost::json::object reply;
    reply["title"]   = title;
    reply["summary"] = summary;
    return boost::json::serialize(reply);
}

/// The first few words of the text: what is left where no phrase can be told.
std::string first_words(const corpus& all)
{
    for (const auto& one : all.notes)
        if (!one.body.sentences.empty())
        {
            auto first = one.body.sentences.front();
            first.last = std::min(first.last, first.first + 5);
            first.end  = one.body.words[first.last - 1].end;
            return shortened(one.body, first, 120);
        }
    return {};
}

std::string title_of(const std::vector<phrase>& phrases, const corpus& all)
{
    std::string                title;
    std::vector<const phrase*> used;
    std::size_t                words = 0;
    for (const auto& one : phrases)
    {
        if (words + one.stems.size() > 5 ||
            std::any_of(used.begin(), used.end(), [&](const phrase* other) { return other->shares_stem(one); }))
            continue;
        title += (title.empty() ? "" : ", ") + one.shown;
        words += one.stems.size();
        used.push_back(&one);
        if (words >= 4) break;
    }
    return title.empty() ? with_capital(first_words(all)) : with_capital(title);
}

std::string bullets(const std::vector<std::string>& lines)
{
    std::string text;
    for (const auto& one : lines) text += (text.empty() ? "- " : "\n- ") + one;
    return text;
}

std::string theme_line(const theme& one, std::size_t records, const wording& words)
{
    std::string ids;
    for (const auto& id : one.ids)
        if (id.find('\n') == std::string::npos) ids += (ids.empty() ? "" : ", ") + id;
    if (!ids.empty() && one.count > one.ids.size())
        ids += ' ' + std::string(words.and_more) + ' ' + std::to_string(one.count - one.ids.size());
    return with_capital(one.name) + " (" + std::string(words.records) + ": " + std::to_string(one.count) + ' ' +
           std::string(words.of) + ' ' + std::to_string(records) + (ids.empty() ? "" : "; " + ids) + ')' +
           (one.example.empty() ? "" : ": “" + one.example + "”");
}

} // namespace

std::string summarize_record(std::string_view message)
{
    reader     with;
    const auto all   = read_corpus(message, with);
    auto       lines = central_sentences(all, 5, 220);
    const auto title = title_of(key_phrases(all, 40, with), all);
    if (lines.empty())
    {
        const auto& words = wording_of(all.spoken);
        return reply_of(std::string(words.overview), "- " + std::string(words.no_words));
    }
    return reply_of(title, bullets(lines));
}

std::string summarize_records(std::string_view system, std::string_view message)
{
    reader      with;
    const auto  all     = read_corpus(message, with);
    const auto& words   = wording_of(directed_language(system).value_or(all.spoken));
    const auto  counted = count_themes(all, {}, with);
    const auto  most    = std::clamp<std::size_t>(2 + all.notes.size() / 4, 3, 10);

    std::vector<std::string> lines;
    std::string              title;
    for (const auto& one : counted.themes)
    {
        if (lines.size() == most) break;
        if (lines.size() < 2) title += (title.empty() ? "" : ", ") + one.name;
        lines.push_back(theme_line(one, counted.records, words));
    }
    if (lines.size() < 2 || (all.notes.size() > 1 && counted.themes.empty()))
        for (auto& sentence : central_sentences(all, 4, 200)) lines.push_back(std::move(sentence));
    if (title.empty()) title = first_words(all);
    if (title.empty())
        return reply_of(std::string(words.overview), "- " + std::string(words.records_read) + ": " +
                                                         std::to_string(all.notes.size()) + "\n- " +
                                                         std::string(words.no_words));
    return reply_of(with_capital(title), bullets(lines));
}

} // namespace verbatim::core::extractive
