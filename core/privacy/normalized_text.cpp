#include "privacy/normalized_text.hpp"

#include "verbatim/sdk/text.hpp"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>

namespace verbatim::core::privacy {

namespace {

/// Blocks with code points that change. Cheap, since every non-ASCII code point is tested.
bool may_change(char32_t c) noexcept
{
    if (c < 0x2000) return c == 0xAD || c == 0x34F || c == 0x61C || c >= 0x115F;
    if (c < 0x2500) return c < 0x2010 || (c >= 0x202A && c < 0x2150) || c >= 0x24B6;
    return c == 0x3164 || (c >= 0xFB00 && c < 0x1F200) || c >= 0xE0000;
}

bool is_default_ignorable(char32_t c) noexcept
{
    return u_hasBinaryProperty(static_cast<UChar32>(c), UCHAR_DEFAULT_IGNORABLE_CODE_POINT) != 0;
}

/// Forms that differ from the plain character by looks only. Superscripts, fractions and abbreviations in one
/// character, such as ™, have a meaning of their own, and blanks are known to the tokenizer.
bool is_plain_form(char32_t c) noexcept
{
    switch (u_getIntPropertyValue(static_cast<UChar32>(c), UCHAR_DECOMPOSITION_TYPE))
    {
    case U_DT_WIDE:
    case U_DT_NARROW:
    case U_DT_SMALL:
    case U_DT_FONT:
    case U_DT_VERTICAL:
    case U_DT_INITIAL:
    case U_DT_MEDIAL:
    case U_DT_FINAL:
    case U_DT_ISOLATED: return true;
    case U_DT_CIRCLE:
    case U_DT_SQUARE: return c >= 0x24B6 && u_charType(static_cast<UChar32>(c)) == U_OTHER_SYMBOL;
    case U_DT_COMPAT: return c >= 0xFB00 && u_isalpha(static_cast<UChar32>(c)) != 0;
    default: return false;
    }
}

/// The replacement of a code point in UTF-8; empty if it is dropped, nothing if it stays.
std::optional<std::string> replacement_of(char32_t c)
{
    if (is_default_ignorable(c)) return std::string();
    if (c >= 0xFF01 && c < 0xFF5F) return std::string(1, static_cast<char>(c - 0xFEE0)); // full width
    if (!is_plain_form(c)) return {};

    constexpr int      max_letters = 4; // more are a phrase in one character
    UErrorCode         status      = U_ZERO_ERROR;
    const auto*        normalizer  = icu::Normalizer2::getNFKCInstance(status);
    icu::UnicodeString plain;
    if (U_SUCCESS(status)) normalizer->normalize(icu::UnicodeString(static_cast<UChar32>(c)), plain, status);
    const bool letter = u_isalpha(static_cast<UChar32>(c)) != 0;
    if (U_FAILURE(status) || plain.isEmpty() || plain.length() > max_letters || plain.indexOf(u' ') >= 0 ||
        (!letter && plain.countChar32() != 1))
        return {};
    std::string result;
    plain.toUTF8String(result);
    return result;
}

/// The first byte at or after `at` that is not ASCII.
std::size_t skip_ascii(std::string_view text, std::size_t at) noexcept
{
    constexpr std::uint64_t high_bits = 0x8080808080808080;
    for (std::uint64_t block = 0; at + sizeof block <= text.size(); at += sizeof block)
    {
        std::memcpy(&block, text.data() + at, sizeof block);
        if ((block & high_bits) != 0) break;
    }
    while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
    return at;
}

/// Whether the two bytes are a code point that stays. All below U+0800 do, except three.
bool stays(unsigned char lead, unsigned char next) noexcept
{
    const bool changes =
        (lead == 0xC2 && next == 0xAD) || (lead == 0xCD && next == 0x8F) || (lead == 0xD8 && next == 0x9C);
    return lead >= 0xC2 && lead < 0xE0 && (next & 0xC0U) == 0x80 && !changes;
}

/// The first byte at or after `at` where a code point may change or be invalid.
std::size_t skip_unchanged(std::string_view text, std::size_t at) noexcept
{
    const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
    for (at = skip_ascii(text, at); at < text.size();)
    {
        if (bytes[at] < 0x80) ++at;
        else if (at + 1 != text.size() && stays(bytes[at], bytes[at + 1])) at += 2;
        else break;
    }
    return at;
}

} // namespace

void normalized_text::assign(std::string_view original)
{
    original_ = original;
    changed_.clear();
    segments_.clear();
    std::size_t copied      = 0;             // bytes of the original that are copied or replaced
    auto        invalid_end = original.npos; // of the latest invalid byte
    for (auto at = skip_unchanged(original, 0); at < original.size(); at = skip_unchanged(original, at))
    {
        const auto c     = sdk::utf8::decode(original, at);
        const auto begin = at;
        at               = c.end;
        if (!c.valid) invalid_end = at;
        // What follows a dropped code point could complete an invalid sequence before it.
        if (!c.valid || begin == invalid_end || !may_change(c.value)) continue;
        const auto replacement = replacement_of(c.value);
        if (!replacement) continue;
        append_copy(copied, begin);
        segments_.push_back({.begin = changed_.size(), .original_begin = begin, .copied = false});
        changed_ += *replacement;
        copied = at;
    }
    if (!segments_.empty()) append_copy(copied, original.size());
}

void normalized_text::append_copy(std::size_t begin, std::size_t end)
{
    if (begin == end) return;
    segments_.push_back({.begin = changed_.size(), .original_begin = begin, .copied = true});
    changed_ += original_.substr(begin, end - begin);
}

/// The last segment that begins at or before `position`: of a dropped code point and the next one, the latter.
const normalized_text::segment& normalized_text::segment_at(std::size_t position) const
{
    return *std::prev(std::ranges::upper_bound(segments_, position, {}, &segment::begin));
}

std::size_t normalized_text::original_begin(std::size_t begin) const
{
    const auto& part = segment_at(begin);
    return part.original_begin + (part.copied ? begin - part.begin : 0);
}

std::size_t normalized_text::original_end(std::size_t end) const
{
    const auto& part = segment_at(end - 1);
    return part.copied ? part.original_begin + (end - part.begin)
                       : sdk::utf8::decode(original_, part.original_begin).end;
}

void normalized_text::map_to_original(std::vector<sdk::detected_entity>& findings) const
{
    if (segments_.empty()) return;
    std::size_t done = 0;
    for (auto& finding : findings)
    {
        finding.begin = std::max(original_begin(finding.begin), done); // two findings may share a ligature
        finding.end   = std::max(original_end(finding.end), finding.begin);
        done          = finding.end;
    }
    std::erase_if(findings, [](const auto& finding) { return finding.begin == finding.end; });
}

} // namespace verbatim::core::privacy
