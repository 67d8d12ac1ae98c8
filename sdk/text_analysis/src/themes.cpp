#include "verbatim/text_analysis/themes.hpp"

#include "verbatim/text_analysis/period.hpp"
#include "verbatim/text_analysis/phrases.hpp"
#include "verbatim/text_analysis/sentences.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace verbatim::text_analysis {
namespace {

constexpr std::size_t max_candidates = 300;
constexpr std::size_t max_ids        = 8;
constexpr std::size_t max_parts      = 5;

class document_set
{
public:
    document_set(std::size_t documents, const std::vector<std::uint32_t>& holders)
        : bits_((documents + 63) / 64)
    {
        for (const auto at : holders) bits_[at / 64] |= std::uint64_t{1} << (at % 64);
    }

    std::size_t common(const document_set& other) const
    {
        std::size_t count = 0;
        for (std::size_t at = 0; at < bits_.size(); ++at)
            count += static_cast<std::size_t>(__builtin_popcountll(bits_[at] & other.bits_[at]));
        return count;
    }

    void add(const document_set& other)
    {
        for (std::size_t at = 0; at < bits_.size(); ++at) bits_[at] |= other.bits_[at];
    }

    std::vector<std::uint32_t> members() const
    {
        std::vector<std::uint32_t> all;
        for (std::uint32_t at = 0; at < bits_.size() * 64; ++at)
            if (bits_[at / 64] >> (at % 64) & 1U) all.push_back(at);
        return all;
    }

private:
    std::vector<std::uint64_t> bits_;
};

struct phrase_group
{
    std::vector<const phrase*> phrases;   ///< the first one names it; the others share a word with it
    std::vector<const phrase*> unrelated; ///< in the same documents, without a common word
    document_set               documents;
    std::size_t                count            = 0;
    bool                       matches_question = false;
};

/// Months, or ISO weeks where the dates lie within four months of each other.
period_length period_length_for(const corpus& corpus)
{
    std::optional<std::chrono::sys_days> first, last;
    for (const auto& record : corpus.documents)
        if (record.day)
        {
            first = first ? std::min(*first, *record.day) : *record.day;
            last  = last ? std::max(*last, *record.day) : *record.day;
        }
    return first && *last - *first <= std::chrono::days{125} ? period_length::week : period_length::month;
}

/// The documents that hold a word of the question which distinguishes documents, and how many hold each word.
struct question_terms
{
    std::vector<bool>        documents;
    std::vector<named_count> counts;
    std::vector<std::string> missing;
};

question_terms find_question_terms(const question& question, const corpus& corpus)
{
    constexpr std::size_t                   max_words = 12;
    std::vector<std::vector<std::uint32_t>> holders(question.words().size());
    if (!holders.empty())
        for (std::uint32_t at = 0; at < corpus.documents.size(); ++at)
            for (const auto& token : corpus.documents[at].content.words)
                if (const auto term = question.find(corpus.documents[at].content, token))
                    if (auto& list = holders[*term]; list.empty() || list.back() != at) list.push_back(at);

    question_terms result{.documents = std::vector<bool>(corpus.documents.size()), .counts = {}, .missing = {}};
    for (std::size_t n = 0; n < holders.size(); ++n)
    {
        if (holders[n].empty()) result.missing.push_back(question.words()[n]);
        else result.counts.push_back({question.words()[n], holders[n].size()});
        if (holders[n].size() * 10 <= corpus.documents.size() * 7)
            for (const auto at : holders[n]) result.documents[at] = true;
    }
    std::sort(result.counts.begin(), result.counts.end(),
              [](const auto& a, const auto& b) { return a.count != b.count ? a.count > b.count : a.name < b.name; });
    if (result.counts.size() > max_words) result.counts.resize(max_words);
    if (result.missing.size() > max_words) result.missing.resize(max_words);
    return result;
}

bool is_ubiquitous(const phrase& candidate, std::size_t documents)
{
    return documents >= 12 && candidate.documents.size() * 10 > documents * 7;
}

/// Adds a phrase to the group of the same documents, if there is one.
bool add_to_group(std::vector<phrase_group>& groups, const phrase& next, const document_set& next_documents)
{
    for (auto& candidate : groups)
    {
        const auto& name    = *candidate.phrases.front();
        const auto  common  = candidate.documents.common(next_documents);
        const auto  count   = next.documents.size();
        const bool  related = next.shares_stem(name);
        // Nearly all of its documents are in the group, or both are in the same documents.
        if (common * 10 < count * (related ? 6 : 8) && !(common * 2 > candidate.count + count - common)) continue;
        if (!related)
        {
            candidate.unrelated.push_back(&next);
            return true;
        }
        candidate.documents.add(next_documents);
        candidate.count += count - common;
        candidate.phrases.push_back(&next);
        // The longer phrase is the better name when it is nearly as frequent.
        if (next.content_words > name.content_words && count * 10 >= candidate.count * 6)
            std::swap(candidate.phrases.front(), candidate.phrases.back());
        return true;
    }
    return false;
}

/// Whether every shared phrase is in nearly all documents: then these phrases are the themes.
bool are_alike(const std::vector<phrase>& phrases, std::size_t documents)
{
    return std::ranges::all_of(phrases, [&](const phrase& candidate) { return is_ubiquitous(candidate, documents); });
}

std::vector<phrase_group> group_phrases(const std::vector<phrase>& phrases, std::size_t documents,
                                        std::size_t max_groups, bool alike)
{
    std::vector<phrase_group> groups;
    for (const auto& next : phrases)
    {
        if (!alike && is_ubiquitous(next, documents)) continue;
        document_set next_documents(documents, next.documents);
        if (!add_to_group(groups, next, next_documents) && groups.size() < max_groups)
            groups.push_back({{&next}, {}, std::move(next_documents), next.documents.size(), false});
    }
    return groups;
}

/// The sentence with the group's phrase and most of the frequent words, relative to its length.
std::string best_sentence(const phrase_group& source, const corpus& corpus, const boilerplate& skipped,
                          const std::vector<double>& weights)
{
    const auto&     stems       = source.phrases.front()->stems;
    const document* best_record = nullptr;
    sentence        chosen;
    double          best      = -1;
    std::size_t     documents = 0;
    for (const auto at : source.phrases.front()->documents)
    {
        if (++documents > 400) break; // bounds the work for a frequent phrase
        for (std::size_t nth = 0; nth < corpus.documents[at].content.sentences.size(); ++nth)
        {
            const auto& current = corpus.documents[at].content.sentences[nth];
            const auto& words   = corpus.documents[at].content.words;
            if (skipped.contains(at, nth)) continue;
            bool holds = false;
            for (auto w = current.first; w + stems.size() <= current.last && !holds; ++w)
                holds = std::equal(stems.begin(), stems.end(), words.begin() + w,
                                   [](auto stem, const word& x) { return stem == x.stem; });
            if (!holds) continue;
            double      sum             = 0;
            std::size_t reporting_words = 0;
            for (auto w = current.first; w < std::min(current.last, current.first + 40); ++w)
            {
                sum += words[w].role == word_role::content ? weights[words[w].stem] : 0;
                reporting_words += words[w].role == word_role::reporting;
            }
            const auto length = static_cast<double>(current.last - current.first);
            const auto score  = sum / std::sqrt(length + 4) / (1 + 0.1 * static_cast<double>(reporting_words)) *
                               (length < 4 ? 0.5 : 1) * (length > 30 ? 0.6 : 1);
            if (score > best) best = score, best_record = &corpus.documents[at], chosen = current;
        }
    }
    return best_record ? shortened(best_record->content, chosen, 180) : std::string();
}

std::vector<double> stem_weights(const corpus& corpus, std::size_t stems)
{
    std::vector<double>        weights(stems, 0.0);
    std::vector<std::uint32_t> last(stems, 0xFFFFFFFF);
    for (std::uint32_t at = 0; at < corpus.documents.size(); ++at)
        for (const auto& token : corpus.documents[at].content.words)
            if (last[token.stem] != at) last[token.stem] = at, weights[token.stem] += 1;
    const auto total = static_cast<double>(corpus.documents.size());
    for (auto& weight : weights) weight = weight > 0 ? std::log(1 + weight) * std::log(1.5 + total / weight) : 0;
    return weights;
}

std::string common_label(const std::vector<std::uint32_t>& members, const corpus& corpus)
{
    std::unordered_map<std::string, std::size_t> counts;
    for (const auto at : members)
        for (const auto& label :
             std::set<std::string>(corpus.documents[at].labels.begin(), corpus.documents[at].labels.end()))
            ++counts[label];
    std::string best;
    std::size_t most = 0, position = 0;
    // Of equally frequent labels the most specific is chosen: the last of its document.
    for (const auto at : members)
        for (const auto& label : corpus.documents[at].labels)
            if (const auto count = counts[label];
                count > most ||
                (count == most && &label - corpus.documents[at].labels.data() > static_cast<std::ptrdiff_t>(position)))
                best = label, most = count,
                position = static_cast<std::size_t>(&label - corpus.documents[at].labels.data());
    return most * 10 >= members.size() * 6 ? best + " (" + std::to_string(most) + ')' : std::string();
}

std::vector<named_count> count_labels(const corpus& corpus)
{
    std::map<std::string, std::size_t> counts;
    for (const auto& record : corpus.documents)
        for (const auto& label : std::set<std::string>(record.labels.begin(), record.labels.end())) ++counts[label];
    std::vector<named_count> sorted;
    for (const auto& [label, count] : counts) sorted.push_back({label, count});
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.count > b.count; });
    if (sorted.size() > 10) sorted.resize(10);
    return sorted;
}

