#include "privacy/terms.hpp"

#include "privacy/letters.hpp"
#include "settings/content.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <utility>

namespace verbatim::core::privacy {

namespace {

constexpr std::string_view setting = "ANONYMIZER_TERMS_PATH";

[[noreturn]] void refuse(std::size_t line, std::string_view why)
{
    throw std::invalid_argument(std::string(setting) + ": line " + std::to_string(line) + " " + std::string(why));
}

bool is_kind(std::string_view text) noexcept
{
    const auto large = [](char c) { return c >= 'A' && c <= 'Z'; };
    return !text.empty() && large(text[0]) && std::ranges::all_of(text, [&](char c) { return large(c) || c == '_'; });
}

/// What a script writes onto the next word: conjunctions, prepositions and articles in the order in which they pile up.
/// Each step may be left out. Of its alternatives the longest stands first.
using step = std::vector<std::u32string_view>;

std::span<const step> prefixes_of(char32_t first)
{
    static const std::vector<step> arabic{{U"و", U"ف"}, {U"ب", U"ل", U"ك"}, {U"ال"}};
    static const std::vector<step> hebrew{{U"ו"}, {U"ש", U"כש", U"מ"}, {U"ב", U"ל", U"ה"}};
    static const std::vector<step> ethiopic{{U"ስለ", U"እንደ", U"የ", U"ለ", U"በ", U"ከ"}};
    if (first >= 0x0620 && first < 0x0700) return arabic;
    if (first >= 0x05D0 && first < 0x05EB) return hebrew;
    if (first >= 0x1200 && first < 0x1380) return ethiopic;
    return {};
}

/// Where the text goes on after `letters`, or `at` when it does not begin with them there.
std::size_t behind(std::string_view text, std::size_t at, std::u32string_view letters)
{
    auto next = at;
    for (const auto letter : letters)
    {
        if (next >= text.size()) return at;
        const auto one = decode(text, next);
        if (one.value != letter) return at;
        next = one.next;
    }
    return next;
}

/// Calls `each` with every byte of a word where a term may begin: its first, the first letter after a digit and the
/// first digit after a letter, and what follows a preposition.
template <class Each>
void each_beginning(std::string_view text, const token& word, Each each)
{
    each(word.begin);
    if (word.form == shape::coded)
    {
        auto earlier = decode(text, word.begin);
        for (auto at = earlier.next; at < word.end;)
        {
            const auto one = decode(text, at);
            if (kind_of(one.value) == letter::mark)
            {
                at = one.next;
                continue;
            }
            if ((kind_of(one.value) == letter::digit) != (kind_of(earlier.value) == letter::digit)) each(at);
            earlier = one;
            at      = one.next;
        }
    }
    if (word.form != shape::caseless || word.letters < 2) return;
    const auto whole = text.substr(0, word.end);
    auto       at    = word.begin;
    for (const auto& alternatives : prefixes_of(decode(text, at).value))
        for (const auto letters : alternatives)
        {
            const auto after = behind(whole, at, letters);
            if (after == at) continue;
            if (after == word.end) return;
            each(at = after);
            break;
        }
}

} // namespace

term_list::term_list(std::string_view lines)
{
    if (lines.starts_with("\xEF\xBB\xBF")) lines.remove_prefix(3);
    for (std::size_t number = 1; !lines.empty(); ++number)
    {
        auto line = lines.substr(0, lines.find('\n'));
        lines.remove_prefix(std::min(line.size() + 1, lines.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (!line.empty() && line[0] != '#') add(line, number);
    }
}

void term_list::add(std::string_view line, std::size_t number)
{
    const auto tab = line.find('\t');
    if (tab == std::string_view::npos) refuse(number, "is not a kind, a tab and a text.");
    const auto kind = line.substr(0, tab);
    if (!is_kind(kind))
        refuse(number, "begins with something that is not a kind such as PERSON: capitals A to Z and underscores.");

    switch (terms_.add(line.substr(tab + 1), static_cast<std::uint32_t>(kind_of_term_.size())))
    {
    case term_tree::added::empty: refuse(number, "has a text without a letter or a digit.");
    case term_tree::added::too_long:
        refuse(number, "has a text of more than " + std::to_string(term_tree::longest_term) + " letters.");
    case term_tree::added::in: kind_of_term_.push_back(*kinds_.emplace(kind).first);
    }
}

void term_list::find(const scanned& text, std::vector<sdk::finding>& to) const
{
    if (terms_.empty()) return;
    for (const auto& one : text.tokens)
        each_beginning(text.text, one, [&](std::size_t at) {
            if (const auto found = terms_.longest_at(text.text, at))
                to.push_back({.begin = at, .end = found->end, .kind = kind_of_term_[found->number], .score = 1.0});
        });
}

term_list read_terms(const std::filesystem::path& file)
{
    if (file.empty()) return {};
    constexpr std::size_t most = std::size_t{256} << 20; // a million names, and more, of any script
    return term_list(core::settings::content_named_by(setting, file, most));
}

} // namespace verbatim::core::privacy
