#include "privacy/name_trie.hpp"

namespace verbatim::core::privacy {

namespace {

bool joins_name_words(gap between) noexcept
{
    return between == gap::space || between == gap::hyphen || between == gap::apostrophe || between == gap::none ||
           between == gap::line || between == gap::stop;
}

} // namespace

void name_trie::add(std::span<const std::uint64_t> words)
{
    std::uint32_t node = 0;
    for (const auto word : words)
    {
        const auto [child, created] =
            children_.try_emplace({.word = word, .parent = node}, static_cast<std::uint32_t>(ends_name_.size()));
        if (created) ends_name_.push_back(false);
        node = child->second;
    }
    ends_name_[node] = true;
}

std::size_t name_trie::longest_at(std::span<const token> tokens, std::size_t first) const noexcept
{
    auto          last = first;
    std::uint32_t node = 0;
    for (auto i = first; i != tokens.size() && (i == first || joins_name_words(tokens[i].before)); ++i)
    {
        const auto child = children_.find({.word = tokens[i].hash, .parent = node});
        if (child == children_.end()) break;
        node = child->second;
        if (ends_name_[node]) last = i + 1;
    }
    return last;
}

} // namespace verbatim::core::privacy
