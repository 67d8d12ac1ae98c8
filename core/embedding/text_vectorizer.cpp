#include "embedding/text_vectorizer.hpp"

#include "exec/on_pool.hpp"

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
float weight_of_kind(feature::kind type) noexcept { return type == feature::kind::word ? 2.0f : 1.0f; }

/// The share of meaning in the square of a vector's length. Chosen by bench/meaning/run --half development: more finds
/// more topics across languages, but fewer codes in one language.
constexpr float share_of_meaning = 0.3f;

/// Gives a part of a vector the length whose square is `share`; zeros stay zeros.
void scale(std::span<float> part, float share)
{
    float square = 0;
    for (const auto value : part) square += value * value;
    if (square == 0) return;
    const auto factor = std::sqrt(share / square);
    for (auto& value : part) value *= factor;
}

} // namespace

text_vectorizer::text_vectorizer(std::vector<std::string_view> texts, const word_vectors* table)
    : texts_{std::move(texts)}
    , table_{table}
    , slice_begins_{exec::slice_boundaries(texts_, bytes_per_slice)}
    , vectors_{texts_.size(), width}
    , text_counts_(std::size_t{1} << bits_for(texts_))
    , shift_{64 - bits_for(texts_)}
{}

void text_vectorizer::count(std::size_t slice)
{
    feature_reader reader;
    for (auto n = slice_begins_[slice]; n != slice_begins_[slice + 1]; ++n)
        for (const auto& item : reader.read(texts_[n]))
            text_counts_[item.hash >> shift_].fetch_add(1, std::memory_order_relaxed);
}

void text_vectorizer::weigh(std::size_t slice)
{
    feature_reader           reader;
    std::array<float, width> row;
    const auto               of_meaning  = std::span{row}.last(table_ ? table_->dimensions() : 0);
    const auto               of_spelling = std::span{row}.first(width - of_meaning.size());
    for (auto n = slice_begins_[slice]; n != slice_begins_[slice + 1]; ++n)
    {
        row.fill(0);
        const auto features = reader.read(texts_[n]);
        write_spelling(features, of_spelling);
        if (table_)
        {
            write_meaning(reader, features, of_meaning);
            scale(of_spelling, 1 - share_of_meaning);
            scale(of_meaning, share_of_meaning);
        }
        vectors_.set(n, row);
    }
}

void text_vectorizer::write_spelling(std::span<const feature> features, std::span<float> part) const
{
    // A feature of a single text brings no texts closer, and adds noise to features with the same coordinate.
    const auto is_shared   = [&](const feature& item) { return text_count(item) > 1; };
    const bool none_shared = std::ranges::none_of(features, is_shared);
    for (const auto& item : features)
    {
        if (!none_shared && !is_shared(item)) continue;
        constexpr std::uint64_t sign   = width;
        const auto              weight = weight_of(item) * weight_of_kind(item.type);
        part[item.hash % part.size()] += (item.hash & sign) != 0 ? weight : -weight;
    }
}

void text_vectorizer::write_meaning(const feature_reader& reader, std::span<const feature> features,
                                    std::span<float> part) const
{
    for (const auto& item : features)
        if (item.type == feature::kind::word) table_->add(reader.text_of(item), weight_of(item), part);
}

/// By frequency in the text and rarity in the request.
float text_vectorizer::weight_of(const feature& item) const
{
    const float frequency = item.count == 1 ? 1.0f : 1.0f + std::log(static_cast<float>(item.count));
    return frequency * rarity(item);
}

std::size_t text_vectorizer::text_count(const feature& item) const noexcept
{
    const std::size_t counted = text_counts_[item.hash >> shift_].load(std::memory_order_relaxed);
    return std::min(counted, texts_.size());
}

float text_vectorizer::rarity(const feature& item) const noexcept
{
    // Plus 1, so that a feature of every text still distinguishes the text from a blank one.
    return std::log(static_cast<float>(texts_.size() + 1) / static_cast<float>(text_count(item)));
}

} // namespace verbatim::core::embedding
