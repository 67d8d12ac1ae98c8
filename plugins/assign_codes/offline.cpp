#include "offline.hpp"

#include "verbatim/feedback/markup.hpp"
#include "verbatim/text_analysis/nearest_descriptions.hpp"
#include "verbatim/text_analysis/similarity.hpp"
#include "verbatim/text_analysis/tokenizer.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
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

// Chosen by bench_codes for the ranking by BM25 alone: on 1,000 records level 1 was right for 83.6 %, level 3 for 60.8
// %.

/// Of a word in a name or an alias, against one in another text. 1 and 4 have 83.1 % and 82.7 % at level 1.
constexpr double name_weight = 2;

/// Applied for each level above: it says less about a code than the code's own texts. 0 and 1 have 60.1 % and 59.5 % at
/// level 3.
constexpr double level_above_factor = 0.5;

/// Weights of a conditional logistic regression over the options, by bench/codes/fit: of the evidence, and of the
/// answer that no option is right.
struct evidence_weights
{
    double wording, meaning, words, act, none;
};
constexpr evidence_weights with_table{8.6, 4.1, 4.3, 0.43, 3.2}, without_table{12.8, 0, 0, 0.51, 2.5};

/// Added for each level of depth: of two options that fit alike, the finer one says more. 0 to 3 make no difference to
/// bench_codes.
constexpr double depth_weight = 0.5;

// Chosen while the held-out records of bench/codes/fit were looked at. Of the best of 12 codes below the first, 17 %
// are right held out, and 27 % of the development half. Of finest levels below the second, of 211 codes, 13 % in both.
constexpr double min_confidence       = 0.1;
constexpr double min_level_confidence = 0.05;

/// Of the best option over "none", for frameworks of few codes, chosen alike: of the best of 12 codes below it, 23 %
/// are right held out, and 31 % of the development half.
constexpr double min_odds = 0.25;

/// Of a further idea, and of one whose topical words no picked option has.
constexpr double min_further_confidence  = 0.15;
constexpr double min_distinct_confidence = 0.05;

using topical_words = std::unordered_set<std::uint32_t>; ///< stems

/// How a text compares with all options.
struct assessment
{
    std::vector<topical_words> shared;     ///< by option, like the others
    std::vector<double>        scores;     ///< over `none`: the logarithm of an odds
    std::vector<double>        confidence; ///< of an option or one below it, 0..1
};

} // namespace

/// An inverted index of the nodes, ranked by BM25 (Robertson and Zaragoza, 2009) with the usual parameters.
class picker::index
{
public:
    index(std::span<const option> options, const sdk::word_vectors* words)
        : language_{language_of(options)}
        , has_words_{words != nullptr}
        , nearest_{texts_of(options), words, tokenizer_}
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

    /// In the order of the options; none for an option that has nothing in common with the text. `shared` are their
    /// topical words.
    std::vector<std::optional<option_evidence>> evidence(std::string_view text, std::vector<topical_words>& shared)
    {
        const auto               tokens    = tokenizer_.tokenize(text, language_);
        const auto               sentences = message_of(tokens);
        const auto               act       = find_speech_act(tokens, tokenizer_);
        std::vector<double>      own(nodes_.size());
        std::unordered_set<term> seen;
        double                   most = 1e-9;
        for_each_term(tokens, sentences, [&](term key) {
            if (seen.insert(key).second) most += add_scores(key, own);
        });
        const auto likenesses = nearest_.compare(tokens, sentences);
        shared                = topical_matches(tokens);

        std::vector<std::optional<option_evidence>> result(nodes_.size());
        for (std::size_t n = 0; n != nodes_.size(); ++n)
        {
            const auto is_near = has_words_ && (likenesses[n].words > 0 || likenesses[n].meaning > 0);
            if (shared[n].empty() && !is_near) continue;
            const auto& node  = nodes_[n];
            auto        score = own[n];
            for (auto above = node.parent; above; above = nodes_[*above].parent)
                score += level_above_factor * own[*above];
            result[n] = {.wording = score / most,
                         .meaning = likenesses[n].meaning,
                         .words   = likenesses[n].words,
                         .act     = !act || !node.act ? 0.0 : (*act == *node.act ? 1.0 : -1.0)};
        }
        return result;
    }

