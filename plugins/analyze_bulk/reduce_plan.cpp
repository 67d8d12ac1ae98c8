#include "reduce_plan.hpp"

#include <numeric>

namespace verbatim::analyze_bulk {

namespace {

bool fits(std::span<const std::size_t> blocks, std::size_t room)
{
    const auto separators = blocks.size() - 1;
    return std::accumulate(blocks.begin(), blocks.end(), separators) <= room;
}

/// Groups of neighbours, each as large as a message can be. What is too large alone is a group of its own.
std::vector<std::size_t> packed(std::span<const std::size_t> blocks, std::size_t room)
{
    std::vector<std::size_t> ends;
    std::size_t              begin = 0;
    for (std::size_t n = 1; n != blocks.size(); ++n)
        if (!fits(blocks.subspan(begin, n + 1 - begin), room))
        {
            ends.push_back(n);
            begin = n;
        }
    ends.push_back(blocks.size());
    return ends;
}

/// Nothing can be combined any further: everything in one call, each cut to an equal share. The trend counts stay when
/// they leave at least half of the message.
reduce_step everything(std::size_t count, reduce_room room)
{
    const bool trends     = room.beside_trends >= room.alone / 2;
    const auto available  = trends ? room.beside_trends : room.alone;
    const auto separators = count - 1;
    return {
        .ends = {count}, .trends = trends, .longest = available > separators ? (available - separators) / count : 0};
}

} // namespace

reduce_step next_step(std::span<const std::size_t> blocks, reduce_room room)
{
    const auto count = blocks.size();
    if (fits(blocks, room.beside_trends)) return {.ends = {count}, .trends = true};
    if (count == 1) return everything(count, room);

    auto groups = packed(blocks, room.alone);
    if (groups.size() == 1) groups = {(count + 1) / 2, count};
    if (groups.size() == count) return everything(count, room);
    return {.ends = std::move(groups), .longest = room.alone};
}

} // namespace verbatim::analyze_bulk
