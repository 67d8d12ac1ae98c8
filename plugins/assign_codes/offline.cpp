#include "offline.hpp"

#include "speech_act.hpp"

#include "verbatim/feedback/markup.hpp"
#include "verbatim/text_analysis/similarity.hpp"
#include "verbatim/text_analysis/tokenizer.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace verbatim::assign_codes::offline {

namespace {

using text_analysis::tokenized_text;
using text_analysis::tokenizer;
using text_analysis::word_role;

/// An option as stems.
struct option_words
{
    std::vector<std::uint32_t> own;   ///< of its last level
    std::vector<std::uint32_t> above; ///< of the levels above
    std::optional<speech_act>  act;
};

std::vector<std::uint32_t> topical_stems(const tokenized_text& text)
{
    constexpr std::size_t      max_stems = 64;
    std::vector<std::uint32_t> stems;
    for (const auto& word : text.words)
        if ((word.role == word_role::content || word.role == word_role::vague) && stems.size() < max_stems &&
            std::ranges::find(stems, word.stem) == stems.end())
            stems.push_back(word.stem);
    return stems;
}

option_words words_of(const option& option, tokenizer& tokenizer)
{
    std::string above;
    for (const auto* node : option.path)
        if (node != option.path.back()) above.append(feedback::on_one_line(node->name)).append(" > ");
    const auto own = feedback::on_one_line(option.path.back()->name);
    return {.own   = topical_stems(tokenizer.tokenize(own)),
            .above = topical_stems(tokenizer.tokenize(above)),
            .act   = find_speech_act(tokenizer.tokenize(above + own), tokenizer)};
}

/// Applied when option and text name the same speech act, inverted when they name different ones: decides between codes
/// of one topic, and does not make up for a missing topic.
constexpr double same_act_factor = 1.25;

/// Applied for each level of depth: of two options that fit alike, the finer one says more.
constexpr double depth_factor = 1.3;

struct ranked_option
{
    std::int64_t                      position = 0;
    double                            score    = 0;
    double                            rank     = 0; ///< the score with the preference for finer options
    std::unordered_set<std::uint32_t> matched;
};

/// Ranks options by the words that they share with a text.
class ranking
{
public:
    ranking(std::string_view text, std::span<const option> options)
        : tokens_{tokenizer_.tokenize(text)}
        , matcher_{tokens_, tokenizer_}
        , act_{find_speech_act(tokens_, tokenizer_)}
    {
        for (const auto& option : options) words_.push_back(words_of(option, tokenizer_));
        for (const auto& words : words_)
            for (const auto* stems : {&words.own, &words.above})
                for (const auto stem : *stems) ++frequencies_[stem];
        for (std::size_t n = 0; n != options.size(); ++n) add(n, options[n].path.size());
        std::ranges::stable_sort(ranked_, std::ranges::greater{}, &ranked_option::rank);
    }

    const std::vector<ranked_option>& best_first() const noexcept { return ranked_; }

private:
    double rarity(std::uint32_t stem) const
    {
        return std::log(1.5 + static_cast<double>(words_.size()) / frequencies_.at(stem));
    }

    double likeness(std::uint32_t stem)
    {
        const auto [entry, is_new] = likeness_.try_emplace(stem, 0);
        if (is_new) entry->second = matcher_.likeness(stem);
        return entry->second;
    }

    void add(std::size_t position, std::size_t depth)
    {
        const auto&   words = words_[position];
        ranked_option entry{.position = static_cast<std::int64_t>(position)};
        double        shared = 0, total = 0, above = 0;
        for (const auto stem : words.own)
        {
            total += rarity(stem);
            if (likeness(stem) == 0) continue;
            shared += likeness(stem) * rarity(stem);
            entry.matched.insert(stem);
        }
        if (shared == 0) return;
        for (const auto stem : words.above) above += likeness(stem) * rarity(stem);
        // Many shared words count, and a large share of the name; the path above decides between equal leaves.
        entry.score = shared * (0.5 + 0.5 * shared / total) +
                      0.25 * above / std::sqrt(1.0 + static_cast<double>(words.above.size()));
        if (act_ && words.act) entry.score *= *act_ == *words.act ? same_act_factor : 1 / same_act_factor;
        entry.rank = entry.score * std::pow(depth_factor, static_cast<double>(depth));
        ranked_.push_back(std::move(entry));
    }

    text_analysis::tokenizer                  tokenizer_;
    tokenized_text                            tokens_;
    text_analysis::word_matcher               matcher_;
    std::optional<speech_act>                 act_;
    std::vector<option_words>                 words_;
    std::unordered_map<std::uint32_t, double> frequencies_;
    std::unordered_map<std::uint32_t, double> likeness_;
    std::vector<ranked_option>                ranked_;
};

} // namespace

code_selection pick(std::string_view text, std::span<const option> options)
{
    const ranking  ranking{text, options};
    const auto&    ranked = ranking.best_first();
    code_selection selection;
    for (const auto& entry : ranked)
    {
        if (selection.selected.size() == 2 || entry.score < ranked.front().score * 0.8) break;
        // A second option must be a distinct idea: it matches other words of the text.
        if (selection.selected.empty() || std::ranges::none_of(entry.matched, [&](std::uint32_t stem) {
                return ranked.front().matched.contains(stem);
            }))
            selection.selected.push_back(entry.position);
    }
    return selection;
}

level_score judge(std::string_view text, const option& path, std::size_t level)
{
    tokenizer                         tokenizer;
    const auto                        tokens = tokenizer.tokenize(text);
    const text_analysis::word_matcher matcher{tokens, tokenizer};

    const auto  stems   = topical_stems(tokenizer.tokenize(feedback::on_one_line(path.path[level - 1]->name)));
    double      shared  = 0;
    std::size_t matched = 0;
    for (const auto stem : stems)
        if (const auto likeness = matcher.likeness(stem); likeness > 0) shared += likeness, ++matched;

    // Long names list alternatives: two shared words of eight say more than a quarter.
    const auto share = stems.empty() ? 0 : shared / static_cast<double>(stems.size());
    const auto score = share >= 0.999 ? 1.0 : (share + 1 - std::pow(0.5, shared)) / 2;
    return {.score       = std::round(100 * std::clamp(score, 0.0, 1.0)) / 100,
            .explanation = std::to_string(matched) + " of the " + std::to_string(stems.size()) +
                           " topical words of this level's name, or words much like them, occur in the feedback; only "
                           "wording was compared, not meaning."};
}

} // namespace verbatim::assign_codes::offline
