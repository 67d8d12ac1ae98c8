#include "reduce_plan.hpp"

#include <numeric>

namespace verbatim::hierarchy {

namespace {

bool fits(std::span<const std::size_t> blocks, std::size_t capacity)
{
    const auto separators = blocks.size() - 1;
    return std::accumulate(blocks.begin(), blocks.end(), separators) <= capacity;
}

/// Groups of neighbours that fill one message each. A partial analysis too long for a message is a group of its own.
std::vector<std::size_t> pack(std::span<const std::size_t> blocks, std::size_t capacity)
{
    std::vector<std::size_t> ends;
    std::size_t              begin = 0;
    for (std::size_t n = 1; n != blocks.size(); ++n)
        if (!fits(blocks.subspan(begin, n + 1 - begin), capacity))
        {
            ends.push_back(n);
            begin = n;
        }
    ends.push_back(blocks.size());
    return ends;
}

/// The code points of each of `count` texts that share a message.
std::size_t share_of(std::size_t capacity, std::size_t count)
{
    const auto separators = count - 1;
    return capacity > separators ? (capacity - separators) / count : 0;
}

/// The step for one or two partial analyses that do not fit: each is cut to an equal share. The statistics stay if they
/// leave at least half of the message.
reduce_step final_step(std::size_t count, reduce_capacity capacity)
{
    const bool show_statistics = capacity.with_statistics >= capacity.without_statistics / 2;
    return {.ends            = {count},
            .show_statistics = show_statistics,
            .max_length = share_of(show_statistics ? capacity.with_statistics : capacity.without_statistics, count)};
}

/// The step where too few partial analyses fit together: neighbours in pairs, each cut to half a message.
reduce_step pairs_step(std::size_t count, std::size_t capacity)
{
    reduce_step step{.ends = {}, .max_length = share_of(capacity, 2)};
    for (std::size_t end = 2; end < count; end += 2) step.ends.push_back(end);
    step.ends.push_back(count);
    return step;
}

} // namespace

reduce_step next_step(std::span<const std::size_t> block_lengths, reduce_capacity capacity)
{
    const auto count = block_lengths.size();
    if (fits(block_lengths, capacity.with_statistics)) return {.ends = {count}, .show_statistics = true};
    if (count <= 2) return final_step(count, capacity);

    auto groups = pack(block_lengths, capacity.without_statistics);
    if (groups.size() == 1) groups = {(count + 1) / 2, count};
    if (groups.size() > (count + 1) / 2) return pairs_step(count, capacity.without_statistics);
    return {.ends = std::move(groups), .max_length = capacity.without_statistics};
}

} // namespace verbatim::hierarchy
