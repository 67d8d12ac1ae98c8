#pragma once

#include "privacy/digit_run.hpp"
#include "privacy/lexicon.hpp"
#include "privacy/tokenizer.hpp"

#include "verbatim/sdk/anonymizer.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

/// What numbers.cpp asks about one number.
namespace verbatim::core::privacy {

/// The kind of a number by the words near it.
struct number_context
{
    std::uint64_t nearest  = 0; ///< roles of the nearest word before it that names a kind of number
    std::size_t   distance = 0; ///< of that word, in words
    bool          phone    = false;

    bool indicates(std::uint64_t roles) const noexcept { return (nearest & roles) != 0; }
};

/// Reads eight words before the tokens [first, last) and four after them.
number_context number_context_of(const tokenized_text& text, std::size_t first, std::size_t last);

/// The score of the first `groups` groups as a phone number, 0 to 1; 0 if they are none. `has_phone_cue`: a word near
/// them names a phone.
double phone_score(const digit_run& run, std::size_t groups, bool has_phone_cue);

/// Whether the run begins with a phone number of seven digits or more.
bool begins_with_phone(const digit_run& run, bool has_phone_cue);

/// Whether ASCII digits in one piece are a phone number with its international or national prefix.
bool is_whole_phone(std::string_view digits, bool has_plus) noexcept;

/// A number that an authority, an insurer or a manufacturer issued: the first `groups` groups of a run.
struct identity_number
{
    std::size_t      groups = 0;
    std::string_view kind;
    double           score = 0;
};

/// Whether an authority issues numbers of this kind with so many digits, or digits and letters.
bool has_issued_length(std::string_view kind, std::size_t size) noexcept;

/// By a form that no other number has, or by the word in `context` that names the kind. Behind such a word the length
/// suffices, since a mistyped number identifies a person too.
std::optional<identity_number> find_identity_number(const digit_run& run, const number_context& context);

/// The kind of number that the word in `context` names, if the word is near; empty if it names none.
std::string_view identity_kind(const number_context& context) noexcept;

/// The identity number with letters that token `at` ends: a UNHCR case (123-45C67890) or a Kenyan tax number
/// (A123456789B).
std::optional<sdk::detected_entity> read_identity_code(const tokenized_text& text, std::size_t at);

/// The identifier that token `at`, a word of letters and digits, is or begins: an IBAN, a wallet address, an
/// identity number, a passport, a driver's or a medical license, or a phone number that a word of `words` is glued to.
std::optional<sdk::detected_entity> read_code(const tokenized_text& text, const lexicon& words, std::size_t at);

} // namespace verbatim::core::privacy
