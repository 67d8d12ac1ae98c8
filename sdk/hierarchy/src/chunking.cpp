#include "verbatim/hierarchy/clustering.hpp"

#include "verbatim/feedback/period.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace verbatim::hierarchy {

namespace {

/// The position of a record and the date it is sorted by.
struct dated_position
{
    std::size_t      position;
    std::string_view date; ///< empty: no date with at least year and month
};

std::string_view sortable_date(std::string_view date)
{
    return feedback::parse_month(date) ? sdk::utf8::trimmed(date) : std::string_view{};
}

void sort_by_date(group& records, std::span<const std::string_view> dates)
{
    std::vector<dated_position> order;
    order.reserve(records.size());
    for (const auto at : records) order.push_back({at, sortable_date(dates[at])});
    std::ranges::stable_sort(order, [](const dated_position& left, const dated_position& right) {
        if (left.date.empty() || right.date.empty()) return !left.date.empty() && right.date.empty();
        return left.date < right.date;
    });
    std::ranges::transform(order, records.begin(), &dated_position::position);
}

/// Moves records over the budget to the end and returns where they begin.
group::iterator move_long_records_back(group& records, std::span<const std::size_t> characters,
                                       const chunk_budget& budget)
{
    std::size_t sum = 0;
    for (const auto at : records) sum += characters[at];
    if (budget.holds(sum)) return records.end();
    return std::ranges::stable_partition(records, [&](std::size_t at) { return !budget.is_filled_by(characters[at]); })
        .begin();
}

/// A sequence of records that can be cut into any number of contiguous parts of equal record count.
class record_sequence
{
public:
    record_sequence(std::span<const std::size_t> records, std::span<const std::size_t> characters)
    {
        prefix_sums_.reserve(records.size() + 1);
        prefix_sums_.push_back(0);
        for (const auto at : records) prefix_sums_.push_back(prefix_sums_.back() + characters[at]);
    }

    std::size_t records() const noexcept { return prefix_sums_.size() - 1; }
    std::size_t characters() const noexcept { return prefix_sums_.back(); }

    /// The first record of part n. If the counts cannot be equal, the first parts hold one record more.
    std::size_t part_begin(std::size_t n, std::size_t parts) const noexcept
    {
        return n * (records() / parts) + std::min(n, records() % parts);
    }

    std::size_t part_count(const chunk_budget& budget) const
    {
        if (budget.holds(characters())) return std::min<std::size_t>(records(), 1);
        auto        parts = budget.theme_count(characters());
        std::size_t hint  = 0;
        while (parts < records() && any_part_exceeds(parts, budget.characters(), hint)) ++parts;
        return std::min(parts, records());
    }

private:
    bool part_exceeds(std::size_t n, std::size_t parts, std::size_t budget) const
    {
        return prefix_sums_[part_begin(n + 1, parts)] - prefix_sums_[part_begin(n, parts)] > budget;
    }

    /// First checks the part with the record `hint`, at which the last division failed. Otherwise one long record among
    /// many makes the search quadratic.
    bool any_part_exceeds(std::size_t parts, std::size_t budget, std::size_t& hint) const
    {
        if (part_exceeds(part_with(hint, parts), parts, budget)) return true;
        for (std::size_t n = 0; n != parts; ++n)
            if (part_exceeds(n, parts, budget))
            {
                hint = heaviest(part_begin(n, parts), part_begin(n + 1, parts));
                return true;
            }
        return false;
    }

    std::size_t part_with(std::size_t record, std::size_t parts) const noexcept
    {
        const auto small = records() / parts;
        const auto large = records() % parts;
        return record < large * (small + 1) ? record / (small + 1) : large + (record - large * (small + 1)) / small;
    }

    std::size_t heaviest(std::size_t from, std::size_t to) const
    {
        auto position = from;
        for (auto n = from; n != to; ++n)
            if (prefix_sums_[n + 1] - prefix_sums_[n] > prefix_sums_[position + 1] - prefix_sums_[position])
                position = n;
        return position;
    }

    std::vector<std::size_t> prefix_sums_; ///< characters before each record
};

} // namespace

std::vector<chunk> chunks_of(std::vector<group> groups, std::span<const std::size_t> characters,
                             std::span<const std::string_view> dates, const chunk_budget& budget)
{
    std::erase_if(groups, [](const group& records) { return records.empty(); });
    for (auto& records : groups) std::ranges::sort(records);
    std::ranges::sort(groups, {}, [](const group& records) { return records.front(); });

    std::vector<chunk> chunks;
    for (auto& records : groups)
    {
        sort_by_date(records, dates);
        const auto first_long = move_long_records_back(records, characters, budget);

        const std::span       short_records{records.begin(), first_long};
        const record_sequence sequence{short_records, characters};
        const auto            parts = sequence.part_count(budget);
        for (std::size_t n = 0; n != parts; ++n)
            chunks.emplace_back(short_records.begin() + static_cast<std::ptrdiff_t>(sequence.part_begin(n, parts)),
                                short_records.begin() + static_cast<std::ptrdiff_t>(sequence.part_begin(n + 1, parts)));
        for (auto record = first_long; record != records.end(); ++record) chunks.push_back({*record});
    }
    return chunks;
}

namespace {

constexpr auto unlimited = std::numeric_limits<std::size_t>::max();

} // namespace

chunk_budget::chunk_budget(std::size_t target_tokens, const sdk::token_limits& model) noexcept
    : tokens_{std::max<std::size_t>(std::min(target_tokens, model.max_total_tokens), 1)}
    , per_token_{std::max<std::size_t>(model.chars_per_token, 1)}
    , characters_{tokens_ > unlimited / per_token_ ? unlimited : tokens_ * per_token_}
{}

std::size_t chunk_budget::theme_count(std::size_t characters) const noexcept
{
    return std::max<std::size_t>(characters / characters_ + (characters % characters_ != 0), 1);
}

} // namespace verbatim::hierarchy
