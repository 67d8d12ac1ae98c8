#include "http/framing.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace verbatim::core::http {

namespace {

/// Where a byte may occur: RFC 9110 section 5.6.2 (token), 5.5 (field value), RFC 9112 section 3.2 (target), RFC 3986
/// (host).
enum character_class : std::uint8_t
{
    token  = 1,
    value  = 2,
    target = 4,
    host   = 8,
};

constexpr auto character_classes = [] {
    std::array<std::uint8_t, 256> table{};
    for (char32_t c = 0; c < 256; ++c)
    {
        const auto is_in = [c](std::string_view set) { return c != 0 && set.find(static_cast<char>(c)) != set.npos; };
        auto&      entry = table[c];
        if (sdk::ascii::is_alphanumeric(c) || is_in("!#$%&'*+-.^_`|~")) entry |= token;
        if (c == '\t' || (c >= 0x20 && c != 0x7f)) entry |= value;
        if (c > 0x20 && c < 0x7f && c != '#') entry |= target;
        // RFC 3986 allows a comma in a host; here it means two hosts joined into a list.
        if (sdk::ascii::is_alphanumeric(c) || is_in("-._~%!$&'()*+;=:[]")) entry |= host;
    }
    return table;
}();

bool consists_of(std::string_view text, character_class allowed)
{
    return std::all_of(text.begin(), text.end(),
                       [allowed](unsigned char c) { return (character_classes[c] & allowed) != 0; });
}

/// Removes the first line and its end from `rest`. The scanner has checked that a carriage return precedes every line
/// feed.
std::string_view take_line(std::string_view& rest)
{
    const auto end  = rest.find('\n');
    const auto line = rest.substr(0, end - 1);
    rest.remove_prefix(end + 1);
    return line;
}

bool is_valid_target(std::string_view text)
{
    if (text.empty() || !consists_of(text, target)) return false;
    if (text.front() == '/' || text == "*") return true;
    return sdk::ascii::equals_ignoring_case(text.substr(0, 7), "http://") ||
           sdk::ascii::equals_ignoring_case(text.substr(0, 8), "https://");
}

/// Sets `minor` to the minor HTTP version.
bool is_valid_request_line(std::string_view line, int& minor)
{
    const auto first = line.find(' ');
    const auto last  = line.rfind(' ');
    if (first == line.npos || first == last || first == 0) return false;
    const auto version = line.substr(last + 1);
    if (version != "HTTP/1.1" && version != "HTTP/1.0") return false;
    minor = version.back() - '0';
    return consists_of(line.substr(0, first), token) && is_valid_target(line.substr(first + 1, last - first - 1));
}

/// Only digits and far from overflow, so that every HTTP implementation reads the same number.
bool is_valid_length(std::string_view text)
{
    constexpr std::size_t max_digits = 18;
    return !text.empty() && text.size() <= max_digits && std::all_of(text.begin(), text.end(), sdk::ascii::is_digit);
}

/// The fields that decide where a request ends and which host it is for.
struct framing_fields
{
    int hosts            = 0;
    int lengths          = 0;
    int transfer_codings = 0;

    /// False: this field alone makes the request invalid.
    bool add(std::string_view name, std::string_view text)
    {
        if (sdk::ascii::equals_ignoring_case(name, "host")) return ++hosts == 1 && consists_of(text, host);
        if (sdk::ascii::equals_ignoring_case(name, "content-length")) return ++lengths == 1 && is_valid_length(text);
        if (sdk::ascii::equals_ignoring_case(name, "transfer-encoding"))
            return ++transfer_codings == 1 && sdk::ascii::equals_ignoring_case(text, "chunked");
        return true;
    }

    bool are_consistent(int minor) const
    {
        if (minor == 0) return transfer_codings == 0;
        return hosts == 1 && (lengths == 0 || transfer_codings == 0);
    }
};

} // namespace

head_scanner::outcome head_scanner::scan(std::string_view bytes) noexcept
{
    if (scanned_ == 0 && !bytes.empty() && (character_classes[static_cast<unsigned char>(bytes.front())] & token) == 0)
        return outcome::malformed;
    for (;;)
    {
        const auto end = bytes.find('\n', scanned_);
        if (end == bytes.npos)
        {
            scanned_ = bytes.size();
            return scanned_ > max_head_bytes ? outcome::too_large : outcome::incomplete;
        }
        if (end == 0 || bytes[end - 1] != '\r') return outcome::malformed;
        const bool empty = end - 1 == line_start_;
        scanned_ = line_start_ = end + 1;
        if (scanned_ > max_head_bytes) return outcome::too_large;
        if (empty) return outcome::complete;
    }
}

head_status check_head(std::string_view block) noexcept
{
    int minor = 1;
    if (!is_valid_request_line(take_line(block), minor)) return head_status::malformed;

    framing_fields fields;
    std::size_t    count = 0;
    for (auto line = take_line(block); !line.empty(); line = take_line(block))
    {
        if (++count > max_head_fields) return head_status::too_many_fields;
        const auto colon = line.find(':');
        if (colon == line.npos || colon == 0) return head_status::malformed;
        const auto name = line.substr(0, colon);
        const auto text = sdk::ascii::trimmed(line.substr(colon + 1), " \t");
        if (!consists_of(name, token) || !consists_of(text, value) || !fields.add(name, text))
            return head_status::malformed;
    }
    return fields.are_consistent(minor) ? head_status::valid : head_status::malformed;
}

} // namespace verbatim::core::http
