#include "privacy/codes.hpp"

#include "privacy/checksums.hpp"
#include "privacy/kinds.hpp"
#include "privacy/letters.hpp"
#include "privacy/number_context.hpp"

#include <algorithm>
#include <string>

namespace verbatim::core::privacy {

namespace {

/// An IBAN that begins with this token, its groups separated by single blanks or not at all.
std::optional<sdk::finding> read_iban(const scanned& text, const token& first)
{
    const auto length = iban_length(text.text.substr(first.begin, 2));
    if (length == 0) return {};
    std::string compact;
    auto        at    = first.begin;
    bool        blank = true;
    while (at < text.text.size() && compact.size() < static_cast<std::size_t>(length))
    {
        const auto c = decode(text.text, at);
        if (c.value < 0x80 && (kind_of(c.value) == letter::digit || kind_of(c.value) == letter::lower ||
                               kind_of(c.value) == letter::upper))
        {
            compact += static_cast<char>(c.value);
            blank = false;
        }
        else if (blank || !c.valid || (c.value != U' ' && c.value != U'-' && c.value != 0x00A0)) return {};
        else blank = true;
        at = c.next;
    }
    const bool cut = at < text.text.size() && kind_of(decode(text.text, at).value) != letter::none;
    if (cut || !passes_iban(compact)) return {};
    return sdk::finding{.begin = first.begin, .end = at, .kind = kind::iban_code, .score = 1.0};
}

} // namespace

std::optional<sdk::finding> read_code(const scanned& text, std::size_t at)
{
    const auto& one  = text.tokens[at];
    const auto  word = text.text.substr(one.begin, one.end - one.begin);
    const auto  made = [&](std::string_view what, double score) {
        return sdk::finding{.begin = one.begin, .end = one.end, .kind = what, .score = score};
    };

    if (word.size() >= 4 && word[2] >= '0' && word[2] <= '9')
        if (auto iban = read_iban(text, one)) return iban;
    if (word.size() >= 26 && word.size() <= 90 && is_crypto_address(word)) return made(kind::crypto, 1.0);
    if (one.letters < 6 || one.letters > 18 || word.size() != one.letters || one.before == gap::hyphen) return {};

    const auto digits = std::ranges::count_if(word, [](char c) { return c >= '0' && c <= '9'; });
    if (passes_dea(word)) return made(kind::medical_license, 0.7);
    if (digits < 4) return {};
    const auto near = context_of(text, at, at + 1);
    if (near.says(role::passport) && word.size() <= 10) return made(kind::us_passport, 0.75);
    if (near.says(role::driver)) return made(kind::us_driver_license, 0.75);
    if (near.says(role::licence)) return made(kind::medical_license, 0.6);
    return {};
}

} // namespace verbatim::core::privacy
