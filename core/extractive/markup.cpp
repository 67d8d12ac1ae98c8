#include "extractive/markup.hpp"

#include <array>
#include <utility>

namespace verbatim::core::extractive {
namespace {

struct opening
{
    std::size_t      begin = std::string_view::npos;
    std::size_t      end   = 0; ///< behind its `>`
    std::string_view attributes;
};

opening find_opening(std::string_view text, std::string_view tag, std::size_t from)
{
    const auto start = '<' + std::string(tag);
    for (auto at = text.find(start, from); at != std::string_view::npos; at = text.find(start, at + 1))
    {
        const auto behind = at + start.size();
        if (behind >= text.size() || (text[behind] != '>' && text[behind] != ' ')) continue;
        const auto closed = text.find('>', behind);
        if (closed == std::string_view::npos) return {};
        return {at, closed + 1, text.substr(behind, closed - behind)};
    }
    return {};
}

std::string_view id_among(std::string_view attributes)
{
    constexpr std::string_view name = " id=\"";
    const auto                 at   = attributes.find(name);
    if (at == std::string_view::npos) return {};
    const auto value = attributes.substr(at + name.size());
    return value.substr(0, value.find('"'));
}

} // namespace

std::vector<element> elements(std::string_view text, std::string_view tag)
{
    const auto           closing = "</" + std::string(tag) + '>';
    std::vector<element> found;
    auto                 current = find_opening(text, tag, 0);
    while (current.begin != std::string_view::npos)
    {
        // The closing tag is looked for only up to the next opening one, so that a thousand unclosed elements are one
        // pass.
        const auto next = find_opening(text, tag, current.end);
        const auto body =
            text.substr(current.end, next.begin == std::string_view::npos ? next.begin : next.begin - current.end);
        found.push_back({id_among(current.attributes), body.substr(0, body.find(closing))});
        current = next;
    }
    return found;
}

std::string_view inside(std::string_view text, std::string_view tag)
{
    const auto begin = find_opening(text, tag, 0);
    if (begin.begin == std::string_view::npos) return {};
    const auto body = text.substr(begin.end);
    return body.substr(0, body.find("</" + std::string(tag) + '>'));
}

std::string_view inside_outermost(std::string_view text, std::string_view tag)
{
    const auto begin = find_opening(text, tag, 0);
    if (begin.begin == std::string_view::npos) return {};
    const auto body = text.substr(begin.end);
    return body.substr(0, body.rfind("</" + std::string(tag) + '>'));
}

std::string unescape(std::string_view text)
{
    static constexpr std::array<std::pair<std::string_view, char>, 8> entities{{{"&amp;", '&'},
                                                                                {"&lt;", '<'},
                                                                                {"&gt;", '>'},
                                                                                {"&quot;", '"'},
                                                                                {"&apos;", '\''},
                                                                                {"&#39;", '\''},
                                                                                {"&#x27;", '\''},
                                                                                {"&#34;", '"'}}};
    std::string                                                       plain;
    plain.reserve(text.size());
    for (std::size_t at = 0; at < text.size();)
    {
        const auto  rest    = text.substr(at);
        std::size_t skipped = 0;
        if (rest.front() == '&')
            for (const auto& [entity, character] : entities)
                if (rest.starts_with(entity))
                {
                    plain += character;
                    skipped = entity.size();
                    break;
                }
        if (skipped == 0)
        {
            plain += rest.front();
            skipped = 1;
        }
        at += skipped;
    }
    return plain;
}

std::size_t placeholder_length(std::string_view text)
{
    const auto capital = [](char c) { return c >= 'A' && c <= 'Z'; };
    const auto digit   = [](char c) { return c >= '0' && c <= '9'; };
    if (text.size() < 5 || text[0] != '<' || !capital(text[1])) return 0;
    constexpr std::size_t longest = 64;
    std::size_t           at      = 1;
    while (at < text.size() && at < longest && (capital(text[at]) || text[at] == '_' || digit(text[at]))) ++at;
    if (at >= text.size() || text[at] != '>') return 0;
    auto digits = at;
    while (digits > 1 && digit(text[digits - 1])) --digits;
    return digits < at && text[digits - 1] == '_' ? at + 1 : 0;
}

} // namespace verbatim::core::extractive
