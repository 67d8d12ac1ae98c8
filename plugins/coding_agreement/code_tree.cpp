#include "code_tree.hpp"

#include <algorithm>

namespace verbatim::coding_agreement {

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

} // namespace verbatim::coding_agreement
