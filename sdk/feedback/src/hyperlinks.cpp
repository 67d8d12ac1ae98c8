#include "verbatim/feedback/hyperlinks.hpp"

#include "model_links.hpp"

#include "verbatim/feedback/json_size.hpp"
#include "verbatim/feedback/redaction.hpp"
#include "verbatim/sdk/text.hpp"

#include <unicode/uchar.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace verbatim::feedback {

namespace {

bool is_word_char(UChar32 c) { return c >= 0 && (c == '_' || (U_GET_GC_MASK(c) & (U_GC_L_MASK | U_GC_ND_MASK)) != 0); }

UChar32 code_point_at(std::string_view text, std::size_t at)
{
    if (at >= text.size()) return U_SENTINEL;
    const auto c = sdk::utf8::decode(text, at);
    return c.valid ? static_cast<UChar32>(c.value) : U_SENTINEL;
}

/// Whether a mention may end at `end`: `Form-1` is mentioned neither in `Form-12` nor in `Form-1-b`.
bool is_mention_end(std::string_view text, std::size_t end)
{
    const auto next = code_point_at(text, end);
    return !is_word_char(next) && !(next == '-' && is_word_char(code_point_at(text, end + 1)));
}

struct link
{
    std::string_view id;
    std::string_view url_id;
};

/// Sorted by id, without duplicates: the last record with an id counts.
std::vector<link> sorted_links(std::span<const record* const> records)
{
    std::vector<link> links;
    for (const auto* record : records)
        if (!record->id.empty() && !record->url_id.empty() && record->id.find_first_of("\r\n") == std::string::npos)
            links.push_back({record->id, record->url_id});
    std::ranges::stable_sort(links, {}, &link::id);

    std::vector<link> unique;
    for (const auto& link : links)
    {
        if (!unique.empty() && unique.back().id == link.id) unique.back() = link;
        else unique.push_back(link);
    }
    return unique;
}

/// The longest id that is mentioned at `at`. Sorted ids with a common prefix are adjacent, so each byte narrows the
/// range: the work depends on the text and hardly on the number of ids.
const link* find_mention(const std::vector<link>& links, std::string_view text, std::size_t at)
{
    const link* longest = nullptr;
    auto        first   = links.begin();
    auto        last    = links.end();
    for (std::size_t depth = 0; first != last && at + depth < text.size(); ++depth)
    {
        const auto byte_of = [depth](const link& link) {
            return depth < link.id.size() ? int{static_cast<unsigned char>(link.id[depth])} : -1;
        };
        const auto narrowed =
            std::ranges::equal_range(first, last, int{static_cast<unsigned char>(text[at + depth])}, {}, byte_of);
        first = narrowed.begin();
        last  = narrowed.end();
        if (first != last && first->id.size() == depth + 1 && is_mention_end(text, at + depth + 1)) longest = &*first;
    }
    return longest;
}

/// The Markdown links of a text.
class existing_links
{
public:
    explicit existing_links(std::string_view text)
        : text_{text}
        , labels_{bracket_pairs(text, '[', ']')}
        , targets_{bracket_pairs(text, '(', ')')}
    {}

    /// The end of the link that begins at `at`; npos if none does.
    std::size_t end_of(std::size_t at) const
    {
        const auto label = labels_[at];
        if (label == npos || label + 1 >= text_.size() || text_[label + 1] != '(') return npos;
        const auto target = targets_[label + 1];
        return target == npos ? npos : target + 1;
    }

private:
    std::string_view         text_;
    std::vector<std::size_t> labels_;
    std::vector<std::size_t> targets_;
};

/// The end of the address that begins at `at`; npos if none does. It ends at white space, a quotation mark or a bracket
/// that it did not open. A link inside an address would break both.
std::size_t url_end(std::string_view text, std::size_t at)
{
    const auto has_scheme = [&](std::string_view scheme) {
        return std::ranges::equal(text.substr(at, scheme.size()), scheme, {}, sdk::ascii::to_lower);
    };
    if (!has_scheme("http://") && !has_scheme("https://")) return npos;

    int open = 0;
    while (at < text.size())
    {
        const auto c = code_point_at(text, at);
        if (c < 0 || u_isUWhiteSpace(c) || c == '<' || c == '>' || c == '"' || c == ']') break;
        if (c == '(') ++open;
        if (c == ')' && --open < 0) break;
        at = sdk::utf8::decode(text, at).end;
    }
    return at;
}

std::string markdown(const link& link, std::string_view base)
{
    constexpr std::string_view path_characters = "!$&'*+,;=:@/";

    std::string result = "[";
    for (const char c : link.id)
    {
        // A backslash in the id would escape the next character, which may be the closing bracket; a backtick would
        // begin code.
        if (std::string_view{"[]\\`"}.find(c) != npos) result += '\\';
        result += c;
    }
    return result.append("](")
        .append(base)
        .append("/")
        .append(sdk::ascii::percent_encoded(link.url_id, path_characters))
        .append(")");
}

/// An upper bound of the bytes that linking reads and writes. Counting ends soon after max_inline_bytes.
std::size_t linking_bytes(std::string_view text, std::string_view base_url, std::span<const record* const> records)
{
    std::size_t read    = text.size();
    std::size_t longest = 0;
    for (const auto* record : records)
    {
        if (read > max_inline_bytes) break;
        read += record->id.size() + record->url_id.size();
        longest = std::max(longest, record->id.size() + record->url_id.size());
    }
    const auto written = text.size() * (base_url.size() + 3 * longest); // a link at every byte
    return read + std::min(written, max_linked_bytes);
}

} // namespace

response_text with_links(const response_text& filtered, std::string_view base_url,
                         std::span<const record* const> records, std::size_t max_json_bytes)
{
    const std::string_view text  = filtered.text();
    const auto             links = sorted_links(records);
    if (sdk::utf8::is_blank(base_url) || links.empty()) return filtered;
    const auto           address = sdk::utf8::trimmed(base_url);
    const auto           base    = address.substr(0, address.find_last_not_of('/') + 1);
    const existing_links existing{text};

    std::string linked;
    std::size_t size   = json_size(text);
    bool        full   = false;
    UChar32     before = U_SENTINEL;
    for (std::size_t at = 0; at < text.size();)
    {
        auto        end           = text[at] == '[' ? existing.end_of(at) : npos;
        const link* mention       = nullptr;
        const bool  at_word_start = !is_word_char(before) && before != '-';
        if (end == npos && at_word_start && !full) mention = find_mention(links, text, at);
        if (end == npos && at_word_start && !mention) end = url_end(text, at);
        if (mention)
        {
            end             = at + mention->id.size();
            const auto link = markdown(*mention, base);
            size += json_size(link) - json_size(mention->id);
            full = size > max_json_bytes;
            if (!full && before == '!') linked += ' '; // otherwise it would be an image
            linked += full ? mention->id : link;
        }
        else
        {
            if (end == npos) end = sdk::utf8::decode(text, at).end;
            linked += text.substr(at, end - at);
        }
        before = code_point_at(text, sdk::utf8::previous_code_point(text, end));
        at     = end;
    }
    auto result  = filtered;
    result.text_ = std::move(linked);
    return result;
}

sdk::task<response_text> add_links(sdk::call& call, const response_text& text, std::string_view base_url,
                                   std::span<const record* const> records)
{
    if (sdk::utf8::is_blank(base_url)) co_return text;
    const auto link = [&] { return with_links(text, base_url, records); };
    co_return co_await compute_if_large(call, linking_bytes(text.text(), base_url, records), link);
}

} // namespace verbatim::feedback
