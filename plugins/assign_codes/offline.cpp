#include "offline.hpp"

#include "speech_act.hpp"

#include "verbatim/feedback/markup.hpp"
#include "verbatim/text_analysis/similarity.hpp"
#include "verbatim/text_analysis/tokenizer.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace verbatim::assign_codes::offline {

namespace {

using text_analysis::tokenized_text;
using text_analysis::tokenizer;
using text_analysis::word_role;

bool is_topical(const text_analysis::word& word)
{
    return word.role == word_role::content || word.role == word_role::vague;
}

std::vector<std::uint32_t> topical_stems(const tokenized_text& text)
{
    constexpr std::size_t      max_stems = 64; // bounds the comparison of long texts
    std::vector<std::uint32_t> stems;
    for (const auto& word : text.words)
        if (is_topical(word) && stems.size() < max_stems && std::ranges::find(stems, word.stem) == stems.end())
            stems.push_back(word.stem);
    return stems;
}

/// A stem, or a pair of adjacent ones.
using term = std::uint64_t;

term pair_of(std::uint32_t first, std::uint32_t second) { return (term{first} + 1) << 32U | second; }

/// Calls `visit(term)` for each word, and for each pair within a sentence.
template <class Visit>
void for_each_term(const tokenized_text& text, std::span<const text_analysis::sentence> sentences, Visit visit)
{
    for (const auto& sentence : sentences)
        for (auto n = sentence.first; n != sentence.last; ++n)
        {
            if (text.words[n].role == word_role::placeholder) continue;
            visit(term{text.words[n].stem});
            if (n != sentence.first) visit(pair_of(text.words[n - 1].stem, text.words[n].stem));
        }
}

/// The sentences of a record without replies of staff, which follow the message.
std::vector<text_analysis::sentence> message_of(const tokenized_text& record)
{
    const auto is_reply = [&](const text_analysis::sentence& sentence) {
        const auto end = std::min(sentence.last, sentence.first + 2);
        return std::any_of(record.words.begin() + sentence.first, record.words.begin() + end,
                           [](const text_analysis::word& word) { return word.staff; });
    };
    auto sentences = record.sentences;
    if (!sentences.empty())
        sentences.erase(std::remove_if(sentences.begin() + 1, sentences.end(), is_reply), sentences.end());
    return sentences;
}

// Chosen by bench_codes: on 1,000 records level 1 is right for 83.6 %, level 3 for 60.8 %.

/// Of a word in a name or an alias, against one in another text. 1 and 4 have 83.1 % and 82.7 % at level 1.
constexpr double name_weight = 2;

/// Applied for each level above: it says less about a code than the code's own texts. 0 and 1 have 60.1 % and 59.5 % at
/// level 3.
constexpr double level_above_factor = 0.5;

/// Applied when option and text name the same speech act, inverted when they name different ones: decides between codes
/// of one topic, and does not make up for a missing topic. 1 and 2 have 78.9 % and 73.4 % at level 1.
constexpr double same_act_factor = 1.25;

/// Applied for each level of depth: of two options that fit alike, the finer one says more. 1 and 2 change nothing
/// there.
constexpr double depth_factor = 1.3;

struct ranked_option
{
    std::size_t                       position;
    std::unordered_set<std::uint32_t> matched; ///< topical stems
    double                            score = 0;
    double                            rank  = 0; ///< the score with the preference for finer options
};

} // namespace

/// An inverted index of the nodes, ranked by BM25 (Robertson and Zaragoza, 2009) with the usual parameters.
class picker::index
{
public:
    explicit index(std::span<const option> options)
        : language_{language_of(options)}
    {
        std::unordered_map<const node*, std::uint32_t> positions;
        for (const auto& option : options)
        {
            const auto position = static_cast<std::uint32_t>(nodes_.size());
            positions.emplace(option.path.back(), position);
            add(*option.path.back(), position);
            const auto* parent   = option.path.size() > 1 ? option.path[option.path.size() - 2] : nullptr;
            nodes_.back().parent = parent ? std::optional{positions.at(parent)} : std::nullopt;
            nodes_.back().depth  = option.path.size();
            nodes_.back().act    = act_of(option);
        }
    }

