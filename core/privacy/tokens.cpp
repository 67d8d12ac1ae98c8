#include "privacy/tokens.hpp"

#include "privacy/letters.hpp"

namespace verbatim::core::privacy {

namespace {

bool is_hex(char c) noexcept { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

/// The end of the placeholder that begins at `at`, or `at`. `open` and `close` are its brackets.
std::size_t placeholder_end(std::string_view text, std::size_t at, std::string_view open,
                            std::string_view close) noexcept
{
    constexpr std::size_t longest = 64;
    const auto            rest    = text.substr(at, longest);
    if (!rest.starts_with(open)) return at;
    auto i = open.size();
    if (i >= rest.size() || rest[i] < 'A' || rest[i] > 'Z') return at;
    while (i < rest.size() && ((rest[i] >= 'A' && rest[i] <= 'Z') || rest[i] == '_')) ++i;
    const auto digits = i;
    while (i < rest.size() && rest[i] >= '0' && rest[i] <= '9') ++i;
    const bool whole = i != digits && rest[digits - 1] == '_' && rest.substr(i).starts_with(close);
    return whole ? at + i + close.size() : at;
}

/// The gap after one more code point that belongs to no word.
gap widen(gap now, char32_t c) noexcept
{
    const bool clear = now == gap::none || now == gap::space;
    switch (c)
    {
    case U' ':
    case U'\t':
    case U'\r':
    case 0x00A0:
    case 0x202F:
    case 0x2009:
    case 0x3000:
        if (now == gap::none) return gap::space;
        if (now == gap::dot) return gap::stop;
        return now == gap::hyphen || now == gap::apostrophe ? gap::other : now;
    case U'\n':
        if (now == gap::line || now == gap::stop || now == gap::dot) return gap::sentence;
        return now == gap::sentence || now == gap::edge ? now : gap::line;
    case U'-':
    case 0x2010:
    case 0x2011: return now == gap::none ? gap::hyphen : now == gap::sentence || now == gap::edge ? now : gap::other;
    case U'\'':
    case 0x2019:
    case 0x02BC:
        return now == gap::none ? gap::apostrophe : now == gap::sentence || now == gap::edge ? now : gap::other;
    case U'.': return clear ? gap::dot : now == gap::edge ? now : gap::sentence;
    case U',':
    case 0x060C: return clear ? gap::comma : now == gap::edge || now == gap::sentence ? now : gap::other;
    case U':': return clear ? gap::colon : now == gap::edge || now == gap::sentence ? now : gap::other;
    case U'!':
    case U'?':
    case U';':
    case 0x2026:
    case 0x061F:
    case 0x061B:
    case 0x3002: return now == gap::edge ? now : gap::sentence;
    default:
        if (now == gap::stop || now == gap::dot) return gap::sentence;
        return now == gap::edge || now == gap::sentence ? now : gap::other;
    }
}

/// How long the apostrophe at `at` is when Ukrainian writes it within a word, as in "здоров'я"; 0 otherwise, also
/// before a capital: "О'Ніл".
std::size_t inner_apostrophe(std::string_view text, std::size_t at, char32_t last) noexcept
{
    constexpr char32_t first_cyrillic = 0x400, end_of_cyrillic = 0x530;
    if (last < first_cyrillic || last >= end_of_cyrillic) return 0;
    const auto sign = decode(text, at);
    if ((sign.value != U'\'' && sign.value != 0x2019) || sign.next >= text.size()) return 0;
    const auto next = decode(text, sign.next);
    const bool word =
        next.value >= first_cyrillic && next.value < end_of_cyrillic && kind_of(next.value) == letter::lower;
    return word ? sign.next - at : 0;
}

/// Follows one word letter by letter.
class word
{
public:
    void take(char32_t c, letter kind) noexcept
    {
        fold(c, [this](char32_t one) { hash_ = hash_step(hash_, one); });
        if (kind == letter::mark) return;
        if (kind == letter::upper && letters_ == 0) begins_upper_ = true;
        uppers_ += kind == letter::upper;
        lowers_ += kind == letter::lower;
        digits_ += kind == letter::digit;
        ++letters_;
    }

    void finish(token& one, scanned& into) const noexcept
    {
        one.hash    = hash_;
        one.letters = letters_;
        one.form    = form();
        into.has_upper |= uppers_ != 0;
        into.has_lower |= lowers_ != 0;
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

/// Notes the places that the address patterns start from. Returns nothing: an address is never decided here.
void note(std::string_view text, std::size_t at, scanned& into)
{
    const auto c = text[at];
    if (c == '@') into.ats.push_back(at);
    if (c != ':' || at + 1 == text.size()) return;
    if (text.substr(at).starts_with("://")) into.schemes.push_back(at);
    const bool left  = at != 0 && (is_hex(text[at - 1]) || text[at - 1] == ':');
    const bool right = is_hex(text[at + 1]) || text[at + 1] == ':';
    if (left || right) into.colons.push_back(at);
}

} // namespace

void scan(std::string_view text, scanned& into)
{
    into.text = text;
    into.tokens.clear();
    into.ats.clear();
    into.schemes.clear();
    into.colons.clear();
    into.placeholders.clear();
    into.invalid.clear();
    into.has_lower = into.has_upper = false;

    auto before = gap::edge;
    for (std::size_t at = 0; at < text.size();)
    {
        const auto first = decode(text, at);
        const auto kind  = first.valid ? kind_of(first.value) : letter::none;
        if (kind == letter::mark)
        {
            at = first.next; // a byte order mark, or an accent with nothing to stand on
            continue;
        }
        if (kind == letter::none)
        {
            if (!first.valid) into.invalid.push_back(at);
            auto after = at;
            if (text[at] == '<') after = placeholder_end(text, at, "<", ">");
            if (text[at] == '&') after = placeholder_end(text, at, "&lt;", "&gt;");
            if (after != at) into.placeholders.emplace_back(at, after);
            else note(text, at, into);
            before = widen(before, first.valid && after == at ? first.value : U'<');
            at     = after != at ? after : first.next;
            continue;
        }

        token one{.begin = at, .before = before};
        auto  script = kind;
        auto  last   = first.value;
        word  spelled;
        spelled.take(first.value, kind);
        at      = first.next;
        one.end = at;
        while (at < text.size())
        {
            const auto more = decode(text, at);
            const auto what = more.valid ? kind_of(more.value) : letter::none;
            if (what == letter::none && kind != letter::alone)
                if (const auto skip = inner_apostrophe(text, at, last); skip != 0)
                {
                    at += skip;
                    continue;
                }
            if (what == letter::none || what == letter::alone || changes_script(script, what)) break;
            if (kind == letter::alone && what != letter::mark) break;
            if (what != letter::mark && what != letter::digit) script = what;
            last = more.value;
            spelled.take(more.value, what);
            at      = more.next;
            one.end = at;
        }
        spelled.finish(one, into);
        into.tokens.push_back(one);
        before = gap::none;
    }
}

std::uint64_t hash_of(std::string_view word)
{
    auto hash = hash_seed;
    for (std::size_t at = 0; at < word.size();)
    {
        const auto c = decode(word, at);
        fold(c.value, [&](char32_t one) { hash = hash_step(hash, one); });
        at = c.next;
    }
    return hash;
}

} // namespace verbatim::core::privacy
