#include "verbatim/sdk/token_estimate.hpp"

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

using weights = std::array<std::uint32_t, 12>;

/// Tokens of a code point, as a multiple of a quarter token, in sixteenths, in the order of the scripts. `bench/tokens`
/// measures them.
constexpr std::array<weights, 2> weights_of_tokenizers{{
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

void set_tokenizer(tokenizer family) noexcept { tokenizer_of_process = family; }

} // namespace verbatim::sdk
