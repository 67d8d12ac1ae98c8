#include "verbatim/text_analysis/sentences.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

namespace verbatim::text_analysis {

namespace {

std::uint64_t fingerprint(const tokenized_text& body, const sentence& range)
{
    std::uint64_t hash = 1469598103934665603U;
    for (auto at = range.first; at < range.last; ++at) hash = (hash ^ body.words[at].stem) * 1099511628211U;
    return hash;
}

bool is_reply(const tokenized_text& body, const sentence& range)
{
    const auto end = std::min(range.last, range.first + 2);
    return std::any_of(body.words.begin() + range.first, body.words.begin() + end,
                       [](const word& token) { return token.staff; });
}

} // namespace

boilerplate::boilerplate(const corpus& corpus)
{
    std::unordered_map<std::uint64_t, std::size_t> frequencies;
    for (const auto& record : corpus.documents)
        for (std::size_t at = 1; at < record.content.sentences.size(); ++at)
            ++frequencies[fingerprint(record.content, record.content.sentences[at])];

    // People do not write a whole sentence alike; five of few records, or one of 200, is a form.
    const auto threshold = std::max<std::size_t>(5, corpus.documents.size() / 200);
    begins_.reserve(corpus.documents.size());
    for (const auto& record : corpus.documents)
    {
        const auto& sentences = record.content.sentences;
        begins_.push_back(flags_.size());
        flags_.resize(flags_.size() + sentences.size(), false);
        for (std::size_t at = 1; at < sentences.size(); ++at)
            flags_[begins_.back() + at] = is_reply(record.content, sentences[at]) ||
                                          frequencies[fingerprint(record.content, sentences[at])] >= threshold;
    }
}

std::string shortened(const tokenized_text& text, const sentence& sentence, std::size_t max_bytes)
{
    std::size_t end = sentence.end;
    if (end - sentence.begin > max_bytes)
    {
        end = sentence.begin;
        for (auto at = sentence.first; at < sentence.last && text.words[at].end - sentence.begin <= max_bytes; ++at)
            end = text.words[at].end;
    }
    std::string line;
    for (const char c : std::string_view(text.text).substr(sentence.begin, end - sentence.begin))
        if (static_cast<unsigned char>(c) > 0x20 && c != 0x7F) line += c;
        else if (!line.empty() && line.back() != ' ') line += ' ';
    return end < sentence.end ? line + "…" : line;
}

std::vector<std::string> central_sentences(const corpus& corpus, std::size_t max_sentences, std::size_t max_bytes)
{
    struct rated_sentence
    {
        double        weight;
        std::uint32_t document;
        std::uint32_t nth;
    };
    std::size_t stems = 0;
    for (const auto& record : corpus.documents)
        for (const auto& word : record.content.words) stems = std::max<std::size_t>(stems, word.stem + 1);
    std::vector<double> frequency(stems, 0.0);
    for (const auto& record : corpus.documents)
        for (const auto& word : record.content.words)
            if (word.role == word_role::content) frequency[word.stem] += 1;
    // Of sentences with words alike, a short one says it better; a form only counts if there is nothing else.
    constexpr std::uint32_t max_words      = 60;
    constexpr double        short_sentence = 3, form_factor = 0.3;

    const boilerplate           skipped{corpus};
    std::vector<rated_sentence> ranked;
    for (std::uint32_t at = 0; at < corpus.documents.size(); ++at)
        for (std::uint32_t nth = 0; nth < corpus.documents[at].content.sentences.size(); ++nth)
        {
            const auto& body    = corpus.documents[at].content;
            const auto& current = body.sentences[nth];
            double      sum     = 0;
            for (auto w = current.first; w < std::min(current.last, current.first + max_words); ++w)
                sum += body.words[w].role == word_role::content ? std::log(1 + frequency[body.words[w].stem]) : 0;
            ranked.push_back({sum / std::sqrt(double(current.last - current.first) + short_sentence) *
                                  (skipped.contains(at, nth) ? form_factor : 1),
                              at, nth});
        }
    std::sort(ranked.begin(), ranked.end(), [](const rated_sentence& a, const rated_sentence& b) {
        return a.weight != b.weight ? a.weight > b.weight : std::pair(a.document, a.nth) < std::pair(b.document, b.nth);
    });

    // A sentence adds nothing when better ones hold nearly all of its words.
    std::unordered_set<std::uint32_t> covered;
    std::vector<rated_sentence>       chosen;
    for (const auto& candidate : ranked)
    {
        const auto& body  = corpus.documents[candidate.document].content;
        const auto& range = body.sentences[candidate.nth];
        std::size_t added = 0, topics = 0;
        for (auto w = range.first; w < range.last; ++w)
            if (body.words[w].role == word_role::content) ++topics, added += !covered.contains(body.words[w].stem);
        if (!chosen.empty() && added * 2 < topics + 1) continue;
        for (auto w = range.first; w < range.last; ++w) covered.insert(body.words[w].stem);
        chosen.push_back(candidate);
        if (chosen.size() == max_sentences) break;
    }
    if (corpus.documents.size() == 1)
        std::sort(chosen.begin(), chosen.end(),
                  [](const rated_sentence& a, const rated_sentence& b) { return a.nth < b.nth; });
    std::vector<std::string> lines;
    for (const auto& candidate : chosen)
        lines.push_back(shortened(corpus.documents[candidate.document].content,
                                  corpus.documents[candidate.document].content.sentences[candidate.nth], max_bytes));
    return lines;
}

} // namespace verbatim::text_analysis
