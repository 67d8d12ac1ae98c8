#include "privacy/codes.hpp"

#include "privacy/checksums.hpp"
#include "privacy/kinds.hpp"
#include "privacy/letters.hpp"
#include "privacy/number_context.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <string>

namespace verbatim::core::privacy {

namespace {

/// An IBAN that begins with this token, in one piece or in groups with single blanks or hyphens.
std::optional<sdk::detected_entity> read_iban(const tokenized_text& text, const token& first)
{
    const auto length = iban_length(text.text.substr(first.begin, 2));
    if (length == 0) return {};
    std::string compact;
    auto        at    = first.begin;
    bool        blank = true;
    while (at < text.text.size() && compact.size() < static_cast<std::size_t>(length))
    {
        const auto c = sdk::utf8::decode(text.text, at);
        if (sdk::ascii::is_alphanumeric(c.value))
        {
            compact += static_cast<char>(c.value);
            blank = false;
        }
        else if (blank || !c.valid || (c.value != U' ' && c.value != U'-' && c.value != 0x00A0)) return {};
        else blank = true;
        at = c.end;
    }
    const bool cut = at < text.text.size() && class_of(sdk::utf8::decode(text.text, at).value) != char_class::none;
    if (cut || !passes_iban(compact)) return {};
    return sdk::detected_entity{.begin = first.begin, .end = at, .kind = kind::iban_code, .score = 1.0};
}

} // namespace

std::optional<sdk::detected_entity> read_code(const tokenized_text& text, std::size_t at)
{
    const auto& token        = text.tokens[at];
    const auto  word         = text.text.substr(token.begin, token.end - token.begin);
    const auto  make_finding = [&](std::string_view kind, double score) {
        return sdk::detected_entity{.begin = token.begin, .end = token.end, .kind = kind, .score = score};
    };

    if (word.size() >= 4 && sdk::ascii::is_digit(word[2]))
        if (auto iban = read_iban(text, token)) return iban;
    if (word.size() >= 26 && word.size() <= 90 && is_crypto_address(word)) return make_finding(kind::crypto, 1.0);
    if (token.letters < 6 || token.letters > 18 || word.size() != token.letters || token.before == gap::hyphen)
        return {};

    const auto digits = std::ranges::count_if(word, sdk::ascii::is_digit);
    if (passes_dea(word)) return make_finding(kind::medical_license, 0.7);
    if (digits < 4) return {};
    const auto context = number_context_of(text, at, at + 1);
    if (context.indicates(role::passport) && word.size() <= 10) return make_finding(kind::us_passport, 0.75);
    if (context.indicates(role::driver)) return make_finding(kind::us_driver_license, 0.75);
    if (context.indicates(role::licence)) return make_finding(kind::medical_license, 0.6);
    return {};
}

} // namespace verbatim::core::privacy
