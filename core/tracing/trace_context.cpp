#include "tracing/trace_context.hpp"

#include "encoding/encoding.hpp"
#include "exec/random.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>

namespace verbatim::core::tracing {

namespace {

template <class Id>
Id make_id()
{
    Id id{};
    while (!is_valid(id)) exec::fill_random(id);
    return id;
}

} // namespace

trace_id make_trace_id() { return make_id<trace_id>(); }
span_id  make_span_id() { return make_id<span_id>(); }

namespace {

namespace ascii = sdk::ascii;

/// Length of `00-` with 32 digits, `-`, 16 digits, `-` and 2 digits.
constexpr std::size_t length_of_version_00 = 55;

constexpr std::size_t max_members     = 32;
constexpr std::size_t max_key_length  = 256;
constexpr std::size_t max_tenant      = 241;
constexpr std::size_t max_system      = 14;
constexpr std::size_t max_value_bytes = 256;

bool is_key_start(char c) noexcept { return c >= 'a' && c <= 'z'; }
bool is_key_character(char c) noexcept
{
    return is_key_start(c) || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '*' || c == '/';
}

bool is_key_part(std::string_view part, std::size_t max_length, bool may_start_with_digit) noexcept
{
    if (part.empty() || part.size() > max_length || !std::ranges::all_of(part, is_key_character)) return false;
    return is_key_start(part.front()) || (may_start_with_digit && part.front() >= '0' && part.front() <= '9');
}

bool is_key(std::string_view key) noexcept
{
    const auto at = key.find('@');
    if (at == key.npos) return is_key_part(key, max_key_length, false);
    return is_key_part(key.substr(0, at), max_tenant, true) && is_key_part(key.substr(at + 1), max_system, false);
}

bool is_value(std::string_view value) noexcept
{
    const auto is_allowed = [](char c) { return c >= ' ' && c <= '~' && c != ',' && c != '='; };
    return !value.empty() && value.size() <= max_value_bytes && value.back() != ' ' &&
           std::ranges::all_of(value, is_allowed);
}

} // namespace

std::optional<trace_parent> parse_traceparent(std::string_view header) noexcept
{
    using encoding::read_hexadecimal;

    if (header.size() < length_of_version_00) return std::nullopt;
    std::array<std::uint8_t, 1> version{};
    std::array<std::uint8_t, 1> flags{};
    trace_parent                parent;
    const bool                  is_read =
        read_hexadecimal(header.substr(0, 2), version) && read_hexadecimal(header.substr(3, 32), parent.trace) &&
        read_hexadecimal(header.substr(36, 16), parent.span) && read_hexadecimal(header.substr(53, 2), flags);
    const bool is_divided = header[2] == '-' && header[35] == '-' && header[52] == '-';
    if (!is_read || !is_divided || version[0] == 0xFF) return std::nullopt;
    if (!is_valid(parent.trace) || !is_valid(parent.span)) return std::nullopt;

    const bool has_more = header.size() > length_of_version_00;
    if (has_more && (version[0] == 0 || header[length_of_version_00] != '-')) return std::nullopt;
    parent.sampled = (flags[0] & 1U) != 0;
    return parent;
}

std::string to_header(const trace_parent& parent)
{
    using encoding::to_hexadecimal;
    return "00-" + to_hexadecimal(parent.trace) + "-" + to_hexadecimal(parent.span) + (parent.sampled ? "-01" : "-00");
}

bool is_valid_tracestate(std::string_view header) noexcept
{
    if (header.size() > max_tracestate_length) return false;
    std::array<std::string_view, max_members> keys;
    std::size_t                               count = 0;
    for (std::size_t begin = 0; begin <= header.size();)
    {
        const auto end    = std::min(header.find(',', begin), header.size());
        const auto member = ascii::trimmed(header.substr(begin, end - begin), " \t");
        begin             = end + 1;
        if (member.empty()) continue;

        const auto equals = member.find('=');
        if (count == max_members || equals == member.npos) return false;
        const auto key = member.substr(0, equals);
        if (!is_key(key) || !is_value(member.substr(equals + 1))) return false;
        if (std::find(keys.begin(), keys.begin() + count, key) != keys.begin() + count) return false;
        keys[count++] = key;
    }
    return count != 0;
}

} // namespace verbatim::core::tracing
