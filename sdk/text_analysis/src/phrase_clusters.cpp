#include "theme_groups.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace verbatim::text_analysis {
namespace {

class square_matrix
{
public:
    explicit square_matrix(std::size_t size)
        : size_{size}
        , values_(size * size)
    {}

    std::size_t size() const noexcept { return size_; }

    float* operator[](std::size_t row) noexcept { return values_.data() + row * size_; }

    const float* operator[](std::size_t row) const noexcept { return values_.data() + row * size_; }

private:
    std::size_t        size_;
    std::vector<float> values_;
};

using labels = std::vector<std::size_t>;

/// The documents that hold both phrases, for each pair of phrases.
square_matrix common_documents(const std::vector<const phrase*>& phrases, std::size_t documents)
{
    constexpr std::size_t                   max_phrases = 100; // of a document; bounds the pairs of a long text
    std::vector<std::vector<std::uint16_t>> by_document(documents);
    for (std::size_t n = 0; n != phrases.size(); ++n)
        for (const auto at : phrases[n]->documents)
            if (by_document[at].size() != max_phrases) by_document[at].push_back(static_cast<std::uint16_t>(n));

    square_matrix common{phrases.size()};
    for (const auto& members : by_document)
        for (std::size_t i = 0; i < members.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) ++common[members[i]][members[j]];
    return common;
}

/// The ratio of common documents to those expected of independent phrases. Above 1, because long documents hold many.
double mean_lift(const std::vector<const phrase*>& phrases, const square_matrix& common, double documents)
{
    double observed = 0, sum = 0, squares = 0;
    for (std::size_t i = 0; i != phrases.size(); ++i)
    {
        const auto count = static_cast<double>(phrases[i]->documents.size());
        sum += count;
        squares += count * count;
        observed += 2 * std::accumulate(common[i], common[i] + i, 0.0);
    }
    const auto       expected = (sum * sum - squares) / documents;
    constexpr double most     = 3; // a corpus of one topic would otherwise have no groups
    return expected > 0 ? std::clamp(observed / expected, 1.0, most) : 1.0;
}

/// For each pair the common documents beyond a multiple of those that chance explains; negative if there are fewer.
square_matrix excess_of(const std::vector<const phrase*>& phrases, const corpus& corpus, double documents)
{
    constexpr double strictness =
        2.5; // of generated records, 3.5 finds more themes in 5,000 and fewer in 300, 2 fewer in both
    auto       excess = common_documents(phrases, corpus.documents.size());
    const auto factor = strictness * mean_lift(phrases, excess, documents);
    for (std::size_t i = 0; i != phrases.size(); ++i)
        for (std::size_t j = 0; j != i; ++j)
        {
            const auto product =
                static_cast<double>(phrases[i]->documents.size()) * static_cast<double>(phrases[j]->documents.size());
            // Phrases of most documents cannot be common more often than they are frequent.
            const auto chance = factor * product / (documents + (factor - 1) * std::sqrt(product));
            excess[i][j] -= static_cast<float>(chance);
            excess[j][i] = excess[i][j];
        }
    return excess;
}

/// Moves each item to the label of greatest excess until none moves, or for `max_rounds`. Numbers the labels by their
/// first items.
labels label_by_excess(const square_matrix& excess)
{
    constexpr int      max_rounds = 20; // bounds the time; few rounds move anything
    labels             label(excess.size());
    std::vector<float> gains(excess.size());
    std::iota(label.begin(), label.end(), std::size_t{0});
    bool moved = true;
    for (int round = 0; moved && round != max_rounds; ++round)
    {
        moved              = false;
        auto labels_in_use = label; // no item moves to another label, because its excess is 0
        std::ranges::sort(labels_in_use);
        labels_in_use.erase(std::ranges::unique(labels_in_use).begin(), labels_in_use.end());
        for (std::size_t item = 0; item != label.size(); ++item)
        {
            std::ranges::fill(gains, 0.0F);
            for (std::size_t other = 0; other != label.size(); ++other)
                if (other != item) gains[label[other]] += excess[item][other];
            const auto best = *std::ranges::max_element(labels_in_use, {}, [&](std::size_t at) { return gains[at]; });
            if (gains[best] <= std::max(gains[label[item]], 0.0F)) continue;
            label[item] = best;
            moved       = true;
        }
    }
    labels      numbers(label.size(), label.size());
    std::size_t count = 0;
    for (auto& value : label)
    {
        if (numbers[value] == label.size()) numbers[value] = count++;
        value = numbers[value];
    }
    return label;
}

/// The sums of the excess between labels.
square_matrix contracted(const square_matrix& excess, const labels& label)
{
    square_matrix result{*std::ranges::max_element(label) + 1};
    for (std::size_t i = 0; i != excess.size(); ++i)
        for (std::size_t j = 0; j != excess.size(); ++j) result[label[i]][label[j]] += excess[i][j];
    return result;
}

/// Labels of items, then of groups of items with the same label, until groups stay apart.
labels label_groups(square_matrix excess)
{
    auto result = label_by_excess(excess);
    for (auto groups = result;;)
    {
        excess = contracted(excess, groups);
        groups = label_by_excess(excess);
        if (*std::ranges::max_element(groups) + 1 == groups.size()) return result;
        for (auto& value : result) value = groups[value];
    }
}

std::array<std::size_t, language_count> count_documents(const corpus& corpus)
{
    std::array<std::size_t, language_count> counts{};
    for (const auto& document : corpus.documents)
        ++counts[index(document.content.detected_language.value_or(corpus.main_language))];
    return counts;
}

/// Clusters of words by language and stem.
using word_clusters = std::map<std::pair<language, std::uint32_t>, std::size_t>;

/// The cluster of most words of a phrase.
std::optional<std::size_t> cluster_of(const phrase& phrase, const word_clusters& words)
{
    std::map<std::size_t, std::size_t> counts;
    for (const auto stem : phrase.stems)
        if (const auto word = words.find({phrase.lang, stem}); word != words.end()) ++counts[word->second];
    const auto most = std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
    return most == counts.end() ? std::nullopt : std::optional{most->first};
}

} // namespace

std::vector<phrase_cluster> cluster_phrases(const std::vector<phrase>& phrases, const corpus& corpus)
{
    constexpr std::size_t       max_words = 1500; // of a language; a number for each pair takes 9 MB
    const auto                  documents = count_documents(corpus);
    std::vector<phrase_cluster> clusters;
    word_clusters               clusters_of_words;
    for (const auto lang : languages)
    {
        std::vector<const phrase*> words;
        for (const auto& phrase : phrases)
            if (phrase.lang == lang && phrase.stems.size() == 1 && words.size() != max_words) words.push_back(&phrase);
        if (words.empty()) continue;
        const auto total = static_cast<double>(std::max<std::size_t>(documents[index(lang)], 1));
        const auto label = label_groups(excess_of(words, corpus, total));
        for (std::size_t n = 0; n != words.size(); ++n)
            clusters_of_words.emplace(std::pair{lang, words[n]->stems.front()}, clusters.size() + label[n]);
        clusters.resize(clusters.size() + *std::ranges::max_element(label) + 1);
    }
    for (std::size_t n = 0; n != phrases.size(); ++n)
        if (const auto cluster = cluster_of(phrases[n], clusters_of_words)) clusters[*cluster].push_back(n);
        else clusters.push_back({n});
    std::ranges::sort(clusters, {}, [](const phrase_cluster& cluster) { return cluster.front(); });
    return clusters;
}

} // namespace verbatim::text_analysis
