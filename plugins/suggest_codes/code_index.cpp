#include "code_index.hpp"

#include "verbatim/feedback/markup.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace verbatim::suggest_codes {

namespace {

using text_analysis::word_role;

// A name above says what siblings have in common, a vague word next to nothing: neither alone makes two codes alike.
constexpr double weight_of_names_above = 0.3;
constexpr double weight_of_vague_words = 0.4;

/// 0 for words that have no topic, such as articles and numbers.
double weight_of(word_role role) noexcept
{
    if (role == word_role::content) return 1;
    return role == word_role::vague ? weight_of_vague_words : 0;
}

} // namespace

code_index::code_index(std::span<const codebook::option> options)
    : language_{language_of(options)}
    , codes_{options.size()}
{
    std::vector<vector> names(options.size());
    std::vector<vector> meanings(options.size());
    for (std::size_t n = 0; n != options.size(); ++n)
    {
        const auto& path = options[n].path;
        add_words(path.back()->name, 1, names[n]);
        meanings[n] = names[n];
        add_meaning(*path.back(), meanings[n]);
        for (const auto& [stem, weight] : meanings[n]) ++codes_with_[stem];
        for (const auto* above : path)
            if (above != path.back()) add_words(above->name, weight_of_names_above, meanings[n]);
    }
    for (std::size_t n = 0; n != options.size(); ++n)
    {
        normalize(names[n]);
        normalize(meanings[n]);
        add_to_index(n, names[n], by_name_);
        add_to_index(n, meanings[n], by_meaning_);
    }
}

text_analysis::language code_index::language_of(std::span<const codebook::option> options)
{
    std::string names;
    for (const auto& option : options) names.append(feedback::on_one_line(option.path.back()->name)).append(". ");
    return tokenizer_.tokenize(names).detected_language.value_or(text_analysis::language::english);
}

std::vector<similar_code> code_index::nearest(std::string_view name, std::string_view meaning)
{
    vector name_words;
    add_words(name, 1, name_words);
    vector all_words = name_words;
    add_words(meaning, 1, all_words);
    normalize(name_words);
    normalize(all_words);

    std::map<std::size_t, double> similarities;
    const auto                    compare = [&](const vector& words, const inverted_index& codes_by_stem) {
        std::map<std::size_t, double> products;
        for (const auto& [stem, weight] : words)
            if (const auto codes = codes_by_stem.find(stem); codes != codes_by_stem.end())
                for (const auto& code : codes->second) products[code.option] += weight * code.weight;
        for (const auto& [option, product] : products)
            similarities[option] = std::max(similarities[option], std::min(product, 1.0));
    };
    compare(name_words, by_name_);
    compare(all_words, by_meaning_);

    std::vector<similar_code> result;
    for (const auto& [option, similarity] : similarities) result.push_back({option, similarity});
    std::ranges::stable_sort(result, std::ranges::greater{}, &similar_code::similarity);
    return result;
}

/// Criteria against a code are no part of what it means.
void code_index::add_meaning(const codebook::node& code, vector& target)
{
    add_words(code.description, 1, target);
    for (const auto* texts : {&code.aliases, &code.include, &code.examples})
        for (const auto& text : *texts) add_words(text, 1, target);
}

void code_index::add_words(std::string_view text, double weight, vector& target)
{
    const auto tokens = tokenizer_.tokenize(feedback::on_one_line(text), language_);
    for (const auto& word : tokens.words)
        if (const auto own = weight * weight_of(word.role); own > 0)
        {
            auto& stored = target[word.stem];
            stored       = std::max(stored, own); // repetition adds nothing to a topic
        }
}

double code_index::rarity(std::uint32_t stem) const
{
    const auto entry = codes_with_.find(stem);
    const auto codes = entry == codes_with_.end() ? 0 : entry->second;
    return std::log(1 + static_cast<double>(codes_ + 1) / static_cast<double>(codes + 1));
}

void code_index::normalize(vector& words) const
{
    double square = 0;
    for (auto& [stem, weight] : words)
    {
        weight *= rarity(stem);
        square += weight * weight;
    }
    for (auto& [stem, weight] : words) weight /= std::sqrt(square);
}

void code_index::add_to_index(std::size_t option, const vector& words, inverted_index& target) const
{
    for (const auto& [stem, weight] : words) target[stem].push_back({option, weight});
}

} // namespace verbatim::suggest_codes