    /// The options that share a topical stem with the text, best first.
    std::vector<ranked_option> rank(std::string_view text)
    {
        const auto               tokens = tokenizer_.tokenize(text, language_);
        const auto               act    = find_speech_act(tokens, tokenizer_);
        std::vector<double>      own(nodes_.size());
        std::unordered_set<term> seen;
        for_each_term(tokens, message_of(tokens), [&](term key) {
            if (seen.insert(key).second) add_scores(key, own);
        });

        std::vector<ranked_option> ranked;
        for (auto& [position, stems] : topical_matches(tokens)) ranked.push_back({position, std::move(stems)});
        for (auto& option : ranked)
        {
            const auto& node = nodes_[option.position];
            option.score     = own[option.position];
            for (auto above = node.parent; above; above = nodes_[*above].parent)
                option.score += level_above_factor * own[*above];
            if (act && node.act) option.score *= *act == *node.act ? same_act_factor : 1 / same_act_factor;
            option.rank = option.score * std::pow(depth_factor, static_cast<double>(node.depth));
        }
        std::ranges::stable_sort(ranked, std::ranges::greater{}, &ranked_option::rank);
        return ranked;
    }

private:
    struct indexed_node
    {
        double                       length = 0; ///< sum of the weights of its words and pairs
        std::optional<std::uint32_t> parent = {};
        std::size_t                  depth  = 1;
        std::optional<speech_act>    act    = {};
    };
    struct occurrence
    {
        std::uint32_t node;
        float         weight     = 0;
        bool          is_topical = false;
    };

    text_analysis::language language_of(std::span<const option> options)
    {
        std::string names;
        for (const auto& option : options) names.append(feedback::on_one_line(option.path.back()->name)).append(". ");
        return tokenizer_.tokenize(names).detected_language.value_or(text_analysis::language::english);
    }

    /// The topical stems of the text that each node has, in the order of the nodes.
    std::map<std::size_t, std::unordered_set<std::uint32_t>> topical_matches(const tokenized_text& text) const
    {
        std::map<std::size_t, std::unordered_set<std::uint32_t>> matches;
        for (const auto stem : topical_stems(text))
            if (const auto entry = postings_.find(stem); entry != postings_.end())
                for (const auto& posting : entry->second)
                    if (posting.is_topical) matches[posting.node].insert(stem);
        return matches;
    }

    void add(const node& node, std::uint32_t position)
    {
        nodes_.emplace_back();
        add(node.name, name_weight, position);
        for (const auto& alias : node.aliases) add(alias, name_weight, position);
        add(node.description, 1, position);
        for (const auto& criterion : node.include) add(criterion, 1, position);
        for (const auto& example : node.examples) add(example, 1, position);
        total_length_ += nodes_.back().length;
    }

    void add(std::string_view text, double weight, std::uint32_t position)
    {
        const auto                        tokens = tokenizer_.tokenize(feedback::on_one_line(text), language_);
        std::unordered_set<std::uint32_t> topical;
        for (const auto& word : tokens.words)
            if (is_topical(word)) topical.insert(word.stem);
        for_each_term(tokens, tokens.sentences, [&](term key) {
            auto& list = postings_[key];
            if (list.empty() || list.back().node != position) list.push_back({.node = position});
            list.back().weight += static_cast<float>(weight);
            list.back().is_topical |= key <= UINT32_MAX && topical.contains(static_cast<std::uint32_t>(key));
            nodes_.back().length += weight;
        });
    }

    void add_scores(term key, std::vector<double>& scores) const
    {
        constexpr double k1 = 1.2, b = 0.75;
        const auto       entry = postings_.find(key);
        if (entry == postings_.end()) return;
        const auto count   = static_cast<double>(nodes_.size());
        const auto holders = static_cast<double>(entry->second.size());
        const auto rarity  = std::log(1 + (count - holders + 0.5) / (holders + 0.5));
        for (const auto& posting : entry->second)
        {
            const auto length = nodes_[posting.node].length * count / total_length_;
            scores[posting.node] += rarity * posting.weight * (k1 + 1) / (posting.weight + k1 * (1 - b + b * length));
        }
    }

