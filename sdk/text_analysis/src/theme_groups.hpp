#pragma once

#include "verbatim/text_analysis/corpus.hpp"
#include "verbatim/text_analysis/directions.hpp"
#include "verbatim/text_analysis/phrases.hpp"
#include "verbatim/text_analysis/question.hpp"
#include "verbatim/text_analysis/themes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::text_analysis {

/// Documents of a corpus, in a bit each.
class document_set
{
public:
    explicit document_set(std::size_t documents)
        : bits_((documents + 63) / 64)
    {}

    void add(std::uint32_t document) { bits_[document / 64] |= std::uint64_t{1} << (document % 64); }

    void add(const std::vector<std::uint32_t>& documents)
    {
        for (const auto at : documents) add(at);
    }

    std::size_t count(const std::vector<std::uint32_t>& documents) const
    {
        return static_cast<std::size_t>(
            std::ranges::count_if(documents, [&](std::uint32_t at) { return bits_[at / 64] >> (at % 64) & 1U; }));
    }

    std::size_t size() const { return common(*this); }

    std::size_t common(const document_set& other) const
    {
        std::size_t count = 0;
        for (std::size_t at = 0; at < bits_.size(); ++at)
            count += static_cast<std::size_t>(std::popcount(bits_[at] & other.bits_[at]));
        return count;
    }

    std::vector<std::uint32_t> members() const
    {
        std::vector<std::uint32_t> all;
        for (std::size_t at = 0; at < bits_.size(); ++at)
            for (auto rest = bits_[at]; rest != 0; rest &= rest - 1)
                all.push_back(static_cast<std::uint32_t>(at * 64) + static_cast<std::uint32_t>(std::countr_zero(rest)));
        return all;
    }

private:
    std::vector<std::uint64_t> bits_;
};

/// Phrases that make a theme.
struct phrase_group
{
    std::vector<const phrase*> phrases; ///< the first one names it
    std::optional<std::size_t> topic;   ///< of its words
    document_set               documents;
    std::size_t                count            = 0;
    bool                       matches_question = false;
};

/// Whether a phrase or word is in too many documents to distinguish any. Of less than a dozen documents, 70 % are too
/// few to say so.
inline bool is_ubiquitous(std::size_t holders, std::size_t documents)
{
    return documents >= 12 && holders * 10 > documents * 7;
}

/// How many documents hold each word of the question. Documents and stems are those of words that are not ubiquitous.
struct question_terms
{
    document_set                                 documents;
    std::set<std::pair<language, std::uint32_t>> stems;
    std::vector<named_count>                     counts;
    std::vector<std::string>                     missing;
};

/// Its own, or that of most documents.
language language_of(const document& document, const corpus& corpus);

question_terms find_question_terms(const question& question, const corpus& corpus);

/// Whether every shared phrase is in nearly all documents: then these phrases are the themes.
bool are_alike(const std::vector<phrase>& phrases, std::size_t documents);

using language_counts = std::array<std::size_t, language_count>;

language_counts count_languages(const corpus& corpus);

/// The phrases of a corpus, and the data that groups of them are made from.
struct grouping
{
    const std::vector<phrase>& phrases;
    const corpus&              records;
    language_counts            documents;
    const document_directions* directions; ///< null: only words are compared
};

/// Groups of the question first, then the most frequent ones, then phrases that are only loosely connected with one.
std::vector<phrase_group> group_phrases(const grouping& source, bool alike, const question_terms& terms,
                                        std::size_t max_groups);

/// Phrases of one language that documents share more often than chance explains: positions in a list of phrases,
/// ascending.
using phrase_cluster = std::vector<std::size_t>;

/// Divides the phrases into clusters, in the order of their first phrases. Time grows with the square of the number of
/// phrases of a language, and with the phrases of each document.
std::vector<phrase_cluster> cluster_phrases(const std::vector<phrase>& phrases, const corpus& corpus);

} // namespace verbatim::text_analysis
