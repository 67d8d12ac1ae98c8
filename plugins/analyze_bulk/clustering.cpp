#include "clustering.hpp"

#include "k_means.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <thread>
#include <utility>

namespace verbatim::analyze_bulk {

namespace {

/// So many centroids are compared with every row without a second thought; for more, the rows are parted first.
constexpr std::size_t few = 64;

/// Partings one below the other. Each costs rows times the square root of themes; a part that stays large through all
/// of them is left to be cut by date.
constexpr std::size_t deepest = 3;

std::size_t root_of(std::size_t n) { return static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(n)))); }

/// Rows that are parted together.
struct part
{
    rows        held;
    std::size_t depth = 0;
};

/// Parts rows until each part is a theme.
class parting
{
public:
    parting(sdk::call& call, const sdk::vectors& near, std::span<const std::size_t> characters,
            const group_limits& within)
        : call_{call}
        , near_{near}
        , characters_{characters}
        , within_{within}
        , at_once_{std::max(1u, std::thread::hardware_concurrency())}
    {}

    sdk::task<std::vector<rows>> run(rows all)
    {
        few_ = std::max(few, 2 * root_of(themes_of(all)));
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
        co_return std::move(themes_);
    }

private:
    std::size_t themes_of(const rows& some) const
    {
        std::size_t sum = 0;
        for (const auto row : some) sum += characters_[row];
        // More cannot be left when the small ones have joined others.
        return std::clamp<std::size_t>(some.size() / std::max<std::size_t>(within_.smallest, 1), 1,
                                       within_.budget.themes(sum));
    }

    bool is_last(const part& one) const { return one.depth + 1 == deepest || themes_of(one.held) <= few_; }

    std::size_t clusters_of(const part& one) const
    {
        const auto themes = themes_of(one.held);
        return is_last(one) ? std::min(themes, few_) : root_of(themes);
    }

    sdk::task<std::vector<rows>> parted(const part& one, std::size_t at_once)
    {
        std::unique_ptr<k_means>    means;
        const std::function<void()> seed = [&] {
            means = std::make_unique<k_means>(near_, one.held, clusters_of(one));
        };
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
        const std::function<void()> gather = [&] { found = means->parts(within_.smallest); };
        co_await call_.compute(gather);
        co_return found;
    }

    /// Keeps what is a theme, and gives back what is to be parted again.
    std::vector<part> keep(const std::vector<part>& level, std::vector<std::vector<rows>> below)
    {
        std::vector<part> again;
        for (std::size_t n = 0; n != level.size(); ++n)
            for (auto& held : below[n])
                if (is_last(level[n]) || below[n].size() == 1 || themes_of(held) == 1)
                    themes_.push_back(std::move(held));
                else again.push_back({std::move(held), level[n].depth + 1});
        return again;
    }

    sdk::call&                   call_;
    const sdk::vectors&          near_;
    std::span<const std::size_t> characters_;
    const group_limits&          within_;
    const std::size_t            at_once_;
    std::size_t                  few_ = few;
    std::vector<rows>            themes_;
};

/// The rows that say something, and those that do not: blank texts, near to nothing.
struct sorted_rows
{
    rows telling;
    rows blank;
};

sorted_rows look_at(const sdk::vectors& near)
{
    sorted_rows seen;
    for (std::uint32_t n = 0; n != near.size(); ++n) (near.is_zero(n) ? seen.blank : seen.telling).push_back(n);
    return seen;
}

} // namespace

sdk::task<std::vector<group>> cluster(sdk::call& call, const sdk::vectors& near,
                                      std::span<const std::size_t> characters, const group_limits& within)
{
    sorted_rows                 seen;
    const std::function<void()> look = [&] { seen = look_at(near); };
    co_await call.compute(look);

    std::vector<rows> found;
    if (near.size() < within.smallest) found.push_back(std::move(seen.telling));
    else
    {
        parting work{call, near, characters, within};
        found = co_await work.run(std::move(seen.telling));
    }

    // Near to nothing, blank texts keep to themselves, or join the first group when either is too small to stand alone.
    const bool alone = seen.blank.size() >= within.smallest && (found.empty() || found[0].size() >= within.smallest);
    if (alone || found.empty()) found.push_back(std::move(seen.blank));
    else found[0].insert(found[0].end(), seen.blank.begin(), seen.blank.end());

    std::vector<group> groups;
    for (auto& one : found)
    {
        if (one.empty()) continue;
        std::ranges::sort(one);
        groups.emplace_back(one.begin(), one.end());
    }
    std::ranges::sort(groups, {}, [](const group& one) { return one.front(); });
    co_return groups;
}

} // namespace verbatim::analyze_bulk
