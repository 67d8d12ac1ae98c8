#include "clustering.hpp"

#include "joining.hpp"
#include "k_means.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <span>
#include <thread>
#include <utility>

namespace verbatim::analyze_bulk {

namespace {

/// So many centroids are compared with every row without a second thought; for more, the rows are parted first.
constexpr std::size_t few = 64;

/// Partings one below the other. Each costs rows times the square root of themes; a part that stays large through all
/// of them is left to be cut by date.
constexpr std::size_t deepest = 3;

/// A twentieth of each group stays empty. Where all are filled to the brim, the last rows to find a place find it far
/// from what they are about.
constexpr std::size_t filled(std::size_t sum) { return sum + sum / 19; }

std::size_t threads() { return std::max(1u, std::thread::hardware_concurrency()); }

std::size_t root_of(std::size_t n) { return static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(n)))); }

/// Rows that are parted together.
struct part
{
    rows        held;
    std::size_t depth = 0;
};

/// Parts rows until each part is a group.
class parting
{
public:
    parting(sdk::call& call, const sdk::vectors& near, std::span<const std::size_t> sizes, const group_limits& within)
        : call_{call}
        , near_{near}
        , sizes_{sizes}
        , within_{within}
        , at_once_{threads()}
    {}

    sdk::task<std::vector<rows>> run(rows all)
    {
        few_ = std::max(few, 2 * root_of(groups_in(all)));
        std::vector<part> level;
        if (!all.empty()) level.push_back({std::move(all), 0});
        while (!level.empty())
        {
            std::vector<std::vector<rows>>                below(level.size());
            const std::function<sdk::task<>(std::size_t)> each = [&](std::size_t n) -> sdk::task<> {
                below[n] = co_await parted(level[n], level.size() == 1 ? at_once_ : 1);
            };
            co_await sdk::for_each_bounded(level.size(), at_once_, each);
            level = keep(level, std::move(below));
        }
        co_return std::move(groups_);
    }

private:
    std::size_t size_of(const rows& some) const
    {
        std::size_t sum = 0;
        for (const auto row : some) sum += sizes_[row];
        return sum;
    }

    std::size_t groups_in(const rows& some) const
    {
        // More cannot be left when the small ones have joined others.
        return std::clamp<std::size_t>(some.size() / std::max<std::size_t>(within_.smallest, 1), 1,
                                       within_.budget.themes(filled(size_of(some))));
    }

    bool is_last(const part& one) const { return one.depth + 1 == deepest || groups_in(one.held) <= few_; }

    /// The last parting makes groups that are within the budget, or, where there may not be as many, of equal size;
    /// those above only bring together what is near.
    std::unique_ptr<k_means> begun(const part& one) const
    {
        const auto groups = groups_in(one.held);
        if (!is_last(one)) return std::make_unique<k_means>(near_, one.held, root_of(groups));
        const auto         clusters = std::min(groups, few_);
        const auto         even     = filled(size_of(one.held)) / clusters;
        const cluster_load each{.sizes = sizes_, .most = std::max(within_.budget.characters(), even)};
        return std::make_unique<k_means>(near_, one.held, clusters, each);
    }

    sdk::task<std::vector<rows>> parted(const part& one, std::size_t at_once)
    {
        std::unique_ptr<k_means>    means;
        const std::function<void()> seed = [&] { means = begun(one); };
        co_await call_.compute(seed);
        while (!means->settled())
        {
            const std::function<sdk::task<>(std::size_t)> slice = [&](std::size_t n) -> sdk::task<> {
                const std::function<void()> work = [&means, n] { means->assign(n); };
                co_await call_.compute(work);
            };
            co_await sdk::for_each_bounded(means->slices(), at_once, slice);
            const std::function<void()> move = [&] { means->next(); };
            co_await call_.compute(move);
        }
        std::vector<rows>           found;
        const std::function<void()> gather = [&] { found = means->parts(); };
        co_await call_.compute(gather);
        co_return found;
    }

