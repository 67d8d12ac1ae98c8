#include "verbatim/text_analysis/themes.hpp"

#include "document_counts.hpp"
#include "phrase_clusters.hpp"

#include "verbatim/text_analysis/directions.hpp"
#include "verbatim/text_analysis/period.hpp"
#include "verbatim/text_analysis/phrases.hpp"
#include "verbatim/text_analysis/sentences.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <set>
#include <span>
#include <unordered_set>
#include <utility>

namespace verbatim::text_analysis {
namespace {

// Bounds the work. Of 5,000 documents, phrases beyond these are in a handful of documents.
constexpr std::size_t max_candidate_phrases = 4000;

// What a reader takes in at a glance: they bound a report, and no count depends on them.
constexpr std::size_t max_ids           = 8;
constexpr std::size_t max_parts         = 5;
constexpr std::size_t max_further       = 24;
constexpr std::size_t max_labels        = 10;
constexpr std::size_t max_ubiquitous    = 6;
constexpr std::size_t max_question      = 12; ///< words of the question
constexpr std::size_t max_example_bytes = 180;

class document_set
{
public:
    explicit document_set(std::size_t documents)
        : bits_((documents + 63) / 64)
    {}

    void add(std::uint32_t document) { bits_[document / 64] |= std::uint64_t{1} << (document % 64); }

    void add(const std::vector<std::uint32_t>& documents)
    {
        for (const auto at : documents) add(at);
    }

    std::size_t count(const std::vector<std::uint32_t>& documents) const
    {
        return static_cast<std::size_t>(
            std::ranges::count_if(documents, [&](std::uint32_t at) { return bits_[at / 64] >> (at % 64) & 1U; }));
    }

    std::size_t size() const { return common(*this); }

