#include "theme_texts.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <span>
#include <string_view>
#include <utility>

namespace verbatim::text_analysis {
namespace {

constexpr std::size_t max_example_bytes = 180;
constexpr std::size_t max_examined      = 400; ///< documents; bounds the work for a frequent phrase

/// The words that deny or miss what follows, of the languages of word lists, as they stand before a phrase.
constexpr std::string_view lacks[] = {
    "no",    "not",  "without", "never", "sans",   "pas", "aucun", "aucune", "jamais", "sin",  "ningún", "ninguna",
    "nunca", "لا",   "بدون",    "بلا",   "لم",     "ليس", "нет",   "без",    "не",     "нету", "немає",  "ні",
    "geen",  "niet", "zonder",  "nooit", "hakuna", "sem", "não",   "kein",   "keine",  "ohne"};

bool shares_stem_with_any(const phrase& candidate, const std::vector<const phrase*>& phrases)
{
    return std::ranges::any_of(phrases, [&](const phrase* other) { return candidate.shares_stem(*other); });
}

/// Whether the phrases hold all words of the candidate.
bool is_part_of(const phrase& candidate, const std::vector<const phrase*>& phrases)
{
    return std::ranges::all_of(candidate.stems, [&](auto stem) {
        return std::ranges::any_of(
            phrases, [&](const phrase* other) { return std::ranges::find(other->stems, stem) != other->stems.end(); });
    });
}

} // namespace

theme_texts::theme_texts(const grouping& records, const tokenizer& tokenizer, std::optional<language> preferred)
    : records_{records}
    , tokenizer_{tokenizer}
    , preferred_{preferred}
    , skipped_{records.records}
    , counts_{records.records, tokenizer.stem_count()}
{}

/// Words of many documents, but not of all, describe a group best.
double theme_texts::weight_of(std::uint32_t stem) const
{
    const auto holders = static_cast<double>(counts_[stem]);
    const auto total   = static_cast<double>(records_.records.documents.size());
    return holders > 0 ? std::log(1 + holders) * std::log(1.5 + total / holders) : 0;
}

/// The weights are relative to the length of the sentence. The factors only choose between sentences that all hold the
/// phrase: neither a heading nor a paragraph, and words of people, not of note takers.
std::string theme_texts::sentence_with(const phrase& named) const
{
    constexpr std::uint32_t max_words = 40, few_words = 4, many_words = 30;

    const auto&     documents   = records_.records.documents;
    const auto&     stems       = named.stems;
    const document* best_record = nullptr;
    sentence        chosen;
    double          best     = -1;
    std::size_t     examined = 0;
    for (const auto at : named.documents)
    {
        if (++examined > max_examined) break;
        for (std::size_t nth = 0; nth < documents[at].content.sentences.size(); ++nth)
        {
            const auto& current = documents[at].content.sentences[nth];
            const auto& words   = documents[at].content.words;
            if (skipped_.contains(at, nth)) continue;
            bool holds = false;
            for (auto w = current.first; w + stems.size() <= current.last && !holds; ++w)
                holds = std::equal(stems.begin(), stems.end(), words.begin() + w,
                                   [](auto stem, const word& x) { return stem == x.stem; });
            if (!holds) continue;
            double      sum             = 0;
            std::size_t reporting_words = 0;
            for (auto w = current.first; w < std::min(current.last, current.first + max_words); ++w)
            {
                sum += words[w].role == word_role::content ? weight_of(words[w].stem) : 0;
                reporting_words += words[w].role == word_role::reporting;
            }
            const auto length = static_cast<double>(current.last - current.first);
            const auto score  = sum / std::sqrt(length + few_words) / (1 + 0.1 * static_cast<double>(reporting_words)) *
                               (length < few_words ? 0.5 : 1) * (length > many_words ? 0.6 : 1);
            if (score > best) best = score, best_record = &documents[at], chosen = current;
        }
    }
    return best_record ? shortened(best_record->content, chosen, max_example_bytes) : std::string();
}

/// The word of a lack before the phrase if most of its documents have it there: `no insulin`.
std::string theme_texts::lack_before(const phrase& named) const
{
    std::map<std::string, std::size_t> counts;
    std::size_t                        examined = 0;
    for (const auto at : named.documents)
    {
        if (++examined > max_examined) break;
        const auto& content = records_.records.documents[at].content;
        const auto& words   = content.words;
        for (std::size_t n = 1; n + named.stems.size() <= words.size(); ++n)
            if (words[n].joined &&
                std::equal(named.stems.begin(), named.stems.end(), words.begin() + static_cast<std::ptrdiff_t>(n),
                           [](auto stem, const word& held) { return stem == held.stem; }))
            {
                const auto before = tokenizer_.lower(content.text_of(words[n - 1]));
                if (std::ranges::find(lacks, before) != std::end(lacks)) ++counts[before];
                break;
            }
    }
    const auto most = std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
    return most != counts.end() && most->second * 2 > std::min(examined, max_examined) ? most->first + ' ' : "";
}

std::string theme_texts::title_of(const phrase& named) const { return lack_before(named) + named.spelling; }

language theme_texts::language_of_title(const std::vector<std::uint32_t>& members) const
{
    language_counts counts{};
    for (const auto at : members) ++counts[index(language_of(records_.records.documents[at], records_.records))];
    if (preferred_ && counts[index(*preferred_)] > 0) return *preferred_;
    return languages[static_cast<std::size_t>(std::ranges::max_element(counts) - counts.begin())];
}

/// The best first: frequent in the theme, rare elsewhere, long, and of documents in the middle of the theme. The second
/// one has other words, and follows a phrase of fewer than half of the documents.
std::vector<const phrase*> theme_texts::title_phrases(const phrase_group& group) const
{
    const auto members = group.documents.members();
    const auto lang    = language_of_title(members);
    const auto centre  = records_.directions ? records_.directions->centre(members) : std::vector<float>{};

    std::vector<std::pair<double, const phrase*>> ranked;
    std::size_t                                   in_language = 0;
    for (const auto at : members) in_language += language_of(records_.records.documents[at], records_.records) == lang;
    for (const auto* candidate : group.phrases)
    {
        if (candidate->lang != lang) continue;
        const double central =
            records_.directions ? std::max(0.F, cosine(records_.directions->centre(candidate->documents), centre)) : 1;
        ranked.emplace_back(candidate->weight * central, candidate);
    }
    if (ranked.empty()) return {group.phrases.front()};
    std::ranges::stable_sort(ranked, std::ranges::greater{}, &std::pair<double, const phrase*>::first);
    // Of phrases that are nearly as good, one that is missed says more.
    constexpr std::size_t max_compared = 8;
    const auto            compared     = std::span{ranked}.first(std::min(ranked.size(), max_compared));
    const auto            lacking      = std::ranges::find_if(compared, [&](const auto& entry) {
        return entry.first * 2 >= compared.front().first && !lack_before(*entry.second).empty();
    });
    if (lacking != compared.end()) std::rotate(compared.begin(), lacking, lacking + 1);
    std::vector<const phrase*> chosen{ranked.front().second};
    for (const auto& [score, candidate] : ranked)
        if (chosen.size() == 1 && chosen.front()->documents.size() * 2 < in_language &&
            !candidate->shares_stem(*chosen.front()))
            chosen.push_back(candidate);
    return chosen;
}

std::vector<sub_theme> theme_texts::sub_themes(const phrase_group& group, const std::vector<const phrase*>& title) const
{
    constexpr std::size_t min_count = 3, max_count = 5;
    constexpr double      min_gain = 1.2;

    const auto                 members  = group.documents.members();
    const auto                 cohesion = records_.directions ? records_.directions->cohesion(members) : 0;
    std::vector<const phrase*> ranked;
    for (const auto* candidate : group.phrases)
    {
        const auto count = candidate->documents.size();
        if (candidate->lang != title.front()->lang || is_part_of(*candidate, title)) continue;
        if (count < min_count || count * 25 < members.size() || count * 2 > members.size()) continue;
        if (records_.directions && records_.directions->cohesion(candidate->documents) < cohesion * min_gain) continue;
        ranked.push_back(candidate);
    }
    std::ranges::stable_sort(ranked, std::ranges::greater{}, &phrase::weight);

    std::vector<const phrase*> chosen;
    document_set               covered{records_.records.documents.size()};
    for (const auto* candidate : ranked)
    {
        if (chosen.size() == max_count) break;
        const auto repeated = covered.count(candidate->documents) * 2 > candidate->documents.size();
        if (repeated || shares_stem_with_any(*candidate, chosen)) continue;
        covered.add(candidate->documents);
        chosen.push_back(candidate);
    }
    std::vector<sub_theme> result;
    if (chosen.size() < 2) return result;
    std::ranges::stable_sort(chosen, std::ranges::greater{},
                             [](const phrase* named) { return named->documents.size(); });
    for (const auto* named : chosen)
        result.push_back(
            {.title = title_of(*named), .definition = sentence_with(*named), .count = named->documents.size()});
    return result;
}

} // namespace verbatim::text_analysis