    /// Keeps what is a group, and gives back what is to be parted again.
    std::vector<part> keep(const std::vector<part>& level, std::vector<std::vector<rows>> below)
    {
        std::vector<part> again;
        for (std::size_t n = 0; n != level.size(); ++n)
            for (auto& held : below[n])
                if (is_last(level[n]) || below[n].size() == 1 || groups_in(held) == 1)
                    groups_.push_back(std::move(held));
                else again.push_back({std::move(held), level[n].depth + 1});
        return again;
    }

    sdk::call&                   call_;
    const sdk::vectors&          near_;
    std::span<const std::size_t> sizes_;
    const group_limits&          within_;
    const std::size_t            at_once_;
    std::size_t                  few_ = few;
    std::vector<rows>            groups_;
};

/// The rows that say something, and those that do not: blank texts, near to nothing.
struct sorted_rows
{
    rows                     telling;
    rows                     blank;
    std::vector<std::size_t> sizes; ///< of all: how much room they take in a group
};

sorted_rows look_at(const sdk::vectors& near, std::span<const std::size_t> characters, const chunk_budget& budget)
{
    sorted_rows seen;
    for (std::uint32_t n = 0; n != near.size(); ++n)
    {
        (near.is_zero(n) ? seen.blank : seen.telling).push_back(n);
        seen.sizes.push_back(budget.is_filled_by(characters[n]) ? 0
                                                                : characters[n]); // alone, it takes no room from others
    }
    return seen;
}

/// Small groups join large ones.
sdk::task<std::vector<rows>> joined(sdk::call& call, const sdk::vectors& near, std::vector<rows> groups,
                                    std::size_t smallest)
{
    std::unique_ptr<joining>    all;
    const std::function<void()> begin = [&] { all = std::make_unique<joining>(near, std::move(groups), smallest); };
    co_await call.compute(begin);
    const std::function<sdk::task<>(std::size_t)> slice = [&](std::size_t n) -> sdk::task<> {
        const std::function<void()> work = [&all, n] { all->look(n); };
        co_await call.compute(work);
    };
    co_await sdk::for_each_bounded(all->slices(), threads(), slice);
    std::vector<rows>           left;
    const std::function<void()> join = [&] { left = all->joined(); };
    co_await call.compute(join);
    co_return left;
}

/// Near to nothing, blank rows keep to themselves, or join the first group when either is too small to stand alone.
std::vector<group> in_order(std::vector<rows> found, rows blank, std::size_t smallest)
{
    const bool alone = blank.size() >= smallest && (found.empty() || found[0].size() >= smallest);
    if (alone || found.empty()) found.push_back(std::move(blank));
    else found[0].insert(found[0].end(), blank.begin(), blank.end());

    std::vector<group> groups;
    for (auto& one : found)
    {
        if (one.empty()) continue;
        std::ranges::sort(one);
        groups.emplace_back(one.begin(), one.end());
    }
    std::ranges::sort(groups, {}, [](const group& one) { return one.front(); });
    return groups;
}

} // namespace

sdk::task<std::vector<group>> cluster(sdk::call& call, const sdk::vectors& near,
                                      std::span<const std::size_t> characters, const group_limits& within)
{
    sorted_rows                 seen;
    const std::function<void()> look = [&] { seen = look_at(near, characters, within.budget); };
    co_await call.compute(look);

    std::vector<rows> found;
    if (near.size() < within.smallest) found.push_back(std::move(seen.telling));
    else
    {
        parting work{call, near, seen.sizes, within};
        found = co_await work.run(std::move(seen.telling));
        found = co_await joined(call, near, std::move(found), within.smallest);
    }

    std::vector<group>          groups;
    const std::function<void()> end = [&] {
        groups = in_order(std::move(found), std::move(seen.blank), within.smallest);
    };
    co_await call.compute(end);
    co_return groups;
}

} // namespace verbatim::analyze_bulk