    std::size_t common(const document_set& other) const
    {
        std::size_t count = 0;
        for (std::size_t at = 0; at < bits_.size(); ++at)
            count += static_cast<std::size_t>(__builtin_popcountll(bits_[at] & other.bits_[at]));
        return count;
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
    std::vector<const phrase*> phrases; ///< the first one names it
    std::optional<std::size_t> topic;   ///< of its words
    document_set               documents;
    std::size_t                count            = 0;
    bool                       matches_question = false;
};

/// Whether a phrase or word is in too many documents to distinguish any. Of less than a dozen documents, 70 % are too
/// few to say so.
bool is_ubiquitous(std::size_t holders, std::size_t documents)
{
    return documents >= 12 && holders * 10 > documents * 7;
}

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
    constexpr std::chrono::days four_months{125}; // 18 weeks, as many columns as a reader compares
    return first && *last - *first <= four_months ? period_length::week : period_length::month;
}

/// How many documents hold each word of the question. Documents and stems are those of words that are not ubiquitous.
struct question_terms
{
    document_set                                 documents;
    std::set<std::pair<language, std::uint32_t>> stems;
    std::vector<named_count>                     counts;
    std::vector<std::string>                     missing;
};

/// The occurrences of a word of the question.
struct term_occurrences
{
    std::vector<std::uint32_t>                   documents;
    std::set<std::pair<language, std::uint32_t>> stems;
};

language language_of(const document& document, const corpus& corpus)
{
    return document.content.detected_language.value_or(corpus.main_language);
}

std::vector<term_occurrences> find_occurrences(const question& question, const corpus& corpus)
{
    std::vector<term_occurrences> occurrences(question.words().size());
    if (occurrences.empty()) return occurrences;
    for (std::uint32_t at = 0; at < corpus.documents.size(); ++at)
        for (const auto& token : corpus.documents[at].content.words)
            if (const auto term = question.find(corpus.documents[at].content, token))
            {
                auto& [documents, stems] = occurrences[*term];
                if (documents.empty() || documents.back() != at) documents.push_back(at);
                stems.emplace(language_of(corpus.documents[at], corpus), token.stem);
            }
    return occurrences;
}

question_terms find_question_terms(const question& question, const corpus& corpus)
{
    auto           occurrences = find_occurrences(question, corpus);
    question_terms result{.documents = document_set{corpus.documents.size()}, .stems = {}, .counts = {}, .missing = {}};
    for (std::size_t n = 0; n < occurrences.size(); ++n)
    {
        auto& [documents, stems] = occurrences[n];
        if (documents.empty()) result.missing.push_back(question.words()[n]);
        else result.counts.push_back({question.words()[n], documents.size()});
        if (is_ubiquitous(documents.size(), corpus.documents.size())) continue;
        result.documents.add(documents);
        result.stems.merge(stems);
    }
    std::sort(result.counts.begin(), result.counts.end(),
              [](const auto& a, const auto& b) { return a.count != b.count ? a.count > b.count : a.name < b.name; });
    if (result.counts.size() > max_question) result.counts.resize(max_question);
    if (result.missing.size() > max_question) result.missing.resize(max_question);
    return result;
}

/// Whether every shared phrase is in nearly all documents: then these phrases are the themes.
bool are_alike(const std::vector<phrase>& phrases, std::size_t documents)
{
    return std::ranges::all_of(
        phrases, [&](const phrase& candidate) { return is_ubiquitous(candidate.documents.size(), documents); });
}

using language_counts = std::array<std::size_t, language_count>;

language_counts count_languages(const corpus& corpus)
{
    language_counts counts{};
    for (const auto& document : corpus.documents) ++counts[index(language_of(document, corpus))];
    return counts;
}

/// For each phrase of a cluster, the share of its documents that hold another one without a common word: 0 if it is
/// that of all documents of its language, 1 if it is all of them.
std::vector<double> affinities(const phrase_cluster& cluster, const std::vector<phrase>& phrases, const corpus& corpus,
                               const language_counts& documents)
{
    constexpr std::ptrdiff_t                             max_phrases = 100; // of a document; bounds the pairs
    std::vector<std::pair<std::uint32_t, std::uint32_t>> holders;           // document, index in the cluster
    for (std::uint32_t n = 0; n != cluster.size(); ++n)
        for (const auto at : phrases[cluster[n]].documents) holders.emplace_back(at, n);
    std::ranges::sort(holders);
    language_counts     members{};
    std::vector<double> shares(cluster.size());
    for (auto first = holders.begin(); first != holders.end();)
    {
        const auto last =
            std::find_if(first, holders.end(), [&](const auto& pair) { return pair.first != first->first; });
        const auto end = first + std::min(last - first, max_phrases);
        ++members[index(language_of(corpus.documents[first->first], corpus))];
        for (auto held = first; held != end; ++held)
        {
            const auto& current = phrases[cluster[held->second]];
            const bool  shared  = std::any_of(first, end, [&](const auto& other) {
                return other.second != held->second && !phrases[cluster[other.second]].shares_stem(current);
            });
            shares[held->second] += shared ? 1.0 / static_cast<double>(current.documents.size()) : 0;
        }
        first = last;
    }
    for (std::size_t n = 0; n != cluster.size(); ++n)
    {
        const auto lang   = index(phrases[cluster[n]].lang);
        const auto chance = static_cast<double>(members[lang]) / static_cast<double>(documents[lang] + 1);
        shares[n]         = (shares[n] - chance) / (1 - chance);
    }
    return shares;
}

/// The phrases of a corpus, and the data that groups of them are made from.
struct grouping
{
    const std::vector<phrase>&                phrases;
    const corpus&                             records;
    language_counts                           documents;
    const std::optional<document_directions>& directions; ///< none: only words are compared
};

bool has_topic(const phrase& phrase, std::size_t topic)
{
    return std::ranges::find(phrase.topics, topic) != phrase.topics.end();
}

/// The topic of the words that many documents of a group hold.
std::optional<std::size_t> topic_of_group(const std::vector<const phrase*>& group, const grouping& source)
{
    std::map<std::size_t, document_set> by_topic;
    document_set                        all{source.records.documents.size()};
    for (const auto* phrase : group)
    {
        all.add(phrase->documents);
        for (const auto topic : phrase->topics)
            by_topic.try_emplace(topic, source.records.documents.size()).first->second.add(phrase->documents);
    }
    std::optional<std::size_t> best;
    std::size_t                most = all.size() / 5; // of 1/2 to 1/12, the best mean F1 on other seeds
    for (const auto& [topic, holders] : by_topic)
        if (const auto count = holders.size(); count > most) best = topic, most = count;
    return best;
}

/// A longer phrase of the cluster that holds this one and is nearly as frequent, otherwise this one.
const phrase& best_name(const phrase_cluster& cluster, const phrase& name, const std::vector<phrase>& phrases)
{
    for (const auto n : cluster) // the weightiest first
        if (phrases[n].content_words > name.content_words && phrases[n].lang == name.lang &&
            phrases[n].documents.size() * 10 >= name.documents.size() * 6 && // it names most of the documents
            std::ranges::includes(std::set(phrases[n].stems.begin(), phrases[n].stems.end()),
                                  std::set(name.stems.begin(), name.stems.end())))
            return phrases[n];
    return name;
}

/// The phrases of a cluster that rarely occur without another of it, the best name first. Words of their topic may
/// occur without another more often.
phrase_group group_of(const phrase_cluster& cluster, const grouping& source)
{
    // On generated records, 0.7 and 0.9 change the mean F1 by 0.01, and 0.6 costs 0.03; 0.2, 0.6 and 0.8 cost 0.01.
    constexpr double           min_affinity = 0.8, min_topic_affinity = 0.4;
    const auto                 shares = affinities(cluster, source.phrases, source.records, source.documents);
    std::vector<const phrase*> typical;
    for (std::size_t n = 0; n != cluster.size(); ++n)
        if (shares[n] >= min_affinity) typical.push_back(&source.phrases[cluster[n]]);
    if (typical.empty()) typical.push_back(&source.phrases[cluster.front()]);

    phrase_group                                  group{.phrases   = {},
                                                        .topic     = topic_of_group(typical, source),
                                                        .documents = document_set{source.records.documents.size()}};
    std::vector<std::pair<double, const phrase*>> members;
    for (std::size_t n = 0; n != cluster.size(); ++n)
    {
        const auto& phrase   = source.phrases[cluster[n]];
        const bool  on_topic = group.topic && shares[n] >= min_topic_affinity && has_topic(phrase, *group.topic);
        if (shares[n] < min_affinity && !on_topic && &phrase != typical.front()) continue;
        members.emplace_back(shares[n] * phrase.weight, &phrase);
        group.documents.add(phrase.documents);
    }
    std::ranges::stable_sort(members, std::ranges::greater{}, &std::pair<double, const phrase*>::first);
    for (const auto& [weight, member] : members) group.phrases.push_back(member);
    const auto& name = best_name(cluster, *group.phrases.front(), source.phrases);
    if (&name != group.phrases.front()) group.phrases.insert(group.phrases.begin(), &name);
    group.documents.add(name.documents);
    group.count = group.documents.size();
    return group;
}

/// Whether the documents of the group are nearer to each other than random ones: those of a place, a greeting or a word
/// such as `month` are about anything. Of fewer than a dozen documents, the mean says nothing of two of them.
bool is_about_something(const phrase_group& group, const grouping& source)
{
    // Generated records with the seeds 2026 and 11: 0.1 and 0.12 have the best mean F1 within 0.01, 0.15 loses themes,
    // and without a minimum greetings and places are themes.
    constexpr double min_cohesion = 0.1;
    return !source.directions || source.records.documents.size() < 12 ||
           source.directions->cohesion(group.documents.members()) >= min_cohesion;
}

/// Clusters that may be one theme: their topic, their languages and the direction of their documents.
struct joinable_cluster
{
    phrase_cluster             phrases;
    std::optional<std::size_t> topic;
    std::set<language>         languages;
    std::vector<float>         sum; ///< of the centres of groups, by the number of their documents; empty: unknown
    bool                       is_joined = false;

