#include "privacy/name_cues.hpp"

#include "privacy/letters.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace verbatim::core::privacy {

bool name_cues::preceded_by(std::size_t i, std::uint64_t expected_roles,
                            std::initializer_list<gap> allowed_gaps) const noexcept
{
    return i != 0 && (tokens_[i - 1].cue & expected_roles) != 0 &&
           std::ranges::find(allowed_gaps, tokens_[i].before) != allowed_gaps.end();
}

bool name_cues::is_abbreviated_title(std::size_t i) const noexcept
{
    constexpr std::size_t max_letters = 4; // "Prof."
    return (tokens_[i].cue & role::title) != 0 && tokens_[i].letters <= max_letters;
}

bool name_cues::has_title_before(std::size_t i) const noexcept
{
    // "د" is the Arabic abbreviation of a doctor, and a preposition in Pashto.
    if (i != 0 && tokens_[i - 1].letters == 1 && tokens_[i - 1].form == shape::caseless &&
        tokens_[i].before == gap::space && (roles(i) & role::any_name) == 0)
        return false;
    return (preceded_by(i, role::title, {gap::space, gap::dot}) ||
            (tokens_[i].before == gap::stop && is_abbreviated_title(i - 1))) &&
           (tokens_[i - 1].letters > 1 || tokens_[i - 1].form == shape::title ||
            tokens_[i - 1].form == shape::caseless);
}

std::string_view name_cues::before(std::size_t i) const noexcept
{
    return text_.text.substr(tokens_[i - 1].end, tokens_[i].begin - tokens_[i - 1].end);
}

namespace {

/// "Full name - …", "name = …"
bool is_dash_or_equals(std::string_view between) noexcept
{
    return between == " - " || between == " – " || between == " — " || between == " = " || between == "=";
}

bool is_colon(std::string_view between) noexcept
{
    constexpr std::size_t max_bytes = 8; // also quotes and a line end: {"name": "…
    return between.size() <= max_bytes && between.find(':') != std::string_view::npos;
}

bool begins_line(gap before) noexcept { return before == gap::line || before == gap::sentence || before == gap::edge; }

} // namespace

bool name_cues::follows_label(std::size_t i) const noexcept
{
    constexpr std::size_t max_words = 4; // of the label
    if (!is_colon(before(i)) && !is_dash_or_equals(before(i))) return false;
    if ((tokens_[i - 1].roles & role::field) == 0) return true; // "contact person"
    for (auto first = i - 1;; --first)
    {
        if (first + 1 != i && (roles(first) & (role::field | role::relation)) != 0) return true;
        if (tokens_[first].before > gap::apostrophe) return first + 1 == i;
        if (first == 0 || i - first == max_words) return false;
    }
}

/// "From: …" at the start of a line.
bool name_cues::is_mail_address(std::size_t i) const noexcept
{
    return i != 0 && (tokens_[i - 1].roles & role::mail_header) != 0 && tokens_[i].before == gap::colon &&
           begins_line(tokens_[i - 1].before) && (roles(i) & (role::place | role::country | role::calendar)) == 0;
}

/// A line of capitalised words, or of one word, below a line such as "Best regards,".
bool name_cues::is_signature(std::size_t i) const noexcept
{
    constexpr std::size_t max_words = 5;
    if (i == 0 || (tokens_[i - 1].cue & role::closing) == 0 || !begins_line(tokens_[i].before) ||
        before(i).find('\n') == std::string_view::npos)
        return false;
    auto first = i - 1;
    while (first != 0 && i - first < max_words && tokens_[first].before <= gap::apostrophe) --first;
    if (!begins_line(tokens_[first].before)) return false;
    auto last = i + 1;
    for (; last < tokens_.size() && tokens_[last].before < gap::comma; ++last)
    {
        const auto form = tokens_[last].form;
        if (last - i == max_words || form >= shape::number ||
            (form == shape::lower && (roles(last) & role::particle) == 0))
            return false;
    }
    return true;
}

/// "c/o"
bool name_cues::is_care_of(std::size_t i) const noexcept
{
    if (i < 2 || tokens_[i].before != gap::space || tokens_[i - 1].letters != 1 || tokens_[i - 2].letters != 1)
        return false;
    const auto words = text_.text.substr(tokens_[i - 2].begin, tokens_[i - 1].end - tokens_[i - 2].begin);
    return words == "c/o" || words == "C/O";
}

bool name_cues::is_introduced(std::size_t i) const noexcept
{
    if (has_title_before(i) ||
        preceded_by(i, role::intro, {gap::space, gap::colon, gap::line, gap::sentence, gap::comma}))
        return true;
    if (preceded_by(i, role::intro, {gap::other}) && is_dash_or_equals(before(i))) return true;
    return is_field_value(i) || is_mail_address(i) || is_signature(i) || is_care_of(i);
}

bool name_cues::has_speech_verb(std::size_t first, std::size_t last) const noexcept
{
    if (last < tokens_.size() && tokens_[last].before == gap::space && (roles(last) & role::speech) != 0) return true;
    return preceded_by(first, role::speech, {gap::space}) &&
           (tokens_[first - 1].before == gap::sentence || tokens_[first - 1].before == gap::other); // "…!" said Ana
}

bool name_cues::followed_by_age(std::size_t last) const noexcept
{
    const auto is_age = [&](std::size_t i) {
        return i < tokens_.size() && tokens_[i].before == gap::comma && tokens_[i].form == shape::number &&
               tokens_[i].letters == 2 && (i + 1 == tokens_.size() || tokens_[i + 1].before >= gap::comma);
    };
    return is_age(last) || (last < tokens_.size() && tokens_[last].before == gap::comma && is_age(last + 1));
}

bool name_cues::begins_sentence(std::size_t i) const noexcept
{
    switch (tokens_[i].before)
    {
    case gap::edge:
    case gap::sentence:
    case gap::line:
    case gap::other:
    case gap::colon: return true;
    case gap::stop: // "Mr. Hill", "J. Hill"
        return !is_abbreviated_title(i - 1) && tokens_[i - 1].letters > 1;
    default: return false;
    }
}

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
