#pragma once

#include "verbatim/text_analysis/corpus.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace verbatim::text_analysis {

/// The number of documents with each stem.
inline std::vector<std::uint32_t> count_documents_by_stem(const corpus& corpus, std::size_t stems)
{
    constexpr std::uint32_t    no_document = 0xFFFFFFFF;
    std::vector<std::uint32_t> counts(stems, 0), last(stems, no_document);
    for (std::uint32_t at = 0; at < corpus.documents.size(); ++at)
        for (const auto& token : corpus.documents[at].content.words)
            if (last[token.stem] != at) last[token.stem] = at, ++counts[token.stem];
    return counts;
}

} // namespace verbatim::text_analysis
