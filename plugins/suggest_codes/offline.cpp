#include "proposals.hpp"

#include "code_index.hpp"

#include "verbatim/sdk/text.hpp"
#include "verbatim/text_analysis/corpus.hpp"
#include "verbatim/text_analysis/phrases.hpp"
#include "verbatim/text_analysis/tokenizer.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::suggest_codes::offline {

namespace {

using text_analysis::phrase;

text_analysis::corpus corpus_of(const feedback::redaction& redaction, text_analysis::tokenizer& tokenizer)
{
    std::vector<text_analysis::document> documents(redaction.size());
    for (std::size_t n = 0; n != redaction.size(); ++n)
        documents[n].content = tokenizer.tokenize(redaction.unescaped_text(n).text());
    return text_analysis::make_corpus(std::move(documents));
}

std::string capitalized(std::string text)
{
    if (!text.empty()) text.front() = sdk::ascii::to_upper(text.front());
    return text;
}

/// The topic and up to four other phrases that at least half of its records contain.
std::string related(const phrase& topic, const std::vector<phrase>& phrases)
{
    constexpr std::size_t limit = 4;
    std::string           names = topic.spelling;
    std::size_t           count = 0;
    for (const auto& other : phrases)
    {
        std::vector<std::uint32_t> common;
        std::ranges::set_intersection(topic.documents, other.documents, std::back_inserter(common));
        if (count == limit || other.shares_stem(topic) || 2 * common.size() < topic.documents.size()) continue;
        names += ", " + other.spelling;
        ++count;
    }
    return names;
}

/// The most similar code if it has children; otherwise the code above it, or -1 at the first level.
std::int64_t parent_for(const similar_code& nearest, std::span<const codebook::option> options)
{
    const auto& path = options[nearest.option].path;
    if (!path.back()->children.empty()) return static_cast<std::int64_t>(nearest.option);
    if (path.size() == 1) return -1;
    const auto is_parent = [&](const codebook::option& option) { return option.path.back() == path[path.size() - 2]; };
    return std::ranges::find_if(options, is_parent) - options.begin();
}

} // namespace

model_codes propose(const feedback::redaction& redaction, std::span<const codebook::option> options,
                    std::size_t max_codes)
{
    constexpr std::size_t max_phrases    = 200;  // bounds the comparisons; ten times the most codes
    constexpr double      min_similarity = 0.15; // below it the nearest code shares a word by accident

    text_analysis::tokenizer tokenizer;
    const auto               corpus  = corpus_of(redaction, tokenizer);
    const auto               phrases = text_analysis::key_phrases(corpus, max_phrases, tokenizer);
    code_index               index{options};
    std::set<std::uint32_t>  covered;
    model_codes              output;
    const std::size_t        min_new_records = redaction.size() > 3 ? 2 : 1;
    for (const auto& topic : phrases)
    {
        if (output.codes.size() == max_codes) break;
        const auto is_new = [&](std::uint32_t record) { return !covered.contains(record); };
        if (static_cast<std::size_t>(std::ranges::count_if(topic.documents, is_new)) < min_new_records) continue;

        const auto words   = related(topic, phrases);
        const auto similar = index.nearest(topic.spelling, words);
        model_code code{.name       = capitalized(topic.spelling),
                        .definition = "Feedback that mentions: " + topic.spelling + ".",
                        .inclusion  = "Records with these words: " + words +
                                     ". Words were counted, their meaning was not judged."};
        if (!similar.empty() && similar.front().similarity >= min_similarity)
        {
            code.parent = parent_for(similar.front(), options);
            code.similar.push_back(static_cast<std::int64_t>(similar.front().option));
        }
        for (const auto record : topic.documents) code.records.push_back(record);
        covered.insert(topic.documents.begin(), topic.documents.end());
        output.codes.push_back(std::move(code));
    }
    return output;
}

} // namespace verbatim::suggest_codes::offline
