#include "privacy/detectors.hpp"

#include "privacy/kinds.hpp"
#include "privacy/letters.hpp"
#include "privacy/lexicon.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>

namespace verbatim::core::privacy {

namespace {

constexpr std::size_t min_handle = 3, max_handle = 30; // characters

bool is_handle_sign(char c) noexcept { return sdk::ascii::is_alphanumeric(c) || c == '_' || c == '.'; }

/// The end of the account name at `at`, without points at its end; `at` if it is none.
std::size_t handle_end(std::string_view text, std::size_t at)
{
    auto end = at;
    while (end < text.size() && end - at <= max_handle && is_handle_sign(text[end])) ++end;
    const bool cut = end < text.size() && class_of(sdk::utf8::decode(text, end).value) != char_class::none;
    while (end > at && text[end - 1] == '.') --end;
    const auto name  = text.substr(at, end - at);
    const bool sized = name.size() >= min_handle && name.size() <= max_handle;
    return !cut && sized && std::ranges::any_of(name, sdk::ascii::is_letter) ? end : at;
}

/// "slow.Nobody" has a point as well, so a point counts only if `unknown`.
bool is_distinctive(std::string_view name, bool unknown) noexcept
{
    const auto signs = unknown ? std::string_view("_0123456789.") : std::string_view("_0123456789");
    return name.find_first_of(signs) != std::string_view::npos;
}

/// Behind "@" any name that is no word of the language ("@school") and no abbreviation ("@UNHCR").
void find_after_at_signs(const tokenized_text& text, std::vector<sdk::detected_entity>& findings)
{
    for (const auto at : text.at_signs)
    {
        if (at != 0)
        {
            const auto before = sdk::utf8::decode(text.text, sdk::utf8::previous_code_point(text.text, at)).value;
            if (class_of(before) != char_class::none ||
                std::u32string_view(U"_.-/").find(before) != std::u32string_view::npos)
                continue;
        }
        const auto end = handle_end(text.text, at + 1);
        if (end == at + 1) continue;
        const auto name = text.text.substr(at + 1, end - at - 1);
        if (sdk::ascii::is_digit(name[0]) && name.find('_') == name.npos) continue; // a time or a price
        const auto point = name.rfind('.');
        const auto top   = std::ranges::lower_bound(text.tokens, at + 2 + point, {}, &token::begin);
        if (point != name.npos && top != text.tokens.end() && (top->roles & role::tld) != 0) continue; // @example.org
        const auto word  = std::ranges::lower_bound(text.tokens, at + 1, {}, &token::begin);
        const bool whole = word != text.tokens.end() && word->end == end;
        const bool known = whole && ((word->roles & (role::ordinary | role::relation | role::phone)) != 0 ||
                                     word->form == shape::upper);
        if (!known) findings.push_back({.begin = at, .end = end, .kind = kind::social_handle, .score = 0.85});
    }
}

/// "Instagram: amina_d", "my insta is amina.d92".
void find_after_network(const tokenized_text& text, std::size_t cue, std::vector<sdk::detected_entity>& findings)
{
    constexpr std::size_t reach = 3; // words
    for (auto i = cue + 1; i < text.tokens.size() && i <= cue + reach; ++i)
    {
        const auto& word = text.tokens[i];
        if (word.before >= gap::line && word.before != gap::other) return;
        if (word.form == shape::number) continue;
        const auto end = handle_end(text.text, word.begin);
        if (end == word.begin) continue;
        const auto name      = text.text.substr(word.begin, end - word.begin);
        const bool unknown   = (word.roles & ~role::neutral & ~role::any_name) == 0;
        const bool announced = i == cue + 1 && word.before == gap::colon && unknown && end == word.end;
        if (!is_distinctive(name, unknown) && !announced) continue;
        const auto begin = word.begin != 0 && text.text[word.begin - 1] == '@' ? word.begin - 1 : word.begin;
        findings.push_back({.begin = begin, .end = end, .kind = kind::social_handle, .score = 0.8});
        return;
    }
}

} // namespace

void find_handles(const tokenized_text& text, std::vector<sdk::detected_entity>& findings)
{
    find_after_at_signs(text, findings);
    for (std::size_t i = 0; i != text.tokens.size(); ++i)
        if ((text.tokens[i].cue & role::handle) != 0) find_after_network(text, i, findings);
}

} // namespace verbatim::core::privacy