    void join(joinable_cluster& other)
    {
        phrases.insert(phrases.end(), other.phrases.begin(), other.phrases.end());
        if (!topic) topic = other.topic;
        languages.merge(other.languages);
        for (std::size_t n = 0; n != sum.size(); ++n) sum[n] += other.sum[n];
        other.is_joined = true;
    }

    bool shares_language(const joinable_cluster& other) const
    {
        return std::ranges::any_of(languages, [&](language lang) { return other.languages.contains(lang); });
    }
};

/// How much nearer two clusters are than clusters of one theme must be; negative if they stay apart. Clusters of one
/// topic must not be about opposite things. Of different languages, others must be about the same, unless their topics
/// differ: in one language the phrases tell more.
float closeness(const joinable_cluster& left, const joinable_cluster& right)
{
    // Generated records with the seeds 2026 and 11: 0.5 joins different themes, and 0.6 leaves languages apart.
    constexpr float min_cosine  = 0.55F;
    const bool      same_topic  = left.topic && left.topic == right.topic;
    const bool      other_topic = left.topic && right.topic && left.topic != right.topic;
    if (left.sum.empty()) return same_topic ? 1.F : -1.F;
    if (!same_topic && (other_topic || left.shares_language(right))) return -1.F;
    const auto lengths = std::sqrt(cosine(left.sum, left.sum) * cosine(right.sum, right.sum));
    const auto both    = lengths > 0 ? cosine(left.sum, right.sum) / lengths : 0;
    return same_topic ? both : both - min_cosine;
}

/// Joins the clusters of one topic or about the same, also those of different languages, the nearest first.
std::vector<phrase_cluster> join_clusters(std::vector<phrase_cluster> clusters, const grouping& source)
{
    constexpr std::size_t         max_compared = 600; // bounds the pairs; the first ones have the weightiest phrases
    std::vector<joinable_cluster> all;
    for (auto& cluster : clusters)
    {
        const auto       group = group_of(cluster, source);
        joinable_cluster next{
            .phrases = std::move(cluster), .topic = group.topic, .languages = {group.phrases.front()->lang}, .sum = {}};
        if (source.directions)
        {
            next.sum = source.directions->centre(group.documents.members());
            for (auto& value : next.sum) value *= static_cast<float>(group.count);
        }
        all.push_back(std::move(next));
    }

    const auto         size = std::min(all.size(), max_compared);
    std::vector<float> close(size * size, -1.F);
    for (std::size_t i = 0; i != size; ++i)
        for (std::size_t j = 0; j != i; ++j) close[i * size + j] = closeness(all[i], all[j]);
    for (;;)
    {
        const auto nearest = std::ranges::max_element(close);
        if (nearest == close.end() || *nearest < 0) break;
        const auto at    = static_cast<std::size_t>(nearest - close.begin());
        const auto other = at / size, kept = at % size; // the first of two clusters stays
        all[kept].join(all[other]);
        for (std::size_t n = 0; n != size; ++n)
        {
            close[std::max(n, other) * size + std::min(n, other)] = -1;
            if (n != kept && !all[n].is_joined)
                close[std::max(n, kept) * size + std::min(n, kept)] = closeness(all[n], all[kept]);
        }
    }

    std::vector<phrase_cluster> joined;
    for (auto& cluster : all)
        if (!cluster.is_joined) joined.push_back(std::move(cluster.phrases));
    return joined;
}

/// The documents of one sentence.
document_set single_sentences(const corpus& corpus)
{
    document_set result{corpus.documents.size()};
    for (std::uint32_t at = 0; at != corpus.documents.size(); ++at)
        if (corpus.documents[at].content.sentences.size() == 1) result.add(at);
    return result;
}

/// Whether documents of one sentence hold the phrases far less often than chance explains: greetings and other
/// sentences that are never all of a record.
bool is_formula(const phrase_group& group, const document_set& singles, double share)
{
    // On generated records, 1 changes nothing and 10 costs 0.08 of the mean F1; a half and an eighth cost 0.02.
    constexpr double min_expected = 3;
    const auto       expected     = share * static_cast<double>(group.count);
    return expected >= min_expected && static_cast<double>(group.documents.common(singles)) * 4 < expected;
}

/// Whether most documents of the group, or of the phrase that names it, hold a word of the question.
bool is_about_question(const phrase_group& candidate, const question_terms& terms)
{
    const auto& name = candidate.phrases.front()->documents;
    return terms.documents.count(name) * 2 > name.size() ||
           terms.documents.common(candidate.documents) * 2 > candidate.count;
}

/// Whether the name holds a word of the question.
bool is_named_by_question(const phrase_group& candidate, const question_terms& terms)
{
    const auto& name = *candidate.phrases.front();
    return std::ranges::any_of(name.stems, [&](auto stem) { return terms.stems.contains({name.lang, stem}); });
}

/// Groups of the question first, then the most frequent ones, then phrases that are only loosely connected with one.
std::vector<phrase_group> group_phrases(const grouping& source, bool alike, const question_terms& terms,
                                        std::size_t max_groups)
{
    const auto& phrases  = source.phrases;
    const auto& corpus   = source.records;
    const auto  size     = corpus.documents.size();
    const auto  singles  = single_sentences(corpus);
    const auto  share    = static_cast<double>(singles.size()) / static_cast<double>(std::max<std::size_t>(size, 1));
    const auto  is_theme = [&](const phrase_group& group) {
        return !is_formula(group, singles, share) && (alike || is_about_something(group, source));
    };
    auto clusters = cluster_phrases(phrases, corpus);
    for (auto& cluster : clusters)
        std::erase_if(cluster,
                      [&](std::size_t n) { return !alike && is_ubiquitous(phrases[n].documents.size(), size); });
    std::erase_if(clusters, [&](const phrase_cluster& cluster) {
        return cluster.empty() || !is_theme(group_of(cluster, source));
    });
    std::vector<phrase_group> groups;
    std::vector<std::size_t>  loose;
    for (const auto& cluster : join_clusters(std::move(clusters), source))
    {
        auto group = group_of(cluster, source);
        for (const auto n : cluster)
        {
            const auto count = phrases[n].documents.size();
            if (group.documents.count(phrases[n].documents) * 2 > count) continue; // most are counted in the group
            if (count < group.count * 2) loose.push_back(n);
            else if (auto single = group_of({n}, source); is_theme(single)) groups.push_back(std::move(single));
        }
        groups.push_back(std::move(group));
    }
    std::erase_if(groups, [&](const phrase_group& group) { return is_formula(group, singles, share); });
    std::ranges::stable_sort(groups, std::ranges::greater{}, &phrase_group::count);
    document_set covered{size}; // a group with the documents of more frequent ones adds nothing to the answer
    const auto   compare = [&](phrase_group& group) {
        group.matches_question = is_about_question(group, terms) && covered.common(group.documents) * 2 <= group.count;
        if (group.matches_question) covered.add(group.documents.members());
    };
    std::ranges::for_each(groups, compare);
    std::ranges::stable_sort(groups, std::ranges::greater{}, &phrase_group::matches_question);
    groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(std::min(groups.size(), max_groups)), groups.end());
    std::ranges::stable_sort(loose, std::ranges::greater{}, [&](std::size_t n) { return phrases[n].documents.size(); });
    for (const auto n : loose)
    {
        if (groups.size() == max_groups) break;
        auto group = group_of({n}, source);
        if (!is_theme(group)) continue;
        compare(group);
        groups.push_back(std::move(group));
    }
    for (auto& group : groups) group.matches_question |= is_named_by_question(group, terms);
    std::ranges::stable_sort(groups, std::ranges::greater{}, &phrase_group::matches_question);
    return groups;
}

/// The sentence with the phrase and most of the frequent words, relative to its length. The factors only choose
/// between sentences that all hold the phrase: neither a heading nor a paragraph, and words of people, not of note
/// takers.
std::string best_sentence(const phrase& named, const corpus& corpus, const boilerplate& skipped,
                          const std::vector<double>& weights)
{
    constexpr std::size_t   max_examined = 400; // documents; bounds the work for a frequent phrase
    constexpr std::uint32_t max_words = 40, few_words = 4, many_words = 30;

    const auto&     stems       = named.stems;
    const document* best_record = nullptr;
    sentence        chosen;
    double          best      = -1;
    std::size_t     documents = 0;
    for (const auto at : named.documents)
    {
        if (++documents > max_examined) break;
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
            for (auto w = current.first; w < std::min(current.last, current.first + max_words); ++w)
            {
                sum += words[w].role == word_role::content ? weights[words[w].stem] : 0;
                reporting_words += words[w].role == word_role::reporting;
            }
            const auto length = static_cast<double>(current.last - current.first);
            const auto score  = sum / std::sqrt(length + few_words) / (1 + 0.1 * static_cast<double>(reporting_words)) *
                               (length < few_words ? 0.5 : 1) * (length > many_words ? 0.6 : 1);
            if (score > best) best = score, best_record = &corpus.documents[at], chosen = current;
        }
    }
    return best_record ? shortened(best_record->content, chosen, max_example_bytes) : std::string();
}

