#include "privacy/tokenizer.hpp"

#include "privacy/letters.hpp"
#include "verbatim/sdk/text.hpp"

namespace verbatim::core::privacy {

namespace {

/// The end of the placeholder at `at` with these brackets, or `at` if there is none.
std::size_t placeholder_end(std::string_view text, std::size_t at, std::string_view open,
                            std::string_view close) noexcept
{
    constexpr std::size_t max_bytes = 64, max_digits = 6; // more digits may be a phone number
    const auto            rest = text.substr(at, max_bytes);
    if (!rest.starts_with(open)) return at;
    auto i = open.size();
    if (i >= rest.size() || !sdk::ascii::is_upper(rest[i])) return at;
    while (i < rest.size() && (sdk::ascii::is_upper(rest[i]) || rest[i] == '_')) ++i;
    const auto digits = i;
    while (i < rest.size() && sdk::ascii::is_digit(rest[i])) ++i;
    const bool whole =
        i != digits && i - digits <= max_digits && rest[digits - 1] == '_' && rest.substr(i).starts_with(close);
    return whole ? at + i + close.size() : at;
}

/// The gap extended by a code point that belongs to no word.
gap extend_gap(gap current, char32_t c) noexcept
{
    const bool blank = current == gap::none || current == gap::space;
    switch (c)
    {
    case U' ':
    case U'\t':
    case U'\r':
    case 0x00A0:
    case 0x202F:
    case 0x2009:
    case 0x3000:
        if (current == gap::none) return gap::space;
        if (current == gap::dot) return gap::stop;
        return current == gap::hyphen || current == gap::apostrophe ? gap::other : current;
    case U'\n':
        if (current == gap::line || current == gap::stop || current == gap::dot) return gap::sentence;
        return current == gap::sentence || current == gap::edge ? current : gap::line;
    case U'-':
    case 0x2010:
    case 0x2011:
        return current == gap::none                               ? gap::hyphen
               : current == gap::sentence || current == gap::edge ? current
                                                                  : gap::other;
    case U'\'':
    case 0x2019:
    case 0x02BC:
        return current == gap::none                               ? gap::apostrophe
               : current == gap::sentence || current == gap::edge ? current
                                                                  : gap::other;
    case U'.': return blank ? gap::dot : current == gap::edge ? current : gap::sentence;
    case U',':
    case 0x060C: return blank ? gap::comma : current == gap::edge || current == gap::sentence ? current : gap::other;
    case U':': return blank ? gap::colon : current == gap::edge || current == gap::sentence ? current : gap::other;
    case U'!':
    case U'?':
    case U';':
    case 0x2026:
    case 0x061F:
    case 0x061B:
    case 0x3002: return current == gap::edge ? current : gap::sentence;
    default:
        if (current == gap::stop || current == gap::dot) return gap::sentence;
        return current == gap::edge || current == gap::sentence ? current : gap::other;
    }
}

/// Bytes of an apostrophe within a Ukrainian word, as in "здоров'я"; 0 otherwise, also before a capital: "О'Ніл".
std::size_t inner_apostrophe(std::string_view text, std::size_t at, char32_t last) noexcept
{
    constexpr char32_t first_cyrillic = 0x400, end_of_cyrillic = 0x530;
    if (last < first_cyrillic || last >= end_of_cyrillic) return 0;
    const auto sign = sdk::utf8::decode(text, at);
    if ((sign.value != U'\'' && sign.value != 0x2019) || sign.end >= text.size()) return 0;
    const auto next = sdk::utf8::decode(text, sign.end);
    const bool word =
        next.value >= first_cyrillic && next.value < end_of_cyrillic && class_of(next.value) == char_class::lower;
    return word ? sign.end - at : 0;
}

/// Builds the token of one word, letter by letter.
class word_builder
{
public:
    void append(char32_t c, char_class kind) noexcept
    {
        fold(c, [this](char32_t letter) { hash_ = hash_step(hash_, letter); });
        if (kind == char_class::mark) return;
        if (kind == char_class::upper && letters_ == 0) begins_upper_ = true;
        uppers_ += kind == char_class::upper;
        lowers_ += kind == char_class::lower;
        digits_ += kind == char_class::digit;
        ++letters_;
    }

