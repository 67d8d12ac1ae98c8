#include "extractive/judging.hpp"

#include "extractive/corpus.hpp"
#include "extractive/markup.hpp"
#include "extractive/phrases.hpp"
#include "extractive/report.hpp"
#include "extractive/report_labels.hpp"
#include "extractive/similarity.hpp"
#include "extractive/word_lists.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace verbatim::core::extractive {
namespace {

double rounded(double share) { return std::round(100 * std::clamp(share, 0.0, 1.0)) / 100; }

std::string percent(double share)
{
    return std::to_string(static_cast<int>(std::lround(100 * std::clamp(share, 0.0, 1.0)))) + '%';
}

double ratio(std::size_t part, std::size_t whole)
{
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

struct overlap
{
    std::size_t shared = 0;
    std::size_t total  = 0;
};

std::unordered_set<std::uint32_t> stems_of(const corpus& source)
{
    std::unordered_set<std::uint32_t> stems;
    for (const auto& one : source.records)
        for (const auto& w : one.content.words) stems.insert(w.stem);
    return stems;
}

overlap find_overlap(const tokenized_text& text, const std::unordered_set<std::uint32_t>& source,
                     const std::unordered_set<std::uint32_t>& ignored)
{
    overlap result;
    for (const auto& word : text.words)
        if ((word.role == word_role::content || word.role == word_role::placeholder) && !ignored.contains(word.stem))
            ++result.total, result.shared += source.contains(word.stem);
    return result;
}

/// What an analysis was made from: records, or analyses of parts of them.
struct grounds
{
    corpus                          source;
    std::unordered_set<std::string> ids;
    std::string_view                made_of = "records";
};

grounds read_grounds(std::string_view source_text, tokenizer& with)
{
    grounds    found;
    const auto parts = elements(source_text, "partial_analysis");
    if (parts.empty())
    {
        found.source = read_corpus(source_text, with);
        if (found.source.records.size() == 1 && found.source.records.front().id.empty())
            found.source.records.front().content = with.tokenize(unescape(unescape(source_text)));
        for (const auto& one : found.source.records)
            if (!one.id.empty()) found.ids.insert(one.id);
        return found;
    }
    found.made_of = "partial analyses";
    for (const auto& one : parts)
    {
        const auto text = unescape(one.inner);
        found.source.records.push_back({{}, with.tokenize(text), {}, {}});
        if (const auto said = read_report(text))
            for (const auto& theme : said->themes) found.ids.insert(theme.ids.begin(), theme.ids.end());
    }
    return found;
}

/// Ids are looked for only in what cites them; anything that stands there and is no id of the source was invented.
overlap cited(const std::optional<report>& said, const std::unordered_set<std::string>& known,
              std::string_view analysis)
{
    overlap made;
    if (said)
        for (const auto& one : said->themes)
            for (const auto& id : one.ids) ++made.total, made.shared += known.contains(id);
    else
        for (const auto& id : known)
            if (id.size() > 1 && made.total < 50 && analysis.find(id) != std::string_view::npos)
                ++made.total, ++made.shared;
    return made;
}

std::string analysis_reply(double score, const std::string& why)
{
    boost::json::object reply;
    reply["quality_score"]           = rounded(score);
    reply["uncertainty_explanation"] = why;
    return boost::json::serialize(reply);
}

} // namespace

std::string judge_analysis(std::string_view message)
{
    tokenizer  with;
    const auto source_text = inside_outermost(
        message.substr(0, std::min(message.find("<analyst_prompt>"), message.find("<analysis_to_score>"))),
        "source_text");
    const auto  analysis = unescape(inside_outermost(message, "analysis_to_score"));
    const auto  on       = read_grounds(source_text, with);
    const auto& source   = on.source;
    const auto  said     = read_report(analysis);

    // The wording of an analysis of this kind is its own; what it says of the records is what is compared.
    std::string claims;
    if (said)
    {
        for (const auto& one : said->themes)
        {
            claims += one.name + ".\n" + one.example + ".\n";
            for (const auto& part : one.parts) claims += part.name + ".\n";
        }
        for (const auto& one : said->further) claims += one.name + ".\n";
    }
    else claims = analysis;
    const auto read    = with.tokenize(claims);
    const auto stems   = stems_of(source);
    const auto wording = find_overlap(read, stems, {});
    if (wording.total == 0)
        return analysis_reply(0, "The analysis holds no words that could be compared with its source.");

    const auto                        ids = cited(said, on.ids, analysis);
    std::unordered_set<std::uint32_t> spoken;
    for (const auto& one : read.words)
        if (one.role == word_role::content) spoken.insert(one.stem);
    std::size_t reached = 0;
    for (const auto& one : source.records)
        reached += std::any_of(one.content.words.begin(), one.content.words.end(),
                               [&](const word& w) { return w.role == word_role::content && spoken.contains(w.stem); });

    const auto held    = ratio(wording.shared, wording.total);
    const auto reaches = ratio(reached, source.records.size());
    const auto true_id = ids.total > 0 ? ratio(ids.shared, ids.total) : on.ids.empty() ? 1.0 : 0.0;
    return analysis_reply(0.6 * held + 0.2 * true_id + 0.2 * reaches,
                          percent(held) + " of the analysis' topical words and " + std::to_string(ids.shared) + " of " +
                              std::to_string(ids.total) + " cited ids occur in the source, and its words reach " +
                              percent(reaches) + " of the source " + std::string(on.made_of) +
                              "; only wording was compared, so wrong conclusions drawn from "
                              "right words are not seen.");
}

std::string judge_summary(std::string_view message)
{
    tokenizer  with;
    const auto source =
        read_corpus(inside_outermost(message.substr(0, message.find("<summary_to_score>")), "source_text"), with);
    const auto summary = unescape(inside_outermost(message, "summary_to_score"));
    const auto said    = with.tokenize(summary);
    const auto stems   = stems_of(source);
    const auto wording = find_overlap(said, stems, {});

    std::unordered_set<std::uint32_t> spoken;
    for (const auto& one : said.words) spoken.insert(one.stem);
    double weight = 0, found = 0;
    for (const auto& one : key_phrases(source, 40, with))
    {
        const auto shared =
            std::count_if(one.stems.begin(), one.stems.end(), [&](auto stem) { return spoken.contains(stem); });
        weight += one.weight;
        found += one.weight * ratio(static_cast<std::size_t>(shared), one.stems.size());
    }
    std::size_t lines = 0, plain = 0;
    for (const auto& one : said.sentences) ++lines, plain += one.last - one.first >= 2 && one.last - one.first <= 35;

    boost::json::object reply;
    reply["faithfulness"] = rounded(ratio(wording.shared, wording.total));
    reply["coverage"]     = rounded(weight > 0 ? found / weight : ratio(wording.shared, wording.total));
    reply["clarity"]      = rounded(ratio(plain, lines));
    return boost::json::serialize(reply);
}

} // namespace verbatim::core::extractive
