#include "embedding/lexical.hpp"

#include "exec/slices.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

namespace verbatim::core::embedding {

namespace {

constexpr std::size_t bytes_per_slice = 64 * 1024; ///< a few milliseconds

/// Places to count in: more than there are features worth telling apart, but bounded, however large the corpus.
unsigned bits_for(std::span<const std::string_view> texts)
{
    std::size_t bytes = 0;
    for (const auto text : texts) bytes += text.size();
    return static_cast<unsigned>(std::clamp<int>(std::bit_width(bytes * 4), 12, 22));
}

/// Of a text's features most are rows of characters and many are pairs; a word says more than either. Tried on labelled
/// feedback: the purer the clusters, the better.
float weight_of(feature::kind what) noexcept { return what == feature::kind::word ? 2.0f : 1.0f; }

} // namespace

lexical::lexical(std::vector<std::string_view> texts)
    : texts_{std::move(texts)}
    , begins_{exec::slices_of(texts_, bytes_per_slice)}
    , made_{texts_.size(), width}
    , holders_(std::size_t{1} << bits_for(texts_))
    , shift_{64 - bits_for(texts_)}
{}

void lexical::count(std::size_t slice)
{
    feature_reader reader;
    for (auto n = begins_[slice]; n != begins_[slice + 1]; ++n)
        for (const auto& each : reader.read(texts_[n]))
            holders_[each.hash >> shift_].fetch_add(1, std::memory_order_relaxed);
}

void lexical::weigh(std::size_t slice)
{
    feature_reader           reader;
    std::array<float, width> row;
    for (auto n = begins_[slice]; n != begins_[slice + 1]; ++n)
    {
        row.fill(0);
        write(reader.read(texts_[n]), row);
        made_.set(n, row);
    }
}

void lexical::write(std::span<const feature> found, std::span<float> into) const
{
    // What no other text holds brings no two texts nearer, and only disturbs what shares its number.
    const auto is_shared = [&](const feature& each) { return holders(each) > 1; };
    const bool alone     = std::ranges::none_of(found, is_shared);
    for (const auto& each : found)
        if (alone || is_shared(each)) add(each, into);
}

void lexical::add(const feature& each, std::span<float> into) const
{
    constexpr std::uint64_t sign   = width;
    const float             often  = each.count == 1 ? 1.0f : 1.0f + std::log(static_cast<float>(each.count));
    const float             weight = often * rarity(each) * weight_of(each.what);
    into[each.hash % width] += (each.hash & sign) != 0 ? weight : -weight;
}

std::uint32_t lexical::holders(const feature& of) const noexcept
{
    return holders_[of.hash >> shift_].load(std::memory_order_relaxed);
}

float lexical::rarity(const feature& of) const noexcept
{
    // One more text than there is: what every text holds still tells it from a blank one.
    return std::log(static_cast<float>(texts_.size() + 1) / static_cast<float>(holders(of)));
}

} // namespace verbatim::core::embedding
