#include "privacy/number_readers.hpp"

#include "privacy/checksums.hpp"
#include "privacy/kinds.hpp"
#include "privacy/letters.hpp"
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

/// The IBAN in a word such as "IBANNL91ABNA0417164300" or "NL91ABNA0417164300failed", whose blanks are missing. The
/// letters around it may be of any script.
std::optional<sdk::detected_entity> read_glued_iban(std::string_view word, std::size_t begin)
{
    const auto digit = word.find_first_of("0123456789");
    if (digit == word.npos || digit < 2 || !std::ranges::all_of(word.substr(digit - 2, 2), sdk::ascii::is_letter))
        return {};
    const auto start  = digit - 2;
    const auto length = static_cast<std::size_t>(iban_length(word.substr(start)));
    const auto rest   = word.size() - start;
    if (length == 0 || rest < length || !passes_iban(word.substr(start, length))) return {};
    const auto behind = word.substr(start + length);
    if (std::ranges::any_of(behind, sdk::ascii::is_digit)) return {};
    return sdk::detected_entity{
        .begin = begin + start, .end = begin + start + length, .kind = kind::iban_code, .score = 0.95};
}

/// The phone number in "0722345678or", "Tel0722345678" or "from0722345678or". A word for phones, before the number or
/// glued to it, suffices for any number. Words that name a record, and unknown ones, begin a record id.
std::optional<sdk::detected_entity> read_glued_phone(const tokenized_text& text, const lexicon& words, std::size_t at)
{
    constexpr std::size_t min_digits = 7, max_digits = 13;
    const auto&           glued = text.tokens[at];
    const auto            word  = text.text_of(glued);
    const auto            first = word.find_first_of("0123456789");
    if (first == word.npos) return {};
    const auto end  = std::min(word.find_first_not_of("0123456789", first), word.size());
    const bool more = word.find_first_of("0123456789", end) != word.npos;
    const bool plus = first == 0 && glued.begin != 0 && text.text[glued.begin - 1] == '+';
    if (more) return {};
    const auto before = words.roles_of(hash_of(word.substr(0, first)));
    if (first != 0 && (before == 0 || (before & role::record) != 0)) return {};
    const auto digits = end - first;
    const bool cued = (before & role::phone) != 0 || (end != word.size() && number_context_of(text, at, at + 1).phone);
    const bool any  = cued && digits >= min_digits && digits <= max_digits;
    if (!any && !is_whole_phone(word.substr(first, digits), plus)) return {};
    return sdk::detected_entity{.begin = glued.begin + first - (plus ? 1 : 0),
                                .end   = glued.begin + end,
                                .kind  = kind::phone_number,
                                .score = 0.8};
}

} // namespace

std::optional<sdk::detected_entity> read_code(const tokenized_text& text, const lexicon& words, std::size_t at)
{
    const auto& token        = text.tokens[at];
    const auto  word         = text.text_of(token);
    const auto  make_finding = [&](std::string_view kind, double score) {
        return sdk::detected_entity{.begin = token.begin, .end = token.end, .kind = kind, .score = score};
    };

    if (word.size() >= 4 && sdk::ascii::is_digit(word[2]))
        if (auto iban = read_iban(text, token)) return iban;
    if (auto iban = read_glued_iban(word, token.begin)) return iban;
    if (auto number = read_identity_code(text, at)) return number;
    const bool continues = token.before == gap::hyphen || token.before == gap::none;
    if (token.letters > 9 && !continues)
        if (auto phone = read_glued_phone(text, words, at)) return phone;
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
    if (const auto kind = identity_kind(context); !kind.empty()) return make_finding(kind, 0.75);
    return {};
}

} // namespace verbatim::core::privacy
