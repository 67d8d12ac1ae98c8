#pragma once

#include "verbatim/text_analysis/corpus.hpp"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace verbatim::text_analysis {

/// The number of documents with each stem. A corpus that has few of the stems of its tokenizer takes memory and time
/// for its own words only: a large corpus may be counted in many parts.
class document_counts
{
public:
    document_counts(const corpus& corpus, std::size_t stems)
    {
        std::size_t words = 0;
        for (const auto& document : corpus.documents) words += document.content.words.size();
        if (stems <= max_stems_per_word * words) dense_.resize(stems);
        else rare_.reserve(words);
        is_dense_ = !dense_.empty();
        for (std::uint32_t at = 0; at < corpus.documents.size(); ++at)
            for (const auto& token : corpus.documents[at].content.words)
                if (auto& [count, after] = is_dense_ ? dense_[token.stem] : rare_[token.stem]; after != at + 1)
                    ++count, after = at + 1;
    }

    std::uint32_t operator[](std::uint32_t stem) const
    {
        if (is_dense_) return stem < dense_.size() ? dense_[stem].count : 0;
        const auto held = rare_.find(stem);
        return held == rare_.end() ? 0 : held->second.count;
    }

private:
    /// An entry of the table of all stems costs a fraction of one of the hash table.
    static constexpr std::size_t max_stems_per_word = 8;

    struct tally
    {
        std::uint32_t count = 0;
        std::uint32_t after = 0; ///< the last document with it, plus 1
    };

    bool                                     is_dense_ = false;
    std::vector<tally>                       dense_;
    std::unordered_map<std::uint32_t, tally> rare_;
};

} // namespace verbatim::text_analysis
