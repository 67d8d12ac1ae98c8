#include "verbatim/text_analysis/directions.hpp"

#include "document_counts.hpp"
#include "vector_math.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace verbatim::text_analysis {
namespace {

bool is_zero(std::span<const float> vector)
{
    return std::ranges::all_of(vector, [](float value) { return value == 0; });
}

bool is_compared(const word& token)
{
    return token.role == word_role::content || token.role == word_role::vague || token.role == word_role::reporting;
}

/// The vectors of words as they are spelled, each looked up once. Borrows the spellings.
class vector_cache
{
public:
    vector_cache(const sdk::word_vectors& table, const tokenizer& tokenizer)
        : table_{table}
        , tokenizer_{tokenizer}
    {}

    /// Empty if the table does not know the word. Valid until the next call.
    std::span<const float> find(std::string_view spelling)
    {
        const auto [entry, is_new] = begins_.try_emplace(spelling);
        if (is_new)
        {
            const auto begin = coordinates_.size();
            coordinates_.resize(begin + table_.dimensions());
            if (table_.add(tokenizer_.folded(spelling), 1, std::span{coordinates_}.subspan(begin)))
                entry->second = begin;
            else coordinates_.resize(begin);
        }
        if (!entry->second) return {};
        return std::span{coordinates_}.subspan(*entry->second, table_.dimensions());
    }

private:
    const sdk::word_vectors&                                         table_;
    const tokenizer&                                                 tokenizer_;
    std::unordered_map<std::string_view, std::optional<std::size_t>> begins_;
    std::vector<float>                                               coordinates_;
};

} // namespace

document_directions::document_directions(const corpus& corpus, const sdk::word_vectors& table,
                                         const tokenizer& tokenizer)
    : dimensions_{table.dimensions()}
    , coordinates_(corpus.documents.size() * dimensions_)
    , mean_(dimensions_)
{
    const document_counts frequencies{corpus, tokenizer.stem_count()};
    const auto            total = static_cast<float>(corpus.documents.size() + 1);
    vector_cache          vectors{table, tokenizer};
    std::size_t           count = 0;
    const auto row = [&](std::size_t at) { return std::span{coordinates_}.subspan(at * dimensions_, dimensions_); };
    for (std::size_t at = 0; at != corpus.documents.size(); ++at)
    {
        const auto& content = corpus.documents[at].content;
        for (const auto& token : content.words)
            if (is_compared(token))
                if (const auto vector = vectors.find(content.text_of(token)); !vector.empty())
                    add_scaled(row(at), vector, std::log(total / static_cast<float>(frequencies[token.stem])));
        scale_to_one(row(at));
        add_scaled(mean_, row(at), 1);
        count += !is_zero(row(at));
    }
    if (count != 0)
        for (auto& value : mean_) value /= static_cast<float>(count);
    for (std::size_t at = 0; at != corpus.documents.size(); ++at)
    {
        if (is_zero(row(at))) continue;
        add_scaled(row(at), mean_, -1);
        scale_to_one(row(at));
    }
}

double document_directions::cohesion(std::span<const std::uint32_t> documents) const
{
    std::vector<float> sum(dimensions_);
    double             count = 0;
    for (const auto at : documents)
    {
        add_scaled(sum, (*this)[at], 1);
        count += !is_zero((*this)[at]);
    }
    if (count < 2) return 1;
    return (static_cast<double>(product(sum, sum)) - count) / (count * (count - 1));
}

std::vector<float> document_directions::centre(std::span<const std::uint32_t> documents) const
{
    std::vector<float> sum(dimensions_);
    for (const auto at : documents) add_scaled(sum, (*this)[at], 1);
    scale_to_one(sum);
    return sum;
}

std::vector<float> document_directions::direction_of(std::span<const std::string> words, const sdk::word_vectors& table,
                                                     const tokenizer& tokenizer) const
{
    std::vector<float> sum(dimensions_);
    for (const auto& word : words) table.add(tokenizer.folded(word), 1, sum);
    scale_to_one(sum);
    if (is_zero(sum)) return sum;
    add_scaled(sum, mean_, -1);
    scale_to_one(sum);
    return sum;
}

float cosine(std::span<const float> left, std::span<const float> right) { return product(left, right); }

} // namespace verbatim::text_analysis
