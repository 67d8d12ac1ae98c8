#include "classification.hpp"

#include "limits.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <span>
#include <utility>

namespace verbatim::coding_agreement {

namespace {

std::optional<double> ratio(std::size_t part, std::size_t whole) noexcept
{
    if (whole == 0) return std::nullopt;
    return static_cast<double>(part) / static_cast<double>(whole);
}

/// The mean of the values that exist.
class mean
{
public:
    void add(std::optional<double> value) noexcept
    {
        if (!value) return;
        sum_ += *value;
        ++count_;
    }
    std::optional<double> value() const noexcept
    {
        if (count_ == 0) return std::nullopt;
        return sum_ / static_cast<double>(count_);
    }

private:
    double      sum_   = 0;
    std::size_t count_ = 0;
};

code_set difference(const code_set& left, const code_set& right)
{
    code_set result;
    std::ranges::set_difference(left, right, std::back_inserter(result));
    return result;
}

/// The codes of one pair of sets that only one coder uses. An empty side is `no_code`.
struct mismatch
{
    code_set human;
    code_set suggested;

    mismatch(const code_set& human_codes, const code_set& suggested_codes)
        : human{difference(human_codes, suggested_codes)}
        , suggested{difference(suggested_codes, human_codes)}
    {
        if (human.empty() != suggested.empty()) (human.empty() ? human : suggested).push_back(no_code);
    }

    bool contains(const confusion& confusion) const
    {
        return std::ranges::binary_search(human, confusion.human) &&
               std::ranges::binary_search(suggested, confusion.suggested);
    }
};

/// A human code and a suggested code of mismatches. Small: a request may have millions.
struct combination
{
    code_id       human;
    code_id       suggested;
    std::uint32_t count; ///< records
};

/// The combinations of all mismatches, each once.
std::vector<combination> count_combinations(const coding_pairs& pairs)
{
    std::vector<combination> combinations;
    combinations.reserve(confusion_steps(pairs));
    for (const auto& pair : pairs.pairs)
    {
        const mismatch mismatch{pairs.human(pair), pairs.suggested(pair)};
        for (const auto human : mismatch.human)
            for (const auto suggested : mismatch.suggested) combinations.push_back({human, suggested, pair.count});
    }
    if (combinations.empty()) return combinations;

    const auto key = [](const combination& entry) { return std::uint64_t{entry.human} << 32 | entry.suggested; };
    std::ranges::sort(combinations, {}, key);
    auto last = combinations.begin();
    for (auto entry = last + 1; entry != combinations.end(); ++entry)
        if (key(*entry) == key(*last)) last->count += entry->count;
        else *++last = *entry;
    combinations.erase(last + 1, combinations.end());
    return combinations;
}

/// Adds the first records of each confusion.
void add_examples(std::vector<confusion>& confusions, const coding_pairs& pairs, std::size_t examples)
{
    std::vector<std::vector<std::size_t>> confusions_of(pairs.pairs.size());
    for (std::size_t n = 0; n != pairs.pairs.size(); ++n)
    {
        const mismatch mismatch{pairs.human(pairs.pairs[n]), pairs.suggested(pairs.pairs[n])};
        for (std::size_t i = 0; i != confusions.size(); ++i)
            if (mismatch.contains(confusions[i])) confusions_of[n].push_back(i);
    }
    for (std::uint32_t position = 0; position != pairs.pair_of.size(); ++position)
        for (const auto i : confusions_of[pairs.pair_of[position]])
            if (confusions[i].positions.size() < examples) confusions[i].positions.push_back(position);
}

} // namespace

scores scores_of(const code_counts& counts) noexcept
{
    return {.precision = ratio(counts.both, counts.suggested()),
            .recall    = ratio(counts.both, counts.human()),
            .f1        = ratio(2 * counts.both, counts.human() + counts.suggested())};
}

std::vector<counted_code> count_codes(const coding_pairs& pairs, const code_tree& tree)
{
    std::map<code_id, code_counts> counts;
    for (const auto& pair : pairs.pairs)
    {
        const auto& human     = pairs.human(pair);
        const auto& suggested = pairs.suggested(pair);
        for (const auto code : human)
            (std::ranges::binary_search(suggested, code) ? counts[code].both : counts[code].only_human) += pair.count;
        for (const auto code : difference(suggested, human)) counts[code].only_suggested += pair.count;
    }
    std::vector<counted_code> codes;
    for (const auto& [code, count] : counts) codes.push_back({code, count});
    const auto listed = std::min(max_listed_codes, codes.size());
    const auto end    = codes.begin() + static_cast<std::ptrdiff_t>(listed);
    std::ranges::partial_sort(codes, end, [&](const counted_code& left, const counted_code& right) {
        const auto uses       = left.counts.human() + left.counts.suggested();
        const auto other_uses = right.counts.human() + right.counts.suggested();
        return uses != other_uses ? uses > other_uses : tree.precedes(left.code, right.code);
    });
    return codes;
}

scores micro_scores(std::span<const counted_code> codes) noexcept
{
    code_counts sum;
    for (const auto& [code, counts] : codes)
    {
        sum.both += counts.both;
        sum.only_human += counts.only_human;
        sum.only_suggested += counts.only_suggested;
    }
    return scores_of(sum);
}

scores macro_scores(std::span<const counted_code> codes) noexcept
{
    mean precision, recall, f1;
    for (const auto& [code, counts] : codes)
    {
        const auto scores = scores_of(counts);
        precision.add(scores.precision);
        recall.add(scores.recall);
        f1.add(scores.f1);
    }
    return {precision.value(), recall.value(), f1.value()};
}

double exact_match(const coding_pairs& pairs) noexcept
{
    std::size_t equal = 0;
    for (const auto& pair : pairs.pairs)
        if (pair.human == pair.suggested) equal += pair.count;
    return static_cast<double>(equal) / static_cast<double>(pairs.pair_of.size());
}

std::vector<confusion> find_confusions(const coding_pairs& pairs, const code_tree& tree, std::size_t limit,
                                       std::size_t examples)
{
    if (confusion_steps(pairs) > max_confusion_steps) throw too_much_work();
    auto       counts    = count_combinations(pairs);
    const auto is_before = [&](const combination& left, const combination& right) {
        if (left.count != right.count) return left.count > right.count;
        if (left.human != right.human) return tree.precedes(left.human, right.human);
        return tree.precedes(left.suggested, right.suggested);
    };
    const auto end = counts.begin() + static_cast<std::ptrdiff_t>(std::min(limit, counts.size()));
    std::ranges::partial_sort(counts, end, is_before);
    std::vector<confusion> confusions;
    for (const auto& [human, suggested, count] : std::span{counts.begin(), end})
        confusions.push_back({human, suggested, count, {}});
    add_examples(confusions, pairs, examples);
    return confusions;
}

std::size_t confusion_steps(const coding_pairs& pairs) noexcept
{
    std::size_t steps = 0;
    for (const auto& pair : pairs.pairs)
        if (pair.human != pair.suggested) steps += pairs.human(pair).size() * pairs.suggested(pair).size() + 1;
    return steps;
}

} // namespace verbatim::coding_agreement
