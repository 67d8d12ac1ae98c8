#pragma once

#include "privacy/tokenizer.hpp"

#include <boost/unordered/unordered_flat_map.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace verbatim::core::privacy {

/// Full names as a trie of the hashes of their words, so that a search takes the same time however many names begin
/// alike. [any thread] after the last `add`.
class name_trie
{
public:
    void add(std::span<const std::uint64_t> words);

    bool empty() const noexcept { return children_.empty(); }

    /// The end of the longest name that begins with token `first`, in any case; `first` if there is none. Reads at most
    /// as many tokens as the longest name has.
    std::size_t longest_at(std::span<const token> tokens, std::size_t first) const noexcept;

private:
    struct edge
    {
        std::uint64_t word   = 0;
        std::uint32_t parent = 0;

        friend bool operator==(const edge&, const edge&) = default;
    };
    struct edge_hash
    {
        using is_avalanching = void;
        std::size_t operator()(const edge& key) const noexcept { return hash_step(key.word, key.parent); }
    };

    boost::unordered_flat_map<edge, std::uint32_t, edge_hash> children_;
    std::vector<bool>                                         ends_name_ = {false}; ///< by node; node 0 is the root
};

} // namespace verbatim::core::privacy
