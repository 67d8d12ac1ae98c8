#include "codings.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace verbatim::coding_agreement {

namespace {

void sort_unique(code_set& codes)
{
    std::ranges::sort(codes);
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
}

/// Keeps the highest confidence of each code.
void sort_unique(std::vector<scored_code>& scored)
{
    std::ranges::sort(scored, [](const scored_code& left, const scored_code& right) {
        return left.code != right.code ? left.code < right.code : left.confidence > right.confidence;
    });
    const auto is_same = [](const scored_code& left, const scored_code& right) { return left.code == right.code; };
    scored.erase(std::unique(scored.begin(), scored.end(), is_same), scored.end());
}

struct content_less
{
    bool operator()(const code_set* left, const code_set* right) const { return *left < *right; }
};

} // namespace

code_id code_tree::add(std::span<const std::string> path)
{
    code_id     code  = no_code;
    std::size_t level = 0;
    for (const auto& name : path)
    {
        const auto [entry, is_new] = by_name_.try_emplace({code, name}, static_cast<code_id>(nodes_.size()));
        if (is_new) nodes_.push_back({code, level + 1, name});
        code = entry->second;
        ++level;
    }
    levels_ = std::max(levels_, level);
    return code;
}

code_id code_tree::at_level(code_id code, std::size_t level) const noexcept
{
    while (code != no_code && nodes_[code].level > level) code = nodes_[code].parent;
    return code != no_code && nodes_[code].level == level ? code : no_code;
}

std::vector<std::string> code_tree::path(code_id code) const
{
    std::vector<std::string> names;
    for (; code != no_code; code = nodes_[code].parent) names.emplace_back(nodes_[code].name);
    std::ranges::reverse(names);
    return names;
}

void code_tree::sort()
{
    ranks_.resize(nodes_.size());
    std::size_t rank = 0;
    sort_below(no_code, rank);
}

void code_tree::sort_below(code_id parent, std::size_t& rank)
{
    for (auto child = by_name_.lower_bound({parent, {}}); child != by_name_.end() && child->first.first == parent;
         ++child)
    {
        ranks_[child->second] = ++rank;
        sort_below(child->second, rank);
    }
}

std::vector<coded_paths> read_paths(std::span<const coded_record> records, code_tree& tree)
{
    std::vector<coded_paths> result;
    result.reserve(records.size());
    for (const auto& record : records)
    {
        auto& paths = result.emplace_back();
        for (const auto& code : record.human) paths.human.push_back(tree.add(code));
        if (record.second_human)
            for (const auto& code : *record.second_human) paths.second.push_back(tree.add(code));
        for (const auto& suggestion : record.suggested)
        {
            const auto code = tree.add(suggestion.code);
            paths.suggested.push_back(code);
            if (suggestion.confidence) paths.scored.push_back({code, *suggestion.confidence});
        }
    }
    tree.sort();
    return result;
}

std::vector<coding> codings_at(std::span<const coded_paths> records, const code_tree& tree,
                               std::optional<std::size_t> level)
{
    const auto at_level = [&](code_id code) { return level ? tree.at_level(code, *level) : code; };
    const auto add      = [&](code_id code, code_set& codes) {
        if (const auto ancestor = at_level(code); ancestor != no_code) codes.push_back(ancestor);
    };
    std::vector<coding> codings;
    codings.reserve(records.size());
    for (const auto& record : records)
    {
        auto& coding = codings.emplace_back();
        for (const auto code : record.human) add(code, coding.human);
        for (const auto code : record.suggested) add(code, coding.suggested);
        for (const auto code : record.second) add(code, coding.second);
        for (const auto& [code, confidence] : record.scored)
            if (const auto ancestor = at_level(code); ancestor != no_code)
                coding.scored.push_back({ancestor, confidence});
        sort_unique(coding.human);
        sort_unique(coding.suggested);
        sort_unique(coding.second);
        sort_unique(coding.scored);
    }
    return codings;
}

coding_pairs count_pairs(std::span<const coding> codings, std::span<const std::uint32_t> positions)
{
    coding_pairs                                                     result;
    std::map<const code_set*, std::uint32_t, content_less>           set_numbers;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> pair_numbers;

    const auto number_of = [&](const code_set& codes) {
        const auto [entry, is_new] = set_numbers.try_emplace(&codes, static_cast<std::uint32_t>(result.sets.size()));
        if (is_new) result.sets.push_back(&codes);
        return entry->second;
    };
    result.pair_of.reserve(positions.size());
    for (const auto position : positions)
    {
        const auto human           = number_of(codings[position].human);
        const auto suggested       = number_of(codings[position].suggested);
        const auto [entry, is_new] = pair_numbers.try_emplace({human, suggested}, result.pairs.size());
        if (is_new) result.pairs.push_back({human, suggested, 0});
        ++result.pairs[entry->second].count;
        result.pair_of.push_back(entry->second);
    }
    return result;
}

} // namespace verbatim::coding_agreement
