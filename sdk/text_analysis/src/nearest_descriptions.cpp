#include "verbatim/text_analysis/nearest_descriptions.hpp"

#include "vector_math.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>

namespace verbatim::text_analysis {

namespace {

constexpr std::size_t max_sentences  = 64;
constexpr std::size_t max_vocabulary = 20'000; // words of descriptions that are compared by meaning; bounds the time
constexpr std::size_t max_entries    = 50'000; // words of texts whose postings are kept

/// The cosine of two words from which one counts for the other, rising to 1 for words of one direction. Of 0.4 to 0.7,
/// this finds most topics of bench/meaning, development half.
constexpr float min_cosine = 0.5F;

/// A word of grammar has a short vector in the table, a word of a topic a length of 1 to 2.5.
double weight_of(double length) { return std::clamp(length - 0.3, 0.1, 1.5); }

/// Of a word without a vector.
double weight_of(word_role role)
{
    switch (role)
    {
    case word_role::content: return 1;
    case word_role::vague: return 0.5;
    default: return 0.1;
    }
}

} // namespace

nearest_descriptions::nearest_descriptions(std::span<const texts> descriptions, const sdk::word_vectors* vectors,
                                           tokenizer& tokenizer)
    : vectors_{vectors}
    , dimensions_{vectors ? vectors->dimensions() : 0}
    , tokenizer_{&tokenizer}
    , count_{descriptions.size()}
{
    for (std::size_t n = 0; n != count_; ++n) add_description(static_cast<std::uint32_t>(n), descriptions[n]);
    for (const auto& [word, holders] : holders_)
    {
        auto vector = vector_of(word);
        if (vector.empty() || vocabulary_holders_.size() == max_vocabulary) continue;
        scale_to_one(vector);
        vocabulary_directions_.insert(vocabulary_directions_.end(), vector.begin(), vector.end());
        vocabulary_holders_.push_back(&holders);
    }
    entries_.clear(); // made without the vocabulary
}

void nearest_descriptions::add_description(std::uint32_t description, const texts& texts)
{
    std::vector<float> sum(dimensions_);
    const auto         add = [&](std::vector<float> vector) {
        scale_to_one(vector);
        text_directions_.insert(text_directions_.end(), vector.begin(), vector.end());
        text_owners_.push_back(description);
    };
    for (const auto text : texts)
    {
        const auto tokens = tokenizer_->tokenize(text);
        auto       vector = direction(tokens, 0, static_cast<std::uint32_t>(tokens.words.size()));
        add_scaled(sum, vector, 1);
        add(std::move(vector));
        for (const auto& word : tokens.words)
        {
            if (word.role == word_role::placeholder) continue;
            auto& holders = holders_[tokenizer_->folded(tokens.text_of(word))];
            if (holders.empty() || holders.back() != description) holders.push_back(description);
        }
    }
    if (texts.size() > 1) add(std::move(sum));
}

std::vector<float> nearest_descriptions::vector_of(std::string_view folded) const
{
    std::vector<float> vector(dimensions_);
    if (!vectors_ || !vectors_->add(folded, 1, vector)) return {};
    return vector;
}

/// The sum of the vectors of words; zero without any.
std::vector<float> nearest_descriptions::direction(const tokenized_text& text, std::uint32_t first, std::uint32_t last)
{
    std::vector<float> sum(dimensions_);
    for (; first != last; ++first)
    {
        if (text.words[first].role == word_role::placeholder) continue;
        const auto& vector = look_up(text.text_of(text.words[first]), text.words[first].role).vector;
        if (!vector.empty()) add_scaled(sum, vector, 1);
    }
    return sum;
}

const nearest_descriptions::word_entry& nearest_descriptions::look_up(std::string_view word, word_role role)
{
    std::string key{word};
    key += static_cast<char>(role);
    const auto [at, is_new] = entries_.try_emplace(std::move(key));
    auto& entry             = at->second;
    if (!is_new) return entry;

    const auto folded = tokenizer_->folded(word);
    entry.vector      = vector_of(folded);
    entry.weight      = entry.vector.empty() ? weight_of(role) : weight_of(length_of(entry.vector));

    std::vector<float> strengths(count_);
    const auto         add = [&](const std::vector<std::uint32_t>& holders, float strength) {
        for (const auto holder : holders) strengths[holder] = std::max(strengths[holder], strength);
    };
    if (const auto same = holders_.find(folded); same != holders_.end()) add(same->second, 1);
    if (!entry.vector.empty())
    {
        auto direction = entry.vector;
        scale_to_one(direction);
        for (std::size_t n = 0; n != vocabulary_holders_.size(); ++n)
        {
            const auto cosine =
                product(direction, std::span{vocabulary_directions_}.subspan(n * dimensions_, dimensions_));
            if (cosine > min_cosine) add(*vocabulary_holders_[n], (cosine - min_cosine) / (1 - min_cosine));
        }
    }
    double held = 0;
    for (std::uint32_t n = 0; n != count_; ++n)
        if (strengths[n] > 0)
        {
            entry.postings.push_back({n, std::min(strengths[n], 1.0F)});
            held += strengths[n];
        }
    // As BM25 weighs a term: a word that all descriptions have tells nothing apart.
    const auto others = std::max(0.0, static_cast<double>(count_) - held);
    entry.weight *= std::log(1 + (others + 0.5) / (held + 0.5));
    return entry;
}

std::vector<likeness> nearest_descriptions::compare(const tokenized_text& text, std::span<const sentence> sentences)
{
    if (entries_.size() > max_entries) entries_.clear();
    sentences = sentences.first(std::min(sentences.size(), max_sentences));

    std::vector<likeness>                result(count_);
    std::vector<std::vector<float>>      directions;
    std::vector<float>                   whole(dimensions_);
    std::unordered_set<std::string_view> seen;
    double                               total = 0;
    for (const auto& sentence : sentences)
    {
        directions.push_back(direction(text, sentence.first, sentence.last));
        add_scaled(whole, directions.back(), 1);
        for (auto n = sentence.first; n != sentence.last; ++n)
        {
            const auto word = text.text_of(text.words[n]);
            if (text.words[n].role == word_role::placeholder || !seen.insert(word).second) continue;
            const auto& entry = look_up(word, text.words[n].role);
            total += entry.weight;
            for (const auto& [description, strength] : entry.postings)
                result[description].words += entry.weight * static_cast<double>(strength);
        }
    }
    if (sentences.size() > 1) directions.push_back(std::move(whole));
    for (auto& direction : directions) scale_to_one(direction);

    for (auto& entry : result)
    {
        if (total > 0) entry.words /= total;
        if (dimensions_ != 0) entry.meaning = -1;
    }
    if (dimensions_ != 0)
        for (std::size_t n = 0; n != text_owners_.size(); ++n)
            for (const auto& direction : directions)
            {
                const double cosine =
                    product(direction, std::span{text_directions_}.subspan(n * dimensions_, dimensions_));
                auto& best = result[text_owners_[n]].meaning;
                best       = std::max(best, cosine);
            }
    return result;
}

std::vector<double> nearest_descriptions::probabilities(std::span<const likeness> likenesses) const
{
    // Weights of a conditional logistic regression, and of the choice of none, by bench/codes/fit. Equal words alone
    // need a larger weight.
    struct weights
    {
        double meaning, words, none;
    };
    constexpr weights with_table{7.9, 10.4, 3.5}, without_table{0, 16.8, 1.8};
    const auto&       weights = vectors_ ? with_table : without_table;

    std::vector<double> scores;
    double              total = std::exp(weights.none);
    for (const auto& item : likenesses)
    {
        scores.push_back(std::exp(weights.meaning * item.meaning + weights.words * item.words));
        total += scores.back();
    }
    for (auto& score : scores) score /= total;
    return scores;
}

} // namespace verbatim::text_analysis
