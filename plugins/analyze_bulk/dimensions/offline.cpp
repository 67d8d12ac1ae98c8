#include "dimensions/offline.hpp"

#include "dimensions/wire.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace verbatim::analyze_bulk::dimensions::offline {

namespace {

/// Words that a text begins to use where it has a value: a word of at least four letters may have any ending.
struct cue
{
    std::size_t              value = 0; ///< by index in the list
    std::vector<std::string> words;     ///< case-folded and without accents
};

bool begins_like(std::string_view word, const std::string& cue_word)
{
    constexpr std::size_t min_prefix = 4; // letters
    return sdk::utf8::count_code_points(cue_word) < min_prefix ? word == cue_word : word.starts_with(cue_word);
}

/// The cues of the type of feedback, by the first character of their first word.
class cue_index
{
public:
    explicit cue_index(const text_analysis::tokenizer& tokenizer)
    {
        for (const auto& [value, phrase] : cues_of_type())
        {
            cue              entry{.value = value, .words = {}};
            std::string_view rest = phrase;
            while (!rest.empty())
            {
                const auto end = std::min(rest.find(' '), rest.size());
                entry.words.push_back(tokenizer.plain(rest.substr(0, end)));
                rest.remove_prefix(std::min(end + 1, rest.size()));
            }
            auto& list = by_first_[std::string{first_of(entry.words.front())}];
            list.push_back(std::move(entry));
        }
    }

    /// The index of the value with the strongest cues; none without any, and if two are as strong.
    std::optional<std::size_t> value_of(const text_analysis::tokenized_text& text,
                                        const text_analysis::tokenizer&      tokenizer) const
    {
        constexpr std::size_t    max_words = 60; // a text shows its type near its beginning
        constexpr std::size_t    question  = 0;  // the first value of the list
        std::vector<std::string> words;
        for (std::size_t n = 0; n != std::min(text.words.size(), max_words); ++n)
            words.push_back(tokenizer.plain(text.text_of(text.words[n])));

        std::map<std::size_t, std::size_t> strengths;
        std::vector<const cue*>            found;
        for (std::size_t n = 0; n != words.size(); ++n)
        {
            const auto list = by_first_.find(first_of(words[n]));
            if (list == by_first_.end()) continue;
            for (const auto& cue : list->second)
            {
                // A word such as "when" asks at the beginning only.
                if ((cue.value == question && n != 0) || !matches(std::span{words}.subspan(n), cue.words)) continue;
                if (std::ranges::find(found, &cue) != found.end()) continue;
                found.push_back(&cue);
                strengths[cue.value] += cue.value == question || cue.words.size() > 1 ? 2 : 1;
            }
        }
        for (const std::string_view mark : {"?", "؟"})
            if (text.text.find(mark) != std::string::npos) strengths[question] += 3;

        std::optional<std::size_t> best;
        std::size_t                highest = 0;
        for (const auto& [value, strength] : strengths)
            if (strength > highest) highest = strength, best = value;
            else if (strength == highest) best.reset();
        return best;
    }

private:
    static std::string_view first_of(std::string_view word) { return sdk::utf8::first_code_points(word, 1); }

    static bool matches(std::span<const std::string> words, const std::vector<std::string>& cue_words)
    {
        if (words.size() < cue_words.size()) return false;
        for (std::size_t n = 0; n != cue_words.size(); ++n)
            if (!begins_like(words[n], cue_words[n])) return false;
        return true;
    }

    std::map<std::string, std::vector<cue>, std::less<>> by_first_;
};

const cue_index& cues(const text_analysis::tokenizer& tokenizer)
{
    static const auto& index = *new cue_index{tokenizer};
    return index;
}

/// Whether the list has the values of one of the server, in any language.
bool has_values_of(const dimension& list, const dimension& shipped)
{
    return std::ranges::equal(list.values, shipped.values, {}, &dimension_value::id, &dimension_value::id);
}

} // namespace

value_reader::value_reader(std::span<const dimension> dimensions, const sdk::word_vectors* vectors,
                           text_analysis::tokenizer& tokenizer)
    : dimensions_{dimensions}
    , tokenizer_{&tokenizer}
{
    for (const auto& dimension : dimensions)
    {
        auto&      entry  = nearest_.emplace_back();
        const auto is_own = std::ranges::none_of(
            lists_of_server(), [&](const auto& shipped) { return has_values_of(dimension, shipped); });
        if (!is_own || !dimension.proposition.empty()) continue;
        std::vector<text_analysis::nearest_descriptions::texts> descriptions;
        for (const auto& value : dimension.values)
        {
            auto& texts = descriptions.emplace_back(text_analysis::nearest_descriptions::texts{value.title});
            if (!value.definition.empty()) texts.push_back(value.definition);
            texts.insert(texts.end(), value.examples.begin(), value.examples.end());
        }
        entry = std::make_unique<text_analysis::nearest_descriptions>(descriptions, vectors, tokenizer);
    }
}

std::vector<std::string> value_reader::labels(const text_analysis::tokenized_text& text)
{
    constexpr double         min_probability = 0.5; // more often right than wrong
    std::vector<std::string> result;
    for (std::size_t d = 0; d != dimensions_.size(); ++d)
    {
        value_number value = 0;
        if (nearest_[d])
        {
            const auto probabilities = nearest_[d]->probabilities(nearest_[d]->compare(text, text.sentences));
            const auto best          = std::ranges::max_element(probabilities);
            if (best != probabilities.end() && *best >= min_probability)
                value = static_cast<value_number>(best - probabilities.begin()) + 1;
        }
        else if (has_values_of(dimensions_[d], lists_of_server().front()))
            if (const auto index = cues(*tokenizer_).value_of(text, *tokenizer_)) value = *index + 1;
        result.push_back(label_of(d, value));
    }
    return result;
}

} // namespace verbatim::analyze_bulk::dimensions::offline
