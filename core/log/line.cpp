#include "log/line.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <ctime>

namespace verbatim::core::log {

namespace {

constexpr std::size_t longest_value = 1024;

/// Two digits or more, with leading zeros.
void append_digits(std::uint64_t number, int width, std::string& to)
{
    std::array<char, 20> digits{};
    for (int at = width - 1; at >= 0; --at, number /= 10)
        digits[static_cast<std::size_t>(at)] = static_cast<char>('0' + number % 10);
    to.append(digits.data(), static_cast<std::size_t>(width));
}

/// 2026-01-31T12:34:56.123456Z. The part down to the second is kept from line to line: at many lines a second it is the
/// same.
void append_time(std::chrono::system_clock::time_point when, std::string& to)
{
    using namespace std::chrono;
    thread_local std::time_t second = -1;
    thread_local char        spelled[32];

    const auto micros = duration_cast<microseconds>(when.time_since_epoch()).count();
    if (const auto now = static_cast<std::time_t>(micros / 1'000'000); now != second)
    {
        std::tm broken{};
        ::gmtime_r(&now, &broken);
        std::strftime(spelled, sizeof spelled, "%Y-%m-%dT%H:%M:%S.", &broken);
        second = now;
    }
    to += spelled;
    append_digits(static_cast<std::uint64_t>(micros % 1'000'000), 6, to);
    to += 'Z';
}

void append_escape(std::uint32_t unit, std::string& to)
{
    constexpr std::string_view hex = "0123456789abcdef";
    to += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) to += hex[(unit >> shift) & 0xF];
}

/// The code point that starts `text`, and its length; a byte that is no UTF-8 counts as U+FFFD.
std::pair<std::uint32_t, std::size_t> first_code_point(std::string_view text)
{
    const auto at   = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto lead = at(0);
    const auto size = lead >= 0xF0 && lead < 0xF5 ? 4u : lead >= 0xE0 ? 3u : lead >= 0xC2 ? 2u : 0u;
    if (size == 0 || lead >= 0xF5 || text.size() < size) return {0xFFFD, 1};

    std::uint32_t point = lead & (0xFFu >> (size + 1));
    for (std::size_t i = 1; i < size; ++i)
    {
        if ((at(i) & 0xC0) != 0x80) return {0xFFFD, 1};
        point = (point << 6) | (at(i) & 0x3Fu);
    }
    const bool overlong  = point < (size == 2 ? 0x80u : size == 3 ? 0x800u : 0x10000u);
    const bool surrogate = point >= 0xD800 && point < 0xE000;
    if (overlong || surrogate || point > 0x10FFFF) return {0xFFFD, 1};
    return {point, size};
}

void append_quoted(std::string_view text, std::string& to)
{
    const bool cut = text.size() > longest_value;
    if (cut) text = text.substr(0, longest_value);

    to += '"';
    while (!text.empty())
    {
        const char next = text.front();
        if (next >= 0x20 && next < 0x7F)
        {
            if (next == '"' || next == '\\') to += '\\';
            to += next;
            text.remove_prefix(1);
            continue;
        }
        const auto [point, size] = static_cast<unsigned char>(next) < 0x80
                                       ? std::pair<std::uint32_t, std::size_t>{static_cast<unsigned char>(next), 1}
                                       : first_code_point(text);
        if (point < 0x10000) append_escape(point, to);
        else
        {
            append_escape(0xD800 + ((point - 0x10000) >> 10), to);
            append_escape(0xDC00 + ((point - 0x10000) & 0x3FF), to);
        }
        text.remove_prefix(size);
    }
    if (cut) to += "...";
    to += '"';
}

/// Whether a value can stand in a text line without quotes.
bool is_plain(std::string_view text)
{
    if (text.empty() || text.size() > longest_value) return false;
    for (const char one : text)
        if (one <= 0x20 || one >= 0x7F || one == '"' || one == '\\' || one == '=') return false;
    return true;
}

bool is_taken(std::string_view name, bool has_request_id)
{
    return name == "time" || name == "level" || name == "event" || (has_request_id && name == "request_id");
}

template <class Number>
void append_number(Number number, std::string& to)
{
    std::array<char, 32> digits{};
    const auto           end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    to.append(digits.data(), end);
}

/// Writes members one after the other, in the shape of the format.
class writer
{
public:
    writer(format as, std::string& to)
        : json_{as == format::json}
        , to_{to}
    {}

    void name(std::string_view what, std::string_view suffix = {})
    {
        if (!first_) to_ += json_ ? ',' : ' ';
        first_ = false;
        if (json_)
        {
            append_quoted(what, to_);
            if (!suffix.empty()) to_.insert(to_.size() - 1, suffix);
            to_ += ':';
            return;
        }
        for (const char one : what.substr(0, longest_value)) to_ += is_plain({&one, 1}) ? one : '_';
        to_.append(suffix) += '=';
    }

    void text(std::string_view value)
    {
        if (!json_ && is_plain(value)) to_ += value;
        else append_quoted(value, to_);
    }

    void value(std::int64_t number) { append_number(number, to_); }
    void value(double number)
    {
        if (std::isfinite(number)) append_number(number, to_);
        else to_ += "null";
    }
    void value(bool truth) { to_ += truth ? "true" : "false"; }
    void value(std::string_view word) { text(word); }

private:
    bool         json_;
    bool         first_ = true;
    std::string& to_;
};

} // namespace

std::string_view to_string(sdk::severity how) noexcept
{
    switch (how)
    {
    case sdk::severity::debug: return "debug";
    case sdk::severity::info: return "info";
    case sdk::severity::warning: return "warning";
    case sdk::severity::error: return "error";
    }
    return "error";
}

void append_line(const event& one, format as, std::string& to)
{
    if (as == format::json) to += '{';
    writer line{as, to};

    line.name("time");
    if (as == format::json) to += '"';
    append_time(one.when, to);
    if (as == format::json) to += '"';
    line.name("level");
    line.text(to_string(one.how));
    line.name("event");
    line.text(one.what);
    if (!one.request_id.empty())
    {
        line.name("request_id");
        line.text(one.request_id);
    }
    for (const auto& fact : one.facts)
    {
        line.name(fact.name, is_taken(fact.name, !one.request_id.empty()) ? "_" : "");
        std::visit([&](const auto& value) { line.value(value); }, fact.value);
    }
    to += as == format::json ? "}\n" : "\n";
}

} // namespace verbatim::core::log