theme describe(const phrase_group& source, const corpus& corpus, period_length length, const boilerplate& skipped,
               const std::vector<double>& weights)
{
    theme      result;
    const auto members      = source.documents.members();
    result.name             = source.phrases.front()->spelling;
    result.count            = members.size();
    result.matches_question = source.matches_question;
    const auto& name        = source.phrases.front()->stems;
    const auto  in_name = [&](std::uint32_t stem) { return std::find(name.begin(), name.end(), stem) != name.end(); };
    for (std::size_t at = 1; at < source.phrases.size(); ++at)
        if (!std::all_of(source.phrases[at]->stems.begin(), source.phrases[at]->stems.end(), in_name))
            result.parts.push_back({source.phrases[at]->spelling, source.phrases[at]->documents.size()});
    std::stable_sort(result.parts.begin(), result.parts.end(),
                     [](const auto& a, const auto& b) { return a.count > b.count; });
    if (result.parts.size() > max_parts) result.parts.resize(max_parts);
    for (const auto at : members)
    {
        const auto& record = corpus.documents[at];
        if (!record.id.empty() && result.ids.size() < max_ids) result.ids.push_back(record.id);
        if (record.day) ++result.over_time[period(length, *record.day).label()];
    }
    result.example = best_sentence(source, corpus, skipped, weights);
    result.label   = common_label(members, corpus);
    return result;
}

