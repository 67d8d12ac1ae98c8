#include "privacy/family_endings.hpp"

#include "privacy/letters.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace verbatim::core::privacy {

namespace {

// Folded: without case and accents (й becomes и). An ending needs at least three letters before it.
constexpr std::u32string_view strong_endings[] = {
    U"ovic",  U"evic",  U"ovich", U"evich", U"enko",   U"chuk",   U"czuk",  U"shvili", U"dze",     U"wicz",    U"owski",
    U"ewski", U"owska", U"ewska", U"sson",  U"dottir", U"dotter", U"oglu",  U"escu",   U"opoulos", U"opoulou", U"zadeh",
    U"yev",   U"yeva",  U"iyev",  U"skaya", U"etti",   U"ellini", U"quist", U"qvist",  U"nov",     U"kov",     U"rov",
    U"lov",   U"mov",   U"zhev",  U"kova",  U"rova",   U"vski",   U"vsky",  U"vska",   U"nski",    U"nsky",    U"енко",
    U"швили", U"швілі", U"нчук",  U"щук",   U"евич",   U"ович",   U"дзе",   U"оглы"};
constexpr std::u32string_view weak_endings[] = {
    U"ov",   U"ova",  U"ev",   U"eva",  U"ska", U"ski",  U"sky",  U"skyi",  U"sen",  U"ez",   U"yan",  U"ian",
    U"idis", U"akis", U"in",   U"ina",  U"ic",  U"lund", U"berg", U"strom", U"gren", U"dahl", U"stad", U"mann",
    U"son",  U"ini",  U"elli", U"ucci", U"nen", U"ak",   U"ek",   U"ik",    U"uk",   U"ai",   U"ов",   U"ова",
    U"ев",   U"ева",  U"єв",   U"ин",   U"ина", U"скии", U"ская", U"ська",  U"чук",  U"ко",   U"ян"};

} // namespace

surname_evidence surname_evidence_of(std::string_view word)
{
    constexpr std::size_t max_bytes = 40, min_stem = 3;
    if (word.size() > max_bytes) return surname_evidence::none;
    if (word.size() > min_stem + 2 && word.starts_with("Mc") && sdk::ascii::is_upper(word[2]))
        return surname_evidence::strong;
    std::array<char32_t, 4 * max_bytes> letters{};
    std::size_t                         size = 0;
    for (std::size_t at = 0; at < word.size();)
    {
        const auto c = sdk::utf8::decode(word, at);
        fold(c.value, [&](char32_t letter) { letters[size++] = letter; });
        at = c.end;
    }
    const std::u32string_view folded{letters.data(), size};
    const auto                ends_with = [&](std::u32string_view ending) {
        return size >= ending.size() + min_stem && folded.back() == ending.back() && folded.ends_with(ending);
    };
    const bool accented =
        word.ends_with("ić") || word.ends_with("ič") || word.ends_with("ský") || word.ends_with("ová");
    if (accented || std::ranges::any_of(strong_endings, ends_with)) return surname_evidence::strong;
    return std::ranges::any_of(weak_endings, ends_with) ? surname_evidence::weak : surname_evidence::none;
}

} // namespace verbatim::core::privacy
