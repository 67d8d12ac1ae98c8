#include "embedding/lexical_vectorizer.hpp"

#include "exec/slices.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

namespace verbatim::core::embedding {

namespace {

constexpr std::size_t bytes_per_slice = 64 * 1024; ///< a few milliseconds

/// Size of the table of counts: grows with the corpus, within bounds.
unsigned bits_for(std::span<const std::string_view> texts)
{
    std::size_t bytes = 0;
    for (const auto text : texts) bytes += text.size();
    return static_cast<unsigned>(std::clamp<int>(std::bit_width(bytes * 4), 12, 22));
}

/// Words are fewer than pairs and character sequences, and carry more meaning. Values chosen by the purity of clusters
/// of labelled feedback.
float weight_of(feature::kind type) noexcept { return type == feature::kind::word ? 2.0f : 1.0f; }

} // namespace

lexical_vectorizer::lexical_vectorizer(std::vector<std::string_view> texts)
    : texts_{std::move(texts)}
    , slice_begins_{exec::slice_boundaries(texts_, bytes_per_slice)}
    , vectors_{texts_.size(), width}
    , text_counts_(std::size_t{1} << bits_for(texts_))
    , shift_{64 - bits_for(texts_)}
{}

void lexical_vectorizer::count(std::size_t slice)
{
    feature_reader reader;
    for (auto n = slice_begins_[slice]; n != slice_begins_[slice + 1]; ++n)
        for (const auto& item : reader.read(texts_[n]))
            text_counts_[item.hash >> shift_].fetch_add(1, std::memory_order_relaxed);
}

void lexical_vectorizer::weigh(std::size_t slice)
{
    feature_reader           reader;
    std::array<float, width> row;
    for (auto n = slice_begins_[slice]; n != slice_begins_[slice + 1]; ++n)
    {
        row.fill(0);
        write(reader.read(texts_[n]), row);
        vectors_.set(n, row);
    }
}

void lexical_vectorizer::write(std::span<const feature> features, std::span<float> row) const
{
    // A feature of a single text brings no texts closer, and adds noise to features with the same coordinate.
    const auto is_shared   = [&](const feature& item) { return text_count(item) > 1; };
    const bool none_shared = std::ranges::none_of(features, is_shared);
    for (const auto& item : features)
        if (none_shared || is_shared(item)) add(item, row);
}

void lexical_vectorizer::add(const feature& item, std::span<float> row) const
{
    constexpr std::uint64_t sign      = width;
    const float             frequency = item.count == 1 ? 1.0f : 1.0f + std::log(static_cast<float>(item.count));
    const float             weight    = frequency * rarity(item) * weight_of(item.type);
    row[item.hash % width] += (item.hash & sign) != 0 ? weight : -weight;
}

std::uint32_t lexical_vectorizer::text_count(const feature& item) const noexcept
{
    return text_counts_[item.hash >> shift_].load(std::memory_order_relaxed);
}

float lexical_vectorizer::rarity(const feature& item) const noexcept
{
    // Plus 1, so that a feature of every text still distinguishes the text from a blank one.
    return std::log(static_cast<float>(texts_.size() + 1) / static_cast<float>(text_count(item)));
}

} // namespace verbatim::core::embedding
