#pragma once

#include "document_counts.hpp"
#include "theme_groups.hpp"

#include "verbatim/text_analysis/sentences.hpp"
#include "verbatim/text_analysis/tokenizer.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace verbatim::text_analysis {

/// Titles, sentences and sub-themes of groups of phrases. Borrows its arguments.
class theme_texts
{
public:
    /// `preferred`: the language of the texts where a group has documents of it, otherwise that of most.
    theme_texts(const grouping& records, const tokenizer& tokenizer, std::optional<language> preferred);

    /// A shortened sentence with the phrase and most of the frequent words; empty without one.
    std::string sentence_with(const phrase& named) const;

    /// One or two phrases of one language that are central and distinctive.
    std::vector<const phrase*> title_phrases(const phrase_group& group) const;

    /// The phrase as titles have it: after the word of a lack that stands before most of its occurrences.
    std::string title_of(const phrase& named) const;

    /// Narrower themes in the language of the title, or none: phrases whose documents are nearer to each other than
    /// those of the group. They share no words with each other, and have words that the title does not have.
    std::vector<sub_theme> sub_themes(const phrase_group& group, const std::vector<const phrase*>& title) const;

private:
    language    language_of_title(const std::vector<std::uint32_t>& members) const;
    std::string lack_before(const phrase& named) const;
    double      weight_of(std::uint32_t stem) const;

    const grouping&         records_;
    const tokenizer&        tokenizer_;
    std::optional<language> preferred_;
    boilerplate             skipped_;
    document_counts         counts_;
};

} // namespace verbatim::text_analysis
