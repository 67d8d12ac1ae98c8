#pragma once

#include "verbatim/text_analysis/tokenizer.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace verbatim::text_analysis {

/// The words of a question that name its subject: no grammar, no wording of analysts such as `main themes`. Borrows its
/// tokenizer.
class question
{
public:
    question(std::string_view text, tokenizer& tokenizer);

    /// In lower case; placeholders as they are. Empty if the question names no subject.
    const std::vector<std::string>& words() const noexcept { return words_; }

    std::optional<language> detected_language() const noexcept { return language_; }

    /// Whether it asks for a comparison, such as "What is the difference between ...?".
    bool asks_comparison() const noexcept { return asks_comparison_; }

    /// Whether it asks for changes over time, such as "What has changed?".
    bool asks_change() const noexcept { return asks_change_; }

    /// The position in words() of a word of the document, in any inflection. Words of different languages are the same
    /// only if they are spelled alike: `familias` is not `families`.
    std::optional<std::size_t> find(const tokenized_text& document, const word& token) const;

    bool occurs_in(const tokenized_text& document) const;

private:
    const tokenizer*                                                           tokenizer_;
    std::optional<language>                                                    language_;
    bool                                                                       asks_comparison_ = false;
    bool                                                                       asks_change_     = false;
    std::vector<std::string>                                                   words_;
    std::array<std::unordered_map<std::uint32_t, std::size_t>, stems_per_word> by_stem_; ///< positions in words_
};

} // namespace verbatim::text_analysis
