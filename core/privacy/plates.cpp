#include "privacy/detectors.hpp"

#include "privacy/kinds.hpp"
#include "privacy/letters.hpp"
#include "privacy/lexicon.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <string>

namespace verbatim::core::privacy {

namespace {

/// The letters and digits of a word as 'C' Cyrillic capital, 'A' other capital, '0' digit, '?' anything else.
std::string plate_form(std::string_view word)
{
    std::string form;
    for (std::size_t at = 0; at != word.size();)
    {
        const auto c    = sdk::utf8::decode(word, at);
        const auto kind = class_of(c.value);
        if (kind == char_class::digit) form += '0';
        else if (kind == char_class::upper) form += c.value >= 0x400 && c.value < 0x530 ? 'C' : 'A';
        else form += '?';
        at = c.end;
    }
    return form;
}

bool may_be_plate_part(const token& word) noexcept
{
    return word.form == shape::number || word.form == shape::coded || word.form == shape::upper ||
           (word.form == shape::title && word.letters == 1);
}

/// The end of the plate that begins with token `first`, or `first`: up to four short words of capitals and digits. A
/// plate of digits alone has at least five, in one word or with a hyphen, directly behind the cue.
std::size_t plate_end(const tokenized_text& text, std::size_t first, bool follows_cue)
{
    constexpr std::size_t max_words = 4, max_letters = 10, min_letters = 4, min_digits_alone = 5;
    std::size_t           letters = 0, digits = 0, at = first;
    bool                  hyphenated = true;
    for (; at < text.tokens.size() && at != first + max_words; ++at)
    {
        const auto& word = text.tokens[at];
        if (at != first && word.before != gap::space && word.before != gap::hyphen && word.before != gap::none) break;
        if (!may_be_plate_part(word) || letters + word.letters > max_letters) break;
        const auto form = plate_form(text.text_of(word));
        if (form.find('?') != std::string::npos && word.form != shape::coded) break;
        hyphenated = hyphenated && (at == first || word.before == gap::hyphen);
        letters += word.letters;
        digits += static_cast<std::size_t>(std::ranges::count(form, '0'));
    }
    const bool mixed = letters > digits;
    const bool alone = follows_cue && hyphenated && at <= first + 2 && digits >= min_digits_alone;
    return letters >= min_letters && digits >= 2 && (mixed || alone) ? at : first;
}

/// A plate up to four words behind the word for it.
void find_after_cue(const tokenized_text& text, std::size_t cue, std::vector<sdk::detected_entity>& findings)
{
    constexpr std::size_t reach = 4; // words
    for (auto i = cue + 1; i < text.tokens.size() && i <= cue + reach; ++i)
    {
        if (text.tokens[i].before == gap::sentence) return;
        const auto end = plate_end(text, i, i == cue + 1);
        if (end == i) continue;
        findings.push_back(finding_of(text, i, end, kind::license_plate, 0.85));
        return;
    }
}

/// The end of the plate at token `at` if its form is unmistakable, or `at`.
std::size_t form_end(const tokenized_text& text, std::size_t at)
{
    const auto& word = text.tokens[at];
    const auto  next = [&](std::size_t n, gap between) {
        return at + n < text.tokens.size() && text.tokens[at + n].before == between
                    ? plate_form(text.text_of(text.tokens[at + n]))
                    : std::string();
    };
    const bool joined = word.before == gap::hyphen || word.before == gap::none || word.before == gap::apostrophe;
    if (joined) return at;
    if (word.form == shape::coded && word.letters >= 8 && word.letters <= 9)
    {
        const auto form = plate_form(text.text_of(word));
        if (form == "C000CC00" || form == "C000CC000" || form == "CC0000CC") return at + 1;
    }
    if (word.form != shape::upper) return at;
    if (word.letters == 2 && next(1, gap::hyphen) == "000" && next(2, gap::hyphen) == "AA" &&
        next(3, gap::hyphen).empty())
        return at + 3;
    const char first = text.text[word.begin];
    if (word.letters == 3 && (first == 'K' || first == 'U') && plate_form(text.text_of(word)) == "AAA" &&
        next(1, gap::space) == "000A")
        return at + 2;
    return at;
}

} // namespace

void find_plates(const tokenized_text& text, std::vector<sdk::detected_entity>& findings)
{
    for (std::size_t i = 0; i != text.tokens.size(); ++i)
    {
        const auto& word = text.tokens[i];
        if ((word.cue & role::plate) != 0) find_after_cue(text, i, findings);
        if (word.form != shape::upper && word.form != shape::coded) continue;
        if (const auto end = form_end(text, i); end != i)
            findings.push_back(finding_of(text, i, end, kind::license_plate, 0.8));
    }
}

} // namespace verbatim::core::privacy
