#include "label_index.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace verbatim::text_analysis {
namespace {

constexpr std::size_t max_labels = 10; ///< of a report

} // namespace

label_index::label_index(const corpus& corpus)
{
    const auto count = std::transform_reduce(corpus.documents.begin(), corpus.documents.end(), std::size_t{0},
                                             std::plus{}, [](const auto& document) { return document.labels.size(); });
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

std::vector<std::uint32_t> label_index::count(const std::vector<std::uint32_t>& documents) const
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

} // namespace verbatim::text_analysis