/// Words of many documents, but not of all, describe a group best.
std::vector<double> stem_weights(const corpus& corpus, std::size_t stems)
{
    const auto          documents = count_documents_by_stem(corpus, stems);
    std::vector<double> weights{documents.begin(), documents.end()};
    const auto          total = static_cast<double>(corpus.documents.size());
    for (auto& weight : weights) weight = weight > 0 ? std::log(1 + weight) * std::log(1.5 + total / weight) : 0;
    return weights;
}

/// The labels of all documents as numbers: records may have a hundred each, and most labels may occur once. Numbers by
/// sorting, because a hash table takes three times the memory.
class label_index
{
public:
    explicit label_index(const corpus& corpus)
    {
        const auto count =
            std::transform_reduce(corpus.documents.begin(), corpus.documents.end(), std::size_t{0}, std::plus{},
                                  [](const auto& document) { return document.labels.size(); });
        occurrences_.reserve(count);
        ends_.reserve(corpus.documents.size());
        for (const auto& document : corpus.documents)
        {
            occurrences_.insert(occurrences_.end(), document.labels.begin(), document.labels.end());
            ends_.push_back(occurrences_.size());
        }

        std::vector<std::uint32_t> order(count);
        std::iota(order.begin(), order.end(), std::uint32_t{0});
        std::ranges::sort(order, {}, [this](std::uint32_t at) { return occurrences_[at]; });
        labels_.resize(count);
        std::uint32_t distinct = 0;
        for (const auto at : order)
        {
            if (distinct == 0 || occurrences_[order[distinct - 1]] != occurrences_[at]) order[distinct++] = at;
            labels_[at] = distinct - 1;
        }
        order.resize(distinct);
        examples_ = std::move(order);
    }

