#pragma once

#include "privacy/digit_run.hpp"
#include "privacy/number_context.hpp"
#include "privacy/tokenizer.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace verbatim::core::privacy {

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

} // namespace verbatim::core::privacy
