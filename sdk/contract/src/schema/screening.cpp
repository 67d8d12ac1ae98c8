// The marks of a text that was made to steer a model: contract 3.5.
#include "schema/reader.hpp"
#include "schema/utf8.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace verbatim::sdk::schema {

namespace {

constexpr std::size_t longest_run = 199;

/// Bytes of the character that `text` has at `start`.
std::size_t width_at(std::string_view text, std::size_t start) noexcept
{
    auto end = start + 1;
    while (end < text.size() && continues(text[end])) ++end;
    return end - start;
}

struct run
{
    std::size_t end;
    std::size_t characters;
};

/// The whole run of the character that covers byte `inside`.
run run_around(std::string_view text, std::size_t inside) noexcept
{
    auto start = inside;
    while (start > 0 && continues(text[start])) --start;
    const auto width = width_at(text, start);
    const auto same  = text.substr(start, width);

    std::size_t counted = 1;
    auto        end     = start + width;
    for (; text.substr(end, width) == same; end += width) ++counted;
    for (; start >= width && text.substr(start - width, width) == same; start -= width) ++counted;
    return {end, counted};
}

/// A run of 200 characters covers at least 200 bytes, so looking at every 128th meets each of them with room to spare;
/// and there the text repeats itself after 12 bytes, whatever the width of its characters (1, 2, 3 or 4 bytes).
bool repeats(std::string_view text) noexcept
{
    constexpr std::size_t stride = 128;
    constexpr std::size_t period = 12;
    std::size_t           at     = 0;
    while (at + 2 * period < text.size())
    {
        const char byte = text[at];
        if (byte != text[at + period] || byte != text[at + 2 * period])
        {
            at += stride;
            continue;
        }
        const auto found = run_around(text, at);
        if (found.characters > longest_run) return true;
        at = std::max(found.end, at + 1); // a run that did not begin yet still has a look ahead of it
    }
    return false;
}

/// The white space of Unicode at the beginning of a text, in bytes; 0 when there is none.
std::size_t space_at(std::string_view text) noexcept
{
    if (text.empty()) return 0;
    const auto byte = static_cast<unsigned char>(text.front());
    if (byte == ' ' || (byte >= 0x09 && byte <= 0x0D) || (byte >= 0x1C && byte <= 0x1F)) return 1;
    constexpr std::string_view two[]   = {"\u0085", "\u00A0"};
    constexpr std::string_view three[] = {"\u1680", "\u2000", "\u2001", "\u2002", "\u2003", "\u2004",
                                          "\u2005", "\u2006", "\u2007", "\u2008", "\u2009", "\u200A",
                                          "\u2028", "\u2029", "\u202F", "\u205F", "\u3000", "\uFEFF"};
    const auto                 begins  = [&](std::string_view space) { return text.starts_with(space); };
    if (byte == 0xC2 && std::any_of(std::begin(two), std::end(two), begins)) return 2;
    if (byte >= 0xE1 && std::any_of(std::begin(three), std::end(three), begins)) return 3;
    return 0;
}

std::string_view without_leading_space(std::string_view text) noexcept
{
    while (const auto space = space_at(text)) text.remove_prefix(space);
    return text;
}

/// Takes `word`, in upper case, from the beginning of `text`, whatever the case there. U+017F is another lower case of
/// S.
bool take_word(std::string_view& text, std::string_view word) noexcept
{
    auto rest = text;
    for (const char wanted : word)
    {
        if (wanted == 'S' && rest.starts_with("\u017F"))
        {
            rest.remove_prefix(2);
            continue;
        }
        if (rest.empty() || (rest.front() != wanted && rest.front() != wanted - 'A' + 'a')) return false;
        rest.remove_prefix(1);
    }
    text = rest;
    return true;
}

bool begins_as_role(std::string_view text) noexcept
{
    text = without_leading_space(text);
    for (const std::string_view role : {"SYSTEM", "ASSISTANT", "USER"})
    {
        auto rest = text;
        if (take_word(rest, role) && without_leading_space(rest).starts_with(':')) return true;
    }
    return false;
}

std::string_view mark_of(std::string_view text, screening as) noexcept
{
    if (!text.empty() && std::memchr(text.data(), '\0', text.size())) return "null_byte";
    if (repeats(text)) return "repeated_characters";
    if (as == screening::content && begins_as_role(text)) return "role_prefix";
    return {};
}

std::string_view text_in(const shape& of, const void* from) noexcept
{
    if (of.is == kind::text) return *static_cast<const std::string*>(from);
    return *static_cast<const std::string_view*>(from);
}

/// Walks a value that was read, and of it only what leads to screened texts.
class screener
{
public:
    void object(const table& what, const void* value, const step* at)
    {
        if (!leads_to_screened(what)) return;
        for (const auto& one : what.fields)
        {
            const step here{at, one.name};
            if (one.screened != screening::none) text(*one.is, one.screened, one.in(value), &here);
            else any(*one.is, one.in(value), &here);
        }
    }

    std::vector<field_issue> problems() && { return std::move(problems_); }

private:
    void any(const shape& of, const void* value, const step* at)
    {
        if (of.is == kind::object) object(of.object(), value, at);
        else if (of.is == kind::nullable && of.first(value)) any(*of.of, of.first(value), at);
        else if (of.is == kind::list && may_hold_texts(*of.of)) list(of, value, at);
    }

    void list(const shape& of, const void* value, const step* at)
    {
        const auto* item = static_cast<const char*>(of.first(value));
        for (std::size_t i = 0; i < of.count(value) && problems_.size() < most_problems; ++i, item += of.of->size)
        {
            const step here{at, {}, i, true};
            any(*of.of, item, &here);
        }
    }

    void text(const shape& of, screening as, const void* value, const step* at)
    {
        const auto* held = of.is == kind::nullable ? of.first(value) : value;
        const auto  mark = held ? mark_of(text_in(beneath(of), held), as) : std::string_view{};
        if (!mark.empty() && problems_.size() < most_problems) problems_.push_back({spelled(at), std::string{mark}});
    }

    static bool may_hold_texts(const shape& of)
    {
        return of.is == kind::object || of.is == kind::list || of.is == kind::nullable;
    }

    bool leads_to_screened(const table& what)
    {
        for (const auto& [asked, leads] : known_)
            if (asked == &what) return leads;
        const bool leads = any_field_of(what, [](const field& one) { return one.screened != screening::none; });
        known_.emplace_back(&what, leads);
        return leads;
    }

    std::vector<std::pair<const table*, bool>> known_;
    std::vector<field_issue>                   problems_;
};

} // namespace
} // namespace verbatim::sdk::schema

namespace verbatim::sdk {

std::vector<field_issue> screen(const table& what, const void* value)
{
    schema::screener walk;
    walk.object(what, value, nullptr);
    return std::move(walk).problems();
}

} // namespace verbatim::sdk