    /// In the order of the document.
    std::span<const std::uint32_t> of(std::uint32_t document) const
    {
        const auto begin = document == 0 ? 0 : ends_[document - 1];
        return std::span{labels_}.subspan(begin, ends_[document] - begin);
    }

    std::string_view name(std::uint32_t label) const { return occurrences_[examples_[label]]; }

    /// For each label, how many of these documents have it.
    std::vector<std::uint32_t> count(const std::vector<std::uint32_t>& documents) const
    {
        struct tally
        {
            std::uint32_t count = 0;
            std::uint32_t after = 0; ///< the last document with it, plus 1
        };
        std::vector<tally> tallies(examples_.size());
        for (const auto at : documents)
            for (const auto label : of(at))
                if (auto& entry = tallies[label]; entry.after != at + 1) entry = {entry.count + 1, at + 1};
        std::vector<std::uint32_t> counts;
        counts.reserve(tallies.size());
        for (const auto& entry : tallies) counts.push_back(entry.count);
        return counts;
    }

private:
    std::vector<std::string_view> occurrences_; ///< labels of all documents, one after another
    std::vector<std::uint32_t>    labels_;      ///< the same as numbers
    std::vector<std::uint32_t>    examples_;    ///< an occurrence of each number
    std::vector<std::size_t>      ends_;        ///< in labels_, by document
};