/// Whether most documents of the group, or of the phrase that names it, hold a word of the question.
bool is_about_question(const phrase_group& candidate, const question_terms& terms)
{
    const auto mostly = [&](const std::vector<std::uint32_t>& documents) {
        const auto related = std::ranges::count_if(documents, [&](std::uint32_t at) { return terms.documents[at]; });
        return static_cast<std::size_t>(related) * 2 > documents.size();
    };
    return mostly(candidate.phrases.front()->documents) || mostly(candidate.documents.members());
}

} // namespace

theme_report count_themes(const corpus& corpus, const question& question, tokenizer& tokenizer)
{
    theme_report result;
    result.documents             = corpus.documents.size();
    const auto        terms      = find_question_terms(question, corpus);
    const auto        phrases    = key_phrases(corpus, max_candidates, tokenizer);
    const auto        max_themes = std::clamp<std::size_t>(3 + corpus.documents.size() / 8, 4, 12);
    const bool        alike      = are_alike(phrases, corpus.documents.size());
    auto              groups     = group_phrases(phrases, corpus.documents.size(), max_themes + 24, alike);
    const auto        weights    = stem_weights(corpus, tokenizer.stem_count());
    const boilerplate skipped{corpus};
    const auto        length = period_length_for(corpus);

    for (const auto& record : corpus.documents)
        if (record.day) ++result.over_time[period(length, *record.day).label()];
    result.question = terms.counts;
    result.missing  = terms.missing;
    result.labels   = count_labels(corpus);
    if (!alike)
        for (const auto& candidate : phrases)
            if (is_ubiquitous(candidate, corpus.documents.size()) && result.ubiquitous.size() < 6)
                result.ubiquitous.push_back({candidate.spelling, candidate.documents.size()});

    for (auto& candidate : groups) candidate.matches_question = is_about_question(candidate, terms);
    // Themes of the question come before frequent ones; groups beyond the limit are named without detail.
    std::stable_sort(groups.begin(), groups.end(), [](const phrase_group& a, const phrase_group& b) {
        return a.matches_question > b.matches_question;
    });
    const auto shown       = std::min(max_themes, groups.size());
    const auto asked_shown = std::min<std::size_t>(
        shown, static_cast<std::size_t>(std::count_if(groups.begin(), groups.end(), [](const phrase_group& candidate) {
            return candidate.matches_question;
        })));
    std::stable_sort(groups.begin(), groups.begin() + static_cast<std::ptrdiff_t>(asked_shown),
                     [](const phrase_group& a, const phrase_group& b) { return a.count > b.count; });
    std::stable_sort(groups.begin() + static_cast<std::ptrdiff_t>(asked_shown),
                     groups.begin() + static_cast<std::ptrdiff_t>(shown),
                     [](const phrase_group& a, const phrase_group& b) { return a.count > b.count; });
    for (std::size_t at = 0; at < groups.size(); ++at)
        if (at < shown) result.themes.push_back(describe(groups[at], corpus, length, skipped, weights));
        else result.further.push_back({groups[at].phrases.front()->spelling, groups[at].count});
    for (const auto& candidate : groups)
        for (std::size_t at = 0; at < std::min<std::size_t>(candidate.unrelated.size(), 2); ++at)
            result.further.push_back({candidate.unrelated[at]->spelling, candidate.unrelated[at]->documents.size()});
    std::stable_sort(result.further.begin(), result.further.end(),
                     [](const auto& a, const auto& b) { return a.count > b.count; });
    if (result.further.size() > 30) result.further.resize(30);
    return result;
}

} // namespace verbatim::text_analysis