    /// Keeps the result for the next call with the same text.
    const assessment& assess(std::string_view text)
    {
        if (assessed_ && assessed_text_ == text) return *assessed_;
        const auto&                weights = has_words_ ? with_table : without_table;
        std::vector<topical_words> shared;
        const auto                 all = evidence(text, shared);
        assessment                 result{std::move(shared),
                          std::vector<double>(nodes_.size(), -std::numeric_limits<double>::infinity()),
                          std::vector<double>(nodes_.size())};
        double                     total = 1; // of "none"
        for (std::size_t n = 0; n != nodes_.size(); ++n)
        {
            if (!all[n]) continue;
            result.scores[n] = weights.wording * all[n]->wording + weights.meaning * all[n]->meaning +
                               weights.words * all[n]->words + weights.act * all[n]->act +
                               depth_weight * static_cast<double>(nodes_[n].depth) - weights.none;
            total += result.confidence[n] = std::exp(result.scores[n]);
        }
        for (auto n = nodes_.size(); n-- != 0;) // children follow their parents
        {
            if (nodes_[n].parent) result.confidence[*nodes_[n].parent] += result.confidence[n];
            result.confidence[n] /= total;
        }
        assessed_text_ = text;
        return assessed_.emplace(std::move(result));
    }

    std::optional<std::uint32_t> parent(std::size_t n) const { return nodes_[n].parent; }