    /// The speech act in the names of the path.
    std::optional<speech_act> act_of(const option& option)
    {
        std::string names;
        for (const auto* node : option.path) names.append(feedback::on_one_line(node->name)).append(" > ");
        return find_speech_act(tokenizer_.tokenize(names), tokenizer_);
    }

    tokenizer                                         tokenizer_;
    text_analysis::language                           language_; ///< of short names, which show none
    std::vector<indexed_node>                         nodes_;    ///< by the position of their options
    double                                            total_length_ = 0;
    std::unordered_map<term, std::vector<occurrence>> postings_;
};

picker::picker(std::span<const option> options)
    : index_{std::make_unique<index>(options)}
{}

picker::~picker() = default;

code_selection picker::pick(std::string_view text)
{
    constexpr double second_share = 0.6; // of the best score; bench_codes reads only the best option

    const auto     ranked = index_->rank(text);
    code_selection selection;
    for (const auto& option : ranked)
    {
        if (selection.selected.size() == 2 || option.score < ranked.front().score * second_share) break;
        // A second option must be a distinct idea: it matches other words of the text.
        const auto& matched = ranked.front().matched;
        if (selection.selected.empty() ||
            std::ranges::none_of(option.matched, [&](std::uint32_t stem) { return matched.contains(stem); }))
            selection.selected.push_back(static_cast<std::int64_t>(option.position));
    }
    return selection;
}

namespace {

/// A text of a level, with the share of its topical words that occur in a record.
struct matched_text
{
    std::size_t      level = 0;
    std::string_view kind;
    std::size_t      words   = 0;
    std::size_t      matched = 0; ///< words
    double           score   = 0;
};

/// Compares the texts of a level with a record.
class level_matcher
{
public:
    explicit level_matcher(std::string_view record)
        : tokens_{tokenizer_.tokenize(record)}
        , words_{tokens_, tokenizer_}
    {}

    /// The text of the node that fits best; none if its texts have no topical words.
    std::optional<matched_text> best_of(const node& node, std::size_t level)
    {
        std::optional<matched_text> best;
        const auto                  compare = [&](std::string_view kind, std::string_view text) {
            const auto result = match(level, kind, text);
            if (result.words != 0 && (!best || result.score > best->score)) best = result;
        };
        compare("name", node.name);
        for (const auto& alias : node.aliases) compare("alias", alias);
        compare("description", node.description);
        for (const auto& criterion : node.include) compare("criterion", criterion);
        for (const auto& example : node.examples) compare("example", example);
        return best;
    }

private:
    matched_text match(std::size_t level, std::string_view kind, std::string_view text)
    {
        const auto   stems = topical_stems(tokenizer_.tokenize(feedback::on_one_line(text), tokens_.detected_language));
        matched_text result{.level = level, .kind = kind, .words = stems.size()};
        double       shared = 0;
        for (const auto stem : stems)
            if (const auto likeness = words_.likeness(stem); likeness > 0) shared += likeness, ++result.matched;

        // Long texts list alternatives: two shared words of eight say more than a quarter.
        const auto share = stems.empty() ? 0 : shared / static_cast<double>(stems.size());
        result.score     = share >= 0.999 ? 1.0 : (share + 1 - std::pow(0.5, shared)) / 2;
        return result;
    }

    tokenizer                   tokenizer_;
    tokenized_text              tokens_;
    text_analysis::word_matcher words_;
};

} // namespace

level_score judge(std::string_view text, const option& path, std::size_t level)
{
    level_matcher               matcher{text};
    std::optional<matched_text> best;
    for (auto at = level; at <= path.path.size(); ++at)
        if (const auto own = matcher.best_of(*path.path[at - 1], at); own && (!best || own->score > best->score))
            best = own;
    for (auto at = level - 1; !best && at != 0; --at) best = matcher.best_of(*path.path[at - 1], at);
    if (!best) return {.score = 0, .explanation = "The code has no topical words to compare."};

    return {.score       = std::round(100 * std::clamp(best->score, 0.0, 1.0)) / 100,
            .explanation = std::to_string(best->matched) + " of the " + std::to_string(best->words) +
                           " topical words of the " + std::string{best->kind} + " of level " +
                           std::to_string(best->level) +
                           ", or words much like them, occur in the feedback; only wording was compared, not meaning."};
}

} // namespace verbatim::assign_codes::offline