/// The label of at least 60 % of the members with its count, otherwise empty.
std::string common_label(const std::vector<std::uint32_t>& members, const label_index& labels)
{
    const auto       counts = labels.count(members);
    std::string_view best;
    std::size_t      most = 0, position = 0;
    // Of equally frequent labels the most specific is chosen: the last of its document.
    for (const auto at : members)
        for (std::size_t n = 0; const auto label : labels.of(at))
        {
            if (counts[label] > most || (counts[label] == most && n > position))
                best = labels.name(label), most = counts[label], position = n;
            ++n;
        }
    return most * 10 >= members.size() * 6 ? std::string{best} + " (" + std::to_string(most) + ')' : std::string();
}

/// The most frequent labels; equal ones by name.
std::vector<named_count> count_labels(const label_index& labels, std::size_t documents)
{
    std::vector<std::uint32_t> all(documents);
    std::iota(all.begin(), all.end(), std::uint32_t{0});
    const auto                 counts = labels.count(all);
    std::vector<std::uint32_t> order(counts.size());
    std::iota(order.begin(), order.end(), std::uint32_t{0});
    const auto middle = order.begin() + static_cast<std::ptrdiff_t>(std::min(max_labels, order.size()));
    std::ranges::partial_sort(order, middle, [&](std::uint32_t left, std::uint32_t right) {
        return counts[left] != counts[right] ? counts[left] > counts[right] : labels.name(left) < labels.name(right);
    });
    std::vector<named_count> result;
    for (auto label = order.begin(); label != middle; ++label)
        result.push_back({std::string{labels.name(*label)}, counts[*label]});
    return result;
}