    bool is_above(std::size_t above, std::size_t n) const
    {
        for (auto at = parent(n); at; at = parent(*at))
            if (*at == above) return true;
        return false;
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

    /// The topical stems of the text that each node has.
    std::vector<topical_words> topical_matches(const tokenized_text& text) const
    {
        std::vector<topical_words> matches(nodes_.size());
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

    /// Returns the most that the term can add to a score.
    double add_scores(term key, std::vector<double>& scores) const
    {
        constexpr double k1 = 1.2, b = 0.75;
        const auto       entry   = postings_.find(key);
        const auto       count   = static_cast<double>(nodes_.size());
        const auto       holders = entry == postings_.end() ? 0 : static_cast<double>(entry->second.size());
        const auto       rarity  = std::log(1 + (count - holders + 0.5) / (holders + 0.5));
        if (holders == 0) return key <= UINT32_MAX ? rarity : 0;
        for (const auto& posting : entry->second)
        {
            const auto length = nodes_[posting.node].length * count / total_length_;
            scores[posting.node] += rarity * posting.weight * (k1 + 1) / (posting.weight + k1 * (1 - b + b * length));
        }
        return rarity;
    }

    static std::vector<text_analysis::nearest_descriptions::texts> texts_of(std::span<const option> options)
    {
        std::vector<text_analysis::nearest_descriptions::texts> all;
        for (const auto& option : options)
        {
            const auto& node  = *option.path.back();
            auto&       texts = all.emplace_back();
            texts.push_back(node.name);
            texts.insert(texts.end(), node.aliases.begin(), node.aliases.end());
            texts.push_back(node.description);
            texts.insert(texts.end(), node.include.begin(), node.include.end());
            texts.insert(texts.end(), node.examples.begin(), node.examples.end());
        }
        return all;
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
    bool                                              has_words_;
    text_analysis::nearest_descriptions               nearest_;
    double                                            total_length_ = 0;
    std::unordered_map<term, std::vector<occurrence>> postings_;
    std::optional<assessment>                         assessed_;
    std::string                                       assessed_text_;
};

/// An index for one thread.
class picker::lease
{
public:
    explicit lease(picker& owner)
        : owner_{owner}
    {
        {
            const std::scoped_lock lock{owner.mutex_};
            if (!owner.idle_.empty())
            {
                index_ = std::move(owner.idle_.back());
                owner.idle_.pop_back();
            }
        }
        if (!index_) index_ = std::make_unique<index>(owner.options_, owner.words_);
    }

    ~lease()
    {
        const std::scoped_lock lock{owner_.mutex_};
        owner_.idle_.push_back(std::move(index_));
    }

    lease(const lease&)            = delete;
    lease& operator=(const lease&) = delete;

    index* operator->() const { return index_.get(); }

private:
    picker&                owner_;
    std::unique_ptr<index> index_;
};

picker::picker(std::span<const option> options, const sdk::word_vectors* words)
    : options_{options}
    , words_{words}
{}

picker::~picker() = default;

std::vector<option_evidence> picker::evidence(std::string_view text)
{
    const lease                  index{*this};
    std::vector<topical_words>   shared;
    std::vector<option_evidence> result;
    for (const auto& entry : index->evidence(text, shared)) result.push_back(entry.value_or(option_evidence{}));
    return result;
}

code_selection picker::pick(std::string_view text)
{
    const lease              index{*this};
    const auto&              assessed = index->assess(text);
    std::vector<std::size_t> ranked;
    for (std::size_t n = 0; n != options_.size(); ++n)
        if (std::isfinite(assessed.scores[n])) ranked.push_back(n);
    std::ranges::stable_sort(ranked, std::ranges::greater{}, [&](std::size_t n) { return assessed.scores[n]; });

    code_selection selection;
    const auto     is_related = [&](std::size_t n) {
        return std::ranges::any_of(selection.selected, [&](std::int64_t other) {
            const auto m = static_cast<std::size_t>(other);
            return m == n || index->is_above(m, n) || index->is_above(n, m);
        });
    };
    topical_words known; // of the picked options
    const auto    is_distinct = [&](std::size_t n) {
        const auto& shared = assessed.shared[n];
        return !shared.empty() &&
               std::ranges::none_of(shared, [&](std::uint32_t stem) { return known.contains(stem); });
    };
    for (auto n : ranked)
    {
        const auto confidence = assessed.confidence[n];
        if (selection.selected.empty())
        {
            auto broadest = n;
            while (index->parent(broadest)) broadest = *index->parent(broadest);
            if (assessed.confidence[broadest] < min_confidence || std::exp(assessed.scores[n]) < min_odds) break;
            while (assessed.confidence[n] < min_level_confidence && index->parent(n)) n = *index->parent(n);
        }
        else
        {
            // A broad code of another branch may be likelier than the best one, but says less.
            const auto first = assessed.confidence[static_cast<std::size_t>(selection.selected.front())];
            const auto least = is_distinct(n) ? min_distinct_confidence : min_further_confidence;
            if (confidence < least || confidence > first || is_related(n)) continue;
        }
        known.insert(assessed.shared[n].begin(), assessed.shared[n].end());
        selection.selected.push_back(static_cast<std::int64_t>(n));
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

/// What the words of the text have in common with a level of the path, or one below it.
std::string explain(std::string_view text, const option& path, std::size_t level)
{
    level_matcher               matcher{text};
    std::optional<matched_text> best;
    for (auto at = level; at <= path.path.size(); ++at)
        if (const auto own = matcher.best_of(*path.path[at - 1], at); own && (!best || own->score > best->score))
            best = own;
    if (!best || best->matched == 0)
        return "The feedback and the code share no topical words; their words were compared by their usual meaning, "
               "and "
               "no sentence was understood.";
    return std::to_string(best->matched) + " of the " + std::to_string(best->words) + " topical words of the " +
           std::string{best->kind} + " of level " + std::to_string(best->level) +
           ", or words much like them, occur in the feedback; words were compared, and no sentence was understood.";
}

} // namespace

level_score picker::judge(std::string_view text, const option& path, std::size_t level)
{
    const lease index{*this};
    auto        node = static_cast<std::size_t>(&path - options_.data());
    for (auto depth = path.path.size(); depth != level; --depth) node = *index->parent(node);
    return {.score       = std::round(100 * index->assess(text).confidence[node]) / 100,
            .explanation = explain(text, path, level)};
}

} // namespace verbatim::assign_codes::offline
