#include "verbatim/feedback/hyperlinks.hpp"

#include "verbatim/feedback/unicode.hpp"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace verbatim::feedback {

namespace {

constexpr auto nowhere = std::string_view::npos;

bool of_a_word(UChar32 c) { return c >= 0 && (c == '_' || (U_GET_GC_MASK(c) & (U_GC_L_MASK | U_GC_ND_MASK)) != 0); }

UChar32 code_point_at(std::string_view text, std::size_t at)
{
    if (at >= text.size()) return U_SENTINEL;
    UChar32 c{};
    U8_GET(reinterpret_cast<const std::uint8_t*>(text.data()), 0, static_cast<std::int64_t>(at),
           static_cast<std::int64_t>(text.size()), c);
    return c;
}

std::size_t next_code_point(std::string_view text, std::size_t at)
{
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
    return at;
}

/// A mention may end at `end`: `Form-1` neither in `Form-12` nor in `Form-1-b`.
bool ends_a_mention(std::string_view text, std::size_t end)
{
    const auto after = code_point_at(text, end);
    return !of_a_word(after) && !(after == '-' && of_a_word(code_point_at(text, end + 1)));
}

struct link
{
    std::string_view id;
    std::string_view url_id;
};

/// Sorted by id, each id once: of equal ids the last record's.
std::vector<link> links_of(std::span<const record* const> records)
{
    std::vector<link> all;
    for (const auto* one : records)
        if (!one->id.empty() && !one->url_id.empty() && one->id.find_first_of("\r\n") == std::string::npos)
            all.push_back({one->id, one->url_id});
    std::ranges::stable_sort(all, {}, &link::id);

    std::vector<link> each;
    for (const auto& one : all)
    {
        if (!each.empty() && each.back().id == one.id) each.back() = one;
        else each.push_back(one);
    }
    return each;
}

/// The longest id that is mentioned at `at`. Ids with a common beginning stand together, so that each further byte only
/// narrows the range: the work is bounded by the text, however many ids there are.
const link* mentioned(const std::vector<link>& links, std::string_view text, std::size_t at)
{
    const link* longest = nullptr;
    auto        first   = links.begin();
    auto        last    = links.end();
    for (std::size_t depth = 0; first != last && at + depth < text.size(); ++depth)
    {
        const auto byte_of = [depth](const link& one) {
            return depth < one.id.size() ? int{static_cast<unsigned char>(one.id[depth])} : -1;
        };
        const auto narrowed =
            std::ranges::equal_range(first, last, int{static_cast<unsigned char>(text[at + depth])}, {}, byte_of);
        first = narrowed.begin();
        last  = narrowed.end();
        if (first != last && first->id.size() == depth + 1 && ends_a_mention(text, at + depth + 1)) longest = &*first;
    }
    return longest;
}

/// Whether the line that ends at `at` is followed by a blank one.
bool ends_paragraph(std::string_view text, std::size_t at)
{
    const auto next = text.find_first_not_of(" \t\r", at + 1);
    return next != nowhere && text[next] == '\n';
}

/// For each opening bracket the position of the one that closes it, in one pass. No link goes on over a blank line.
std::vector<std::size_t> pairs(std::string_view text, char open, char close)
{
    std::vector<std::size_t> closing(text.size(), nowhere);
    std::vector<std::size_t> waiting;
    for (std::size_t at = 0; at < text.size(); ++at)
    {
        const char c = text[at];
        if (c == '\\') ++at;
        else if (c == '\n' && ends_paragraph(text, at)) waiting.clear();
        else if (c == open) waiting.push_back(at);
        else if (c == close && !waiting.empty())
        {
            closing[waiting.back()] = at;
            waiting.pop_back();
        }
    }
    return closing;
}

/// What stands in a link already.
class existing_links
{
public:
    explicit existing_links(std::string_view text)
        : text_{text}
        , labels_{pairs(text, '[', ']')}
        , targets_{pairs(text, '(', ')')}
    {}

    /// Where the link that begins at `at` ends; nowhere when none does.
    std::size_t end_of(std::size_t at) const
    {
        const auto label = labels_[at];
        if (label == nowhere || label + 1 >= text_.size() || text_[label + 1] != '(') return nowhere;
        const auto target = targets_[label + 1];
        return target == nowhere ? nowhere : target + 1;
    }

private:
    std::string_view         text_;
    std::vector<std::size_t> labels_;
    std::vector<std::size_t> targets_;
};

/// Where the address that begins at `at` ends, `https://…` up to white space, a quotation mark or a bracket that it did
/// not open; nowhere when none begins. A link inside it would be none, and the address neither.
std::size_t end_of_address(std::string_view text, std::size_t at)
{
    const auto begins = [&](std::string_view scheme) {
        return std::ranges::equal(text.substr(at, scheme.size()), scheme,
                                  [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + ('a' - 'A') : a) == b; });
    };
    if (!begins("http://") && !begins("https://")) return nowhere;

    int open = 0;
    while (at < text.size())
    {
        const auto c = code_point_at(text, at);
        if (c < 0 || u_isUWhiteSpace(c) || c == '<' || c == '>' || c == '"' || c == ']') break;
        if (c == '(') ++open;
        if (c == ')' && --open < 0) break;
        at = next_code_point(text, at);
    }
    return at;
}

std::string percent_encoded(std::string_view url_id)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    constexpr std::string_view plain  = "-._~!$&'*+,;=:@/";
    std::string                path;
    for (const char c : url_id)
    {
        const auto byte  = static_cast<unsigned char>(c);
        const bool alnum = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (alnum || plain.find(c) != nowhere) path += c;
        else
        {
            path += '%';
            path += digits[byte >> 4];
            path += digits[byte & 15];
        }
    }
    return path;
}

std::string markdown(const link& to, std::string_view base)
{
    std::string shown = "[";
    for (const char c : to.id)
    {
        // A backslash of the id's own would otherwise escape what follows it, at worst the bracket that ends the label.
        if (c == '[' || c == ']' || c == '\\') shown += '\\';
        shown += c;
    }
    return shown.append("](").append(base).append("/").append(percent_encoded(to.url_id)).append(")");
}

} // namespace

std::string with_links(std::string_view text, std::string_view base_url, std::span<const record* const> records)
{
    const auto links = links_of(records);
    if (blank(base_url) || links.empty()) return std::string{text};
    const auto           address = trimmed(base_url);
    const auto           base    = address.substr(0, address.find_last_not_of('/') + 1);
    const existing_links existing{text};

    std::string linked;
    UChar32     before = U_SENTINEL;
    for (std::size_t at = 0; at < text.size();)
    {
        auto        end  = text[at] == '[' ? existing.end_of(at) : nowhere;
        const link* hit  = nullptr;
        const bool  free = !of_a_word(before) && before != '-';
        if (end == nowhere && free) hit = mentioned(links, text, at);
        if (end == nowhere && free && !hit) end = end_of_address(text, at);
        if (hit)
        {
            end = at + hit->id.size();
            linked += markdown(*hit, base);
        }
        else
        {
            if (end == nowhere) end = next_code_point(text, at);
            linked += text.substr(at, end - at);
        }
        before = code_point_at(text, end - 1);
        at     = end;
    }
    return linked;
}

} // namespace verbatim::feedback
