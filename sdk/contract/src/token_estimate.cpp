#include "verbatim/sdk/token_estimate.hpp"

#include "pair_weights.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

namespace verbatim::sdk {

namespace {

enum class script : std::uint8_t
{
    latin, ///< outside ASCII, with punctuation
    greek,
    cyrillic,
    hebrew, ///< also Armenian and Georgian
    arabic,
    indic,
    thai,
    burmese, ///< also Khmer and Tibetan
    ethiopic,
    hangul,
    han, ///< also kana
    other,
};

constexpr std::uint32_t ascii_weight = 16;

using script_weights = std::array<std::uint32_t, 12>;

/// Tokens of a code point, as a multiple of a quarter token, in sixteenths, in the order of the scripts. `bench/tokens`
/// measures them.
constexpr std::array<script_weights, 2> weights_of_tokenizers{{
    //  latin greek cyrillic hebrew arabic indic thai burmese ethiopic hangul han other
    {22, 23, 20, 26, 22, 22, 25, 36, 141, 42, 48, 64},  // o200k
    {62, 65, 36, 69, 54, 86, 61, 133, 187, 80, 71, 96}, // cl100k
}};

std::atomic<tokenizer> tokenizer_of_process{tokenizer::o200k};

constexpr script script_of(char32_t c) noexcept
{
    if (c < 0x370 || (c >= 0x1E00 && c < 0x1F00) || (c >= 0x2000 && c < 0x2070)) return script::latin;
    if (c < 0x400 || (c >= 0x1F00 && c < 0x2000)) return script::greek;
    if (c < 0x530) return script::cyrillic;
    if (c < 0x600 || (c >= 0x10A0 && c < 0x1100)) return script::hebrew;
    if (c < 0x900 || (c >= 0xFB50 && c < 0xFE00) || (c >= 0xFE70 && c < 0xFF00)) return script::arabic;
    if (c < 0xE00) return script::indic;
    if (c < 0xF00) return script::thai;
    if (c < 0x10A0 || (c >= 0x1780 && c < 0x1800)) return script::burmese;
    if (c >= 0x1200 && c < 0x13A0) return script::ethiopic;
    if (c >= 0xAC00 && c < 0xD7B0) return script::hangul;
    if ((c >= 0x2E80 && c < 0xA000) || (c >= 0xF900 && c < 0xFB00) || (c >= 0xFF00 && c < 0xFFF0)) return script::han;
    return script::other;
}

/// A fixed number, so that compilers test sixteen bytes at once.
constexpr std::size_t block = 64;

bool is_ascii(const char* bytes) noexcept
{
    unsigned char bits = 0;
    for (std::size_t n = 0; n != block; ++n)
        bits = static_cast<unsigned char>(bits | static_cast<unsigned char>(bytes[n]));
    return bits < 0x80;
}

/// Characters of a length that are a token.
constexpr std::uint32_t length_unit = 4;

constexpr std::size_t letters = 26, capital_class = letters, digit_class = letters + 1, first_mark = letters + 2;
constexpr std::size_t other_class = first_mark + pair_weights::marks.size();
constexpr std::size_t latin_class = other_class + 1, foreign_class = other_class + 2;
static_assert(foreign_class + 1 == pair_weights::classes);

/// Outside ASCII. Vietnamese letters, beside which pairs were not measured, count as other scripts do.
constexpr bool is_in_latin_pair(char32_t c) noexcept { return c < 0x370 || (c >= 0x2000 && c < 0x2070); }

/// The classes of ASCII characters.
constexpr auto class_of = [] {
    std::array<std::uint8_t, 128> classes{};
    for (std::size_t c = 0; c != classes.size(); ++c)
    {
        const auto mark = pair_weights::marks.find(static_cast<char>(c));
        classes[c]      = static_cast<std::uint8_t>(ascii::is_lower(static_cast<char32_t>(c))   ? c - 'a'
                                                    : ascii::is_upper(static_cast<char32_t>(c)) ? capital_class
                                                    : ascii::is_digit(static_cast<char32_t>(c)) ? digit_class
                                                    : mark != std::string_view::npos            ? first_mark + mark
                                                                                                : other_class);
    }
    return classes;
}();

/// The weights of two ASCII characters, at 128 times the first plus the second.
using ascii_pairs = std::array<std::uint8_t, std::size_t{128} * 128>;

constexpr ascii_pairs expand(const pair_weights::table& weights)
{
    ascii_pairs pairs{};
    for (std::size_t n = 0; n != pairs.size(); ++n) pairs[n] = weights[class_of[n / 128]][class_of[n % 128]];
    return pairs;
}

struct pair_tables
{
    const pair_weights::table& of_classes;
    ascii_pairs                of_ascii;
};

constexpr std::array<pair_tables, 2> tables{
    {{pair_weights::o200k, expand(pair_weights::o200k)}, {pair_weights::cl100k, expand(pair_weights::cl100k)}}};

/// Of the characters of an ASCII block, each with the one before it.
std::uint32_t sum_of_block(const ascii_pairs& pairs, unsigned char before, const char* bytes) noexcept
{
    std::array<std::uint32_t, 4> sums{}; // independent of each other
    std::size_t                  row = before;
    for (std::size_t n = 0; n != block; n += sums.size())
        for (std::size_t m = 0; m != sums.size(); ++m)
        {
            const auto byte = static_cast<unsigned char>(bytes[n + m]);
            sums[m] += pairs[row * 128 + byte];
            row = byte;
        }
    return sums[0] + sums[1] + sums[2] + sums[3];
}

} // namespace

std::size_t estimation_length(std::string_view text) noexcept
{
    const auto& weight =
        weights_of_tokenizers[static_cast<std::size_t>(tokenizer_of_process.load(std::memory_order_relaxed))];
    std::size_t sixteenths = 0;
    std::size_t at         = 0;
    while (at < text.size())
    {
        if (at + block <= text.size() && is_ascii(text.data() + at))
        {
            sixteenths += block * ascii_weight;
            at += block;
            continue;
        }
        for (const auto end = std::min(at + block, text.size()); at < end;)
        {
            const auto point = utf8::decode(text, at);
            at               = point.end;
            sixteenths += point.value < 0x80 ? ascii_weight : weight[static_cast<std::size_t>(script_of(point.value))];
        }
    }
    return sixteenths / ascii_weight;
}

std::size_t expected_length(std::string_view text) noexcept
{
    static_assert(pair_weights::unit % length_unit == 0);
    const auto  tokenizer = static_cast<std::size_t>(tokenizer_of_process.load(std::memory_order_relaxed));
    const auto& pairs     = tables[tokenizer].of_classes;
    const auto& weight    = weights_of_tokenizers[tokenizer];
    std::size_t units     = 0; // of a token
    std::size_t before    = class_of['\n'];
    for (std::size_t at = 0; at < text.size();)
    {
        const auto byte = static_cast<unsigned char>(text[at]);
        if (at + block < text.size() && byte < 0x80 && is_ascii(text.data() + at + 1))
        {
            units +=
                pairs[before][class_of[byte]] + sum_of_block(tables[tokenizer].of_ascii, byte, text.data() + at + 1);
            at += 1 + block;
            before = class_of[static_cast<unsigned char>(text[at - 1])];
            continue;
        }
        if (byte < 0x80)
        {
            const std::size_t current = class_of[byte];
            units += pairs[before][current];
            before = current;
            ++at;
            continue;
        }
        const auto point   = utf8::decode(text, at);
        const auto current = is_in_latin_pair(point.value) ? latin_class : foreign_class;
        at                 = point.end;
        units += current == latin_class ? pairs[before][current]
                                        : weight[static_cast<std::size_t>(script_of(point.value))] *
                                              (pair_weights::unit / length_unit) / ascii_weight;
        before = current;
    }
    return units * length_unit / pair_weights::unit;
}

void set_tokenizer(tokenizer family) noexcept { tokenizer_of_process = family; }

} // namespace verbatim::sdk