/// Phrases that together occur in all documents of the group, without those that add none.
std::vector<std::string> sufficient_phrases(const phrase_group& group, std::size_t documents)
{
    auto phrases = group.phrases;
    std::ranges::stable_sort(phrases, std::ranges::greater{},
                             [](const phrase* item) { return item->documents.size(); });
    document_set             covered{documents};
    std::vector<std::string> spellings;
    for (const auto* phrase : phrases)
    {
        if (covered.count(phrase->documents) == phrase->documents.size()) continue;
        covered.add(phrase->documents);
        spellings.push_back(phrase->spelling);
    }
    return spellings;
}

/// The words that deny or miss what follows, of the languages of word lists, as they stand before a phrase.
constexpr std::string_view lacks[] = {
    "no",    "not",  "without", "never", "sans",   "pas", "aucun", "aucune", "jamais", "sin",  "ningún", "ninguna",
    "nunca", "لا",   "بدون",    "بلا",   "لم",     "ليس", "нет",   "без",    "не",     "нету", "немає",  "ні",
    "geen",  "niet", "zonder",  "nooit", "hakuna", "sem", "não",   "kein",   "keine",  "ohne"};

/// The word of a lack before the phrase if most of its documents have it there: `no insulin`.
std::string lack_before(const phrase& named, const corpus& corpus, const tokenizer& tokenizer)
{
    constexpr std::size_t              max_examined = 400; // documents; bounds the work for a frequent phrase
    std::map<std::string, std::size_t> counts;
    std::size_t                        examined = 0;
    for (const auto at : named.documents)
    {
        if (++examined > max_examined) break;
        const auto& words = corpus.documents[at].content.words;
        for (std::size_t n = 1; n + named.stems.size() <= words.size(); ++n)
            if (words[n].joined &&
                std::equal(named.stems.begin(), named.stems.end(), words.begin() + static_cast<std::ptrdiff_t>(n),
                           [](auto stem, const word& held) { return stem == held.stem; }))
            {
                const auto before = tokenizer.lower(corpus.documents[at].content.text_of(words[n - 1]));
                if (std::ranges::find(lacks, before) != std::end(lacks)) ++counts[before];
                break;
            }
    }
    const auto most = std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
    return most != counts.end() && most->second * 2 > std::min(examined, max_examined) ? most->first + ' ' : "";
}

/// What titles and definitions are made from.
struct title_source
{
    const grouping&         records;
    const tokenizer&        words;
    std::optional<language> preferred;
};

/// The preferred language if documents of the group have it, else that of most.
language title_language(const std::vector<std::uint32_t>& members, const title_source& source)
{
    language_counts counts{};
    for (const auto at : members)
        ++counts[index(language_of(source.records.records.documents[at], source.records.records))];
    if (source.preferred && counts[index(*source.preferred)] > 0) return *source.preferred;
    return languages[static_cast<std::size_t>(std::ranges::max_element(counts) - counts.begin())];
}

