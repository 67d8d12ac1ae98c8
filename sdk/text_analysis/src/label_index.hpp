#pragma once

#include "verbatim/text_analysis/corpus.hpp"
#include "verbatim/text_analysis/themes.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::text_analysis {

/// The labels of all documents as numbers: records may have a hundred each, and most labels may occur once. Numbers by
/// sorting, because a hash table takes three times the memory.
class label_index
{
public:
    /// Borrows the corpus.
    explicit label_index(const corpus& corpus);

    /// In the order of the document.
    std::span<const std::uint32_t> of(std::uint32_t document) const
    {
        const auto begin = document == 0 ? 0 : ends_[document - 1];
        return std::span{labels_}.subspan(begin, ends_[document] - begin);
    }

    std::string_view name(std::uint32_t label) const { return occurrences_[examples_[label]]; }

    /// For each label, how many of these documents have it.
    std::vector<std::uint32_t> count(const std::vector<std::uint32_t>& documents) const;

private:
    std::vector<std::string_view> occurrences_; ///< labels of all documents, one after another
    std::vector<std::uint32_t>    labels_;      ///< the same as numbers
    std::vector<std::uint32_t>    examples_;    ///< an occurrence of each number
    std::vector<std::size_t>      ends_;        ///< in labels_, by document
};

/// The label of at least 60 % of the members with its count, otherwise empty.
std::string common_label(const std::vector<std::uint32_t>& members, const label_index& labels);

/// The most frequent labels; equal ones by name.
std::vector<named_count> count_labels(const label_index& labels, std::size_t documents);

} // namespace verbatim::text_analysis