    void finish(token& result, tokenized_text& text) const noexcept
    {
        result.hash    = hash_;
        result.letters = letters_;
        result.form    = form();
        text.has_upper |= uppers_ != 0;
        text.has_lower |= lowers_ != 0;
    }

private:
    shape form() const noexcept
    {
        if (digits_ != 0) return digits_ == letters_ ? shape::number : shape::coded;
        if (uppers_ == 0) return lowers_ != 0 ? shape::lower : shape::caseless;
        if (uppers_ == letters_) return letters_ == 1 ? shape::title : shape::upper;
        if (!begins_upper_) return shape::inner;
        return uppers_ == 1 ? shape::title : shape::mixed;
    }

    std::uint64_t hash_    = hash_seed;
    std::uint32_t letters_ = 0, uppers_ = 0, lowers_ = 0, digits_ = 0;
    bool          begins_upper_ = false;
};

/// Records positions where a search for addresses may start.
void note_pattern_start(std::string_view text, std::size_t at, tokenized_text& result)
{
    const auto c = text[at];
    if (c == '@') result.at_signs.push_back(at);
    if (c != ':' || at + 1 == text.size()) return;
    if (text.substr(at).starts_with("://")) result.schemes.push_back(at);
    const bool left  = at != 0 && (sdk::ascii::is_hex_digit(text[at - 1]) || text[at - 1] == ':');
    const bool right = sdk::ascii::is_hex_digit(text[at + 1]) || text[at + 1] == ':';
    if (left || right) result.colons.push_back(at);
}

} // namespace

std::size_t placeholder_end(std::string_view text, std::size_t at) noexcept
{
    if (text[at] == '<') return placeholder_end(text, at, "<", ">");
    if (text[at] == '&') return placeholder_end(text, at, "&lt;", "&gt;");
    return at;
}

void tokenize(std::string_view text, tokenized_text& result)
{
    result.text = text;
    result.tokens.clear();
    result.at_signs.clear();
    result.schemes.clear();
    result.colons.clear();
    result.placeholders.clear();
    result.invalid.clear();
    result.has_lower = result.has_upper = false;

    auto before = gap::edge;
    for (std::size_t at = 0; at < text.size();)
    {
        const auto first       = sdk::utf8::decode(text, at);
        const auto first_class = first.valid ? class_of(first.value) : char_class::none;
        if (first_class == char_class::mark)
        {
            at = first.end; // a byte order mark, or an accent with nothing to stand on
            continue;
        }
        if (first_class == char_class::none)
        {
            if (!first.valid) result.invalid.push_back(at);
            const auto after = placeholder_end(text, at);
            if (after != at) result.placeholders.emplace_back(at, after);
            else note_pattern_start(text, at, result);
            before = extend_gap(before, first.valid && after == at ? first.value : U'<');
            at     = after != at ? after : first.end;
            continue;
        }

        token        current{.begin = at, .before = before};
        auto         script_class = first_class;
        auto         last         = first.value;
        word_builder builder;
        builder.append(first.value, first_class);
        at          = first.end;
        current.end = at;
        while (at < text.size())
        {
            const auto next       = sdk::utf8::decode(text, at);
            const auto next_class = next.valid ? class_of(next.value) : char_class::none;
            if (next_class == char_class::none && first_class != char_class::unspaced)
                if (const auto skip = inner_apostrophe(text, at, last); skip != 0)
                {
                    at += skip;
                    continue;
                }
            if (next_class == char_class::none || next_class == char_class::unspaced ||
                changes_script(script_class, next_class))
                break;
            if (first_class == char_class::unspaced && next_class != char_class::mark) break;
            if (next_class != char_class::mark && next_class != char_class::digit) script_class = next_class;
            last = next.value;
            builder.append(next.value, next_class);
            at          = next.end;
            current.end = at;
        }
        builder.finish(current, result);
        result.tokens.push_back(current);
        before = gap::none;
    }
}

std::uint64_t hash_of(std::string_view word)
{
    auto hash = hash_seed;
    for (std::size_t at = 0; at < word.size();)
    {
        const auto c = sdk::utf8::decode(word, at);
        fold(c.value, [&](char32_t letter) { hash = hash_step(hash, letter); });
        at = c.end;
    }
    return hash;
}

} // namespace verbatim::core::privacy
