#pragma once

#include "privacy/lexicon.hpp"
#include "privacy/names.hpp"
#include "privacy/tokenizer.hpp"

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>

namespace verbatim::core::privacy {

inline constexpr std::size_t max_name_words = 6; // words

/// The surroundings of a name in an annotated text. Borrows the text. A position past the last token has no roles.
class name_cues
{
public:
    explicit name_cues(const tokenized_text& text)
        : text_(text)
        , tokens_(text.tokens)
    {}

    std::span<const token> tokens() const noexcept { return tokens_; }
    std::string_view       text() const noexcept { return text_.text; }

    std::string_view word(std::size_t i) const { return text_.text_of(tokens_[i]); }

    std::uint64_t roles(std::size_t i) const noexcept { return i < tokens_.size() ? tokens_[i].roles : 0; }

    /// Whether the word or phrase before token `i` has one of the roles, with one of the gaps between.
    bool preceded_by(std::size_t i, std::uint64_t expected_roles,
                     std::initializer_list<gap> allowed_gaps) const noexcept;

    /// "Prof.": a full stop after it ends no sentence.
    bool is_abbreviated_title(std::size_t i) const noexcept;

    /// "Mr. Hill", "le docteur Ba". A single letter is a title only as a capital: "M. Hill", not "I'm".
    bool has_title_before(std::size_t i) const noexcept;

    /// A label of a form stands before it: "Name: ", "Patient name - ", "Name of complainant: ".
    bool is_field_value(std::size_t i) const noexcept
    {
        return i != 0 && (tokens_[i - 1].cue & role::field) != 0 && follows_label(i);
    }

    /// A title, an introduction such as "my name is", a label, "From:" above a message, or "Best regards," above it.
    bool is_introduced(std::size_t i) const noexcept;

    /// "… said Ana", "Ana asks …" for the name [first, last).
    bool has_speech_verb(std::size_t first, std::size_t last) const noexcept;

    /// "Jatou, 38, from Kindia", "Jatou, woman, 38": an age follows.
    bool followed_by_age(std::size_t last) const noexcept;

    bool begins_sentence(std::size_t i) const noexcept;

private:
    bool follows_label(std::size_t i) const noexcept;
    bool is_mail_address(std::size_t i) const noexcept;
    bool is_signature(std::size_t i) const noexcept;
    bool is_care_of(std::size_t i) const noexcept;

    std::string_view before(std::size_t i) const noexcept; ///< the characters between token `i` and the one before

protected:
    const tokenized_text&  text_;
    std::span<const token> tokens_;
};

enum class surname_evidence
{
    none,
    weak,   ///< also ends other words; counts beside another name
    strong, ///< ends few words but family names
};

/// Whether a word ends like a family name: -enko, -ović, -sson, -shvili …
surname_evidence surname_evidence_of(std::string_view word);

/// The name that begins at token `i`, a word of a script without capitals, by lists and cues only.
std::optional<name_match> find_caseless_name(const name_cues& cues, std::size_t i);

} // namespace verbatim::core::privacy
