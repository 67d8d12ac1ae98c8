#include "privacy/tokenizer.hpp"

#include "privacy/letters.hpp"
#include "verbatim/sdk/text.hpp"

namespace verbatim::core::privacy {

namespace {

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
    explicit word_builder(char_class first) noexcept
        : begins_upper_{first == char_class::upper}
    {}

    /// Appends the ASCII letters and digits from `at` on that belong to the word. Returns their end.
    std::size_t append_ascii(std::string_view text, std::size_t at) noexcept
    {
        if (count(char_class::caseless) != 0) return at;
        auto c = text.begin() + at;
        for (; c != text.end(); ++c)
        {
            const auto first_lower = c;
            for (; c != text.end() && sdk::ascii::is_lower(*c); ++c)
                hash_ = hash_step(hash_, static_cast<char32_t>(*c));
            count(char_class::lower) += static_cast<std::uint32_t>(c - first_lower);
            const auto kind = c == text.end() ? char_class::none : ascii_class_of(*c);
            if (kind == char_class::none) break;
            hash_ = hash_step(hash_, static_cast<char32_t>(*c | 0x20)); // digits have this bit too
            ++count(kind);
        }
        return static_cast<std::size_t>(c - text.begin());
    }

    void append(const folded_letters& folded, char_class kind) noexcept
    {
        for (const auto letter : folded) hash_ = hash_step(hash_, letter);
        ++count(kind);
    }

    /// The class of its letters, in either case; none if it has only digits.
    char_class script() const noexcept
    {
        if (count(char_class::caseless) != 0) return char_class::caseless;
        return count(char_class::lower) + count(char_class::upper) != 0 ? char_class::lower : char_class::none;
    }

    void finish(token& result, tokenized_text& text) const noexcept
    {
        result.hash    = hash_;
        result.letters = letters();
        result.form    = form();
        text.has_upper |= count(char_class::upper) != 0;
        text.has_lower |= count(char_class::lower) != 0;
    }

private:
    static char_class ascii_class_of(char c) noexcept
    {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x80 ? ascii_classes[byte] : char_class::none;
    }

    std::uint32_t& count(char_class kind) noexcept { return counts_[static_cast<std::size_t>(kind)]; }
    std::uint32_t  count(char_class kind) const noexcept { return counts_[static_cast<std::size_t>(kind)]; }

    std::uint32_t letters() const noexcept
    {
        return count(char_class::lower) + count(char_class::upper) + count(char_class::caseless) +
               count(char_class::unspaced) + count(char_class::digit);
    }

    shape form() const noexcept
    {
        const auto uppers = count(char_class::upper), digits = count(char_class::digit);
        if (digits != 0) return digits == letters() ? shape::number : shape::coded;
        if (uppers == 0) return count(char_class::lower) != 0 ? shape::lower : shape::caseless;
        if (uppers == letters()) return uppers == 1 ? shape::title : shape::upper;
        if (!begins_upper_) return shape::inner;
        return uppers == 1 ? shape::title : shape::mixed;
    }

    std::uint64_t hash_      = hash_seed;
    std::uint32_t counts_[7] = {}; ///< by class
    bool          begins_upper_;
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

/// As sdk::utf8::decode, faster for two bytes. `inline` because g++ would call it otherwise.
inline sdk::utf8::code_point decode(std::string_view text, std::size_t at) noexcept
{
    const auto lead = static_cast<unsigned char>(text[at]);
    if (lead < 0x80) return {lead, at + 1, true};
    if (lead < 0xC2 || lead >= 0xE0 || at + 1 == text.size() || !sdk::utf8::is_continuation(text[at + 1]))
        return sdk::utf8::decode_sequence(text, at);
    const auto next = static_cast<unsigned char>(text[at + 1]);
    return {(lead & 0x1FU) << 6U | (next & 0x3FU), at + 2, true};
}

/// Splits one text from left to right.
class text_splitter
{
public:
    text_splitter(std::string_view text, tokenized_text& result) noexcept
        : text_{text}
        , result_{result}
    {}

    void split()
    {
        while (at_ < text_.size())
        {
            if (text_[at_] == ' ' && before_ == gap::none) // most gaps
            {
                before_ = gap::space;
                ++at_;
                continue;
            }
            const auto c    = decode(text_, at_);
            const auto kind = class_of(c);
            if (kind == char_class::none) read_sign(c);
            else if (kind == char_class::mark) at_ = c.end; // a byte order mark, or an accent with nothing to stand on
            else read_word(c, kind);
        }
    }

private:
    char_class class_of(const sdk::utf8::code_point& c) const noexcept
    {
        if (!c.valid) return char_class::none;
        return c.value < char_tables::end ? tables_.classes[c.value] : privacy::class_of(c.value);
    }