/// Up to two phrases of one language, the best first: frequent in the theme, rare elsewhere, long, and of documents in
/// the middle of the theme. The second one has other words, and follows a phrase of fewer than half of the documents.
std::vector<const phrase*> title_phrases(const phrase_group& group, const title_source& source)
{
    const auto  members    = group.documents.members();
    const auto  lang       = title_language(members, source);
    const auto& directions = source.records.directions;
    const auto  centre     = directions ? directions->centre(members) : std::vector<float>{};

    std::vector<std::pair<double, const phrase*>> ranked;
    std::size_t                                   in_language = 0;
    for (const auto at : members)
        in_language += language_of(source.records.records.documents[at], source.records.records) == lang;
    for (const auto* candidate : group.phrases)
    {
        if (candidate->lang != lang) continue;
        const double central = directions ? std::max(0.F, cosine(directions->centre(candidate->documents), centre)) : 1;
        ranked.emplace_back(candidate->weight * central, candidate);
    }
    if (ranked.empty()) return {group.phrases.front()};
    std::ranges::stable_sort(ranked, std::ranges::greater{}, &std::pair<double, const phrase*>::first);
    // Of phrases that are nearly as good, one that is missed says more.
    constexpr std::size_t max_compared = 8;
    const auto            compared     = std::span{ranked}.first(std::min(ranked.size(), max_compared));
    const auto            lacking      = std::ranges::find_if(compared, [&](const auto& entry) {
        return entry.first * 2 >= compared.front().first &&
               !lack_before(*entry.second, source.records.records, source.words).empty();
    });
    if (lacking != compared.end()) std::rotate(compared.begin(), lacking, lacking + 1);
    std::vector<const phrase*> chosen{ranked.front().second};
    for (const auto& [score, candidate] : ranked)
        if (chosen.size() == 1 && chosen.front()->documents.size() * 2 < in_language &&
            !candidate->shares_stem(*chosen.front()))
            chosen.push_back(candidate);
    return chosen;
}

theme describe(const phrase_group& source, const title_source& titles, const label_index& labels, period_length length,
               const boilerplate& skipped, const std::vector<double>& weights)
{
    const auto& corpus = titles.records.records;
    theme       result;
    const auto  members     = source.documents.members();
    result.name             = source.phrases.front()->spelling;
    result.count            = members.size();
    result.matches_question = source.matches_question;
    result.phrases          = sufficient_phrases(source, corpus.documents.size());
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
    result.example   = best_sentence(*source.phrases.front(), corpus, skipped, weights);
    const auto named = title_phrases(source, titles);
    for (const auto* phrase : named)
        result.title.append(result.title.empty() ? "" : ", ").append(lack_before(*phrase, corpus, titles.words)) +=
            phrase->spelling;
    result.definition = best_sentence(*named.front(), corpus, skipped, weights);
    result.label      = common_label(members, labels);
    return result;
}

} // namespace

theme_report count_themes(const corpus& corpus, const question& question, tokenizer& tokenizer,
                          const theme_options& options)
{
    theme_report result;
    result.documents   = corpus.documents.size();
    const auto terms   = find_question_terms(question, corpus);
    const auto phrases = key_phrases(corpus, max_candidate_phrases, tokenizer);
    const bool alike   = are_alike(phrases, corpus.documents.size());
    // Of few documents only few groups say more than the documents themselves.
    const auto max_themes = std::min(options.max_themes, std::max<std::size_t>(3 + corpus.documents.size() / 8, 4));
    std::optional<document_directions> directions;
    if (options.words) directions.emplace(corpus, *options.words, tokenizer);
    const grouping     source{phrases, corpus, count_languages(corpus), directions};
    const auto         groups  = group_phrases(source, alike, terms, max_themes + max_further);
    const auto         length  = period_length_for(corpus);
    const auto         weights = stem_weights(corpus, tokenizer.stem_count());
    const boilerplate  skipped{corpus};
    const label_index  labels{corpus};
    const title_source titles{source, tokenizer, options.title_language};

    for (const auto& record : corpus.documents)
        if (record.day) ++result.over_time[period(length, *record.day).label()];
    result.question = terms.counts;
    result.missing  = terms.missing;
    result.labels   = count_labels(labels, corpus.documents.size());
    if (!alike)
        for (const auto& candidate : phrases)
            if (is_ubiquitous(candidate.documents.size(), corpus.documents.size()) &&
                result.ubiquitous.size() < max_ubiquitous)
                result.ubiquitous.push_back({candidate.spelling, candidate.documents.size()});

    for (std::size_t at = 0; at < groups.size(); ++at)
        if (at < max_themes) result.themes.push_back(describe(groups[at], titles, labels, length, skipped, weights));
        else result.further.push_back({groups[at].phrases.front()->spelling, groups[at].count});
    std::ranges::stable_sort(result.further, std::ranges::greater{}, &named_count::count);
    return result;
}

} // namespace verbatim::text_analysis
