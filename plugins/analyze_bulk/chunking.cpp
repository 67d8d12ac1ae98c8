#include "chunking.hpp"

#include "trends.hpp"

#include "verbatim/feedback/unicode.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::analyze_bulk {

namespace {

/// Where a record stands among those of its group.
struct dated
{
    std::size_t      position;
    std::string_view date; ///< empty: none that says at least year and month
};

std::string_view usable(std::string_view date)
{
    return begins_with_month(date) ? feedback::trimmed(date) : std::string_view{};
}

void sort_by_date(group& records, std::span<const std::string_view> dates)
{
    std::vector<dated> order;
    order.reserve(records.size());
    for (const auto at : records) order.push_back({at, usable(dates[at])});
    std::ranges::stable_sort(order, [](const dated& left, const dated& right) {
        if (left.date.empty() || right.date.empty()) return !left.date.empty() && right.date.empty();
        return left.date < right.date;
    });
    std::ranges::transform(order, records.begin(), &dated::position);
}

/// Moves the records that get a chunk of their own behind the others, and tells where they begin.
group::iterator long_ones_behind(group& records, std::span<const std::size_t> characters, const chunk_budget& budget)
{
    std::size_t sum = 0;
    for (const auto at : records) sum += characters[at];
    if (budget.holds(sum)) return records.end();
    return std::ranges::stable_partition(records, [&](std::size_t at) { return !budget.is_filled_by(characters[at]); })
        .begin();
}

/// A row of records that can be cut into any number of contiguous parts of equal count.
class divisible
{
public:
    divisible(std::span<const std::size_t> records, std::span<const std::size_t> characters)
    {
        up_to_.reserve(records.size() + 1);
        up_to_.push_back(0);
        for (const auto at : records) up_to_.push_back(up_to_.back() + characters[at]);
    }

    std::size_t records() const noexcept { return up_to_.size() - 1; }
    std::size_t characters() const noexcept { return up_to_.back(); }

    /// Where the n-th of `parts` begins: the first ones hold one record more when they cannot be equal.
    std::size_t begin_of(std::size_t n, std::size_t parts) const noexcept
    {
        return n * (records() / parts) + std::min(n, records() % parts);
    }

    std::size_t parts_within(const chunk_budget& budget) const
    {
        if (budget.holds(characters())) return std::min<std::size_t>(records(), 1);
        auto        parts   = budget.themes(characters());
        std::size_t suspect = 0;
        while (parts < records() && is_over(parts, budget.characters(), suspect)) ++parts;
        return std::min(parts, records());
    }

private:
    bool part_is_over(std::size_t n, std::size_t parts, std::size_t budget) const
    {
        return up_to_[begin_of(n + 1, parts)] - up_to_[begin_of(n, parts)] > budget;
    }

    /// Records that were too much for one part are mostly too much for one that is hardly smaller: where the last
    /// division failed is looked at first, or one long record among many would cost the square of their number.
    bool is_over(std::size_t parts, std::size_t budget, std::size_t& suspect) const
    {
        if (part_is_over(part_with(suspect, parts), parts, budget)) return true;
        for (std::size_t n = 0; n != parts; ++n)
            if (part_is_over(n, parts, budget))
            {
                suspect = heaviest(begin_of(n, parts), begin_of(n + 1, parts));
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
        auto found = from;
        for (auto n = from; n != to; ++n)
            if (up_to_[n + 1] - up_to_[n] > up_to_[found + 1] - up_to_[found]) found = n;
        return found;
    }

    std::vector<std::size_t> up_to_; ///< characters of the records before each
};

} // namespace

std::vector<chunk> chunks_of(std::vector<group> groups, std::span<const std::size_t> characters,
                             std::span<const std::string_view> dates, const chunk_budget& budget)
{
    std::erase_if(groups, [](const group& one) { return one.empty(); });
    for (auto& records : groups) std::ranges::sort(records);
    std::ranges::sort(groups, {}, [](const group& one) { return one.front(); });

    std::vector<chunk> chunks;
    for (auto& records : groups)
    {
        sort_by_date(records, dates);
        const auto alone = long_ones_behind(records, characters, budget);

        const std::span cut{records.begin(), alone};
        const divisible row{cut, characters};
        const auto      parts = row.parts_within(budget);
        for (std::size_t n = 0; n != parts; ++n)
            chunks.emplace_back(cut.begin() + static_cast<std::ptrdiff_t>(row.begin_of(n, parts)),
                                cut.begin() + static_cast<std::ptrdiff_t>(row.begin_of(n + 1, parts)));
        for (auto one = alone; one != records.end(); ++one) chunks.push_back({*one});
    }
    return chunks;
}

} // namespace verbatim::analyze_bulk