    void append(const sdk::utf8::code_point& c, char_class kind, word_builder& word) const noexcept
    {
        if (c.value < char_tables::end) word.append(tables_.folds[c.value], kind);
        else word.append(fold_non_ascii(c.value), kind);
    }

    /// A code point that belongs to no word, or a placeholder.
    void read_sign(const sdk::utf8::code_point& c)
    {
        if (!c.valid) result_.invalid.push_back(at_);
        const auto end = c.value == U'<' || c.value == U'&' ? privacy::placeholder_end(text_, at_) : at_;
        if (end != at_) result_.placeholders.emplace_back(at_, end);
        else if (c.value == U'@' || c.value == U':') note_pattern_start(text_, at_, result_);
        before_ = extend_gap(before_, c.valid && end == at_ ? c.value : U'<');
        at_     = end != at_ ? end : c.end;
    }

    void read_word(const sdk::utf8::code_point& first, char_class first_class)
    {
        token        word{.begin = at_, .before = before_};
        word_builder builder{first_class};
        word.end = first_class == char_class::unspaced ? read_unspaced_letter(first, builder) : read_letters(builder);
        builder.finish(word, result_);
        result_.tokens.push_back(word);
        before_ = gap::none;
        at_     = word.end;
    }

    /// A word of one letter and its marks. Returns its end.
    std::size_t read_unspaced_letter(const sdk::utf8::code_point& first, word_builder& builder) const
    {
        append(first, char_class::unspaced, builder);
        auto end = first.end;
        while (end < text_.size())
        {
            const auto c = decode(text_, end);
            if (class_of(c) != char_class::mark) break;
            append(c, char_class::mark, builder);
            end = c.end;
        }
        return end;
    }

    /// Returns the end of the word.
    std::size_t read_letters(word_builder& builder) const
    {
        char32_t last = 0; // 0 for ASCII
        auto     end  = at_;
        for (auto at = at_;;)
        {
            if (const auto ascii_end = builder.append_ascii(text_, at); ascii_end != at)
            {
                last = 0;
                at = end = ascii_end;
            }
            if (at == text_.size()) break;
            const auto next = decode(text_, at);
            const auto kind = class_of(next);
            if (kind == char_class::none)
            {
                const auto skip = inner_apostrophe(text_, at, last);
                if (skip == 0) break;
                at += skip;
                continue;
            }
            if (kind == char_class::unspaced || changes_script(builder.script(), kind)) break;
            append(next, kind, builder);
            last = next.value;
            at = end = next.end;
        }
        return end;
    }

    std::string_view   text_;
    tokenized_text&    result_;
    const char_tables& tables_ = shared_tables();
    std::size_t        at_     = 0;
    gap                before_ = gap::edge;
};

} // namespace

std::size_t placeholder_end(std::string_view text, std::size_t at) noexcept
{
    constexpr std::size_t max_bytes = 64, max_digits = 6; // more digits may be a phone number
    const auto            rest       = text.substr(at, max_bytes);
    const bool            is_escaped = text[at] == '&';
    const auto            size =
        is_escaped ? sdk::ascii::placeholder_size(rest, "&lt;", "&gt;") : sdk::ascii::placeholder_size(rest);
    if (size == 0) return at;
    const auto last_digit = size - (is_escaped ? 5 : 2);
    return last_digit - rest.rfind('_', last_digit) <= max_digits ? at + size : at;
}

void tokenize(std::string_view text, tokenized_text& result)
{
    constexpr std::size_t bytes_per_word = 4; // fewer are rare
    result.text                          = text;
    result.tokens.clear();
    result.tokens.reserve(text.size() / bytes_per_word);
    result.at_signs.clear();
    result.schemes.clear();
    result.colons.clear();
    result.placeholders.clear();
    result.invalid.clear();
    result.has_lower = result.has_upper = false;
    text_splitter(text, result).split();
}

std::uint64_t hash_of(std::string_view word)
{
    const auto& tables = shared_tables();
    auto        hash   = hash_seed;
    for (std::size_t at = 0; at < word.size();)
    {
        const auto c = decode(word, at);
        for (const auto letter : c.value < char_tables::end ? tables.folds[c.value] : fold_non_ascii(c.value))
            hash = hash_step(hash, letter);
        at = c.end;
    }
    return hash;
}

} // namespace verbatim::core::privacy
