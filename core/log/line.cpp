#include "log/line.hpp"

#include "verbatim/sdk/calendar.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <utility>

namespace verbatim::core::log {

namespace {

constexpr std::size_t max_value_bytes = 1024;

/// 2026-01-31T12:34:56.123456Z
void append_time(std::chrono::system_clock::time_point time, std::string& output)
{
    const auto text = sdk::calendar::time_text(std::chrono::floor<std::chrono::microseconds>(time));
    output.append(text.data(), text.size());
}

void append_escape(std::uint32_t unit, std::string& output)
{
    constexpr std::string_view hex = "0123456789abcdef";
    output += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) output += hex[(unit >> shift) & 0xF];
}

constexpr auto needs_no_escape = [](char c) { return c >= 0x20 && c < 0x7F && c != '"' && c != '\\'; };

/// Appends the first character of `text` with an escape. Returns its bytes.
std::size_t append_escaped(std::string_view text, std::string& output)
{
    const char first = text.front();
    if (first == '"' || first == '\\')
    {
        output.append({'\\', first});
        return 1;
    }
    const auto [point, size, valid] = sdk::utf8::decode(text, 0);
    if (point < 0x10000) append_escape(point, output);
    else
    {
        append_escape(0xD800 + ((point - 0x10000) >> 10), output);
        append_escape(0xDC00 + ((point - 0x10000) & 0x3FF), output);
    }
    return size;
}

void append_quoted(std::string_view text, std::string& output)
{
    const bool is_cut = text.size() > max_value_bytes;
    if (is_cut) text = text.substr(0, max_value_bytes);

    output += '"';
    while (!text.empty())
    {
        const auto escaped = std::find_if_not(text.begin(), text.end(), needs_no_escape);
        output.append(text.begin(), escaped);
        text.remove_prefix(static_cast<std::size_t>(escaped - text.begin()));
        if (!text.empty()) text.remove_prefix(append_escaped(text, output));
    }
    if (is_cut) output += "...";
    output += '"';
}

/// Whether a value can stand in a text line without quotes.
bool is_plain(std::string_view text)
{
    if (text.empty() || text.size() > max_value_bytes) return false;
    for (const char c : text)
        if (c <= 0x20 || c >= 0x7F || c == '"' || c == '\\' || c == '=') return false;
    return true;
}

bool is_reserved(std::string_view name, const event& entry)
{
    return name == "time" || name == "level" || name == "event" ||
           (!entry.request_id.empty() && name == "request_id") || (!entry.trace_id.empty() && name == "trace_id");
}

template <class Number>
void append_number(Number number, std::string& output)
{
    std::array<char, 32> digits{};
    const auto           end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    output.append(digits.data(), end);
}

/// Writes the fields of a line in its format.
class writer
{
public:
    writer(line_format format, std::string& output)
        : json_{format == line_format::json}
        , output_{output}
    {}

    void name(std::string_view key, std::string_view suffix = {})
    {
        if (!first_) output_ += json_ ? ',' : ' ';
        first_ = false;
        if (json_)
        {
            append_quoted(key, output_);
            if (!suffix.empty()) output_.insert(output_.size() - 1, suffix);
            output_ += ':';
            return;
        }
        for (const char c : key.substr(0, max_value_bytes)) output_ += is_plain({&c, 1}) ? c : '_';
        output_.append(suffix) += '=';
    }

    void text(std::string_view value)
    {
        if (!json_ && is_plain(value)) output_ += value;
        else append_quoted(value, output_);
    }

    void value(std::int64_t number) { append_number(number, output_); }
    void value(double number)
    {
        if (std::isfinite(number)) append_number(number, output_);
        else output_ += "null";
    }
    void value(bool boolean) { output_ += boolean ? "true" : "false"; }
    void value(std::string_view string) { text(string); }

private:
    bool         json_;
    bool         first_ = true;
    std::string& output_;
};

} // namespace

std::string_view to_string(sdk::severity level) noexcept
{
    switch (level)
    {
    case sdk::severity::debug: return "debug";
    case sdk::severity::info: return "info";
    case sdk::severity::warning: return "warning";
    case sdk::severity::error: return "error";
    }
    return "error";
}

void append_line(const event& entry, line_format format, std::string& output)
{
    if (format == line_format::json) output += '{';
    writer line{format, output};

    line.name("time");
    if (format == line_format::json) output += '"';
    append_time(entry.time, output);
    if (format == line_format::json) output += '"';
    line.name("level");
    line.text(to_string(entry.level));
    line.name("event");
    line.text(entry.name);
    for (const auto& [name, id] : {std::pair{"request_id", entry.request_id}, {"trace_id", entry.trace_id}})
    {
        if (id.empty()) continue;
        line.name(name);
        line.text(id);
    }
    for (const auto& field : entry.fields)
    {
        line.name(field.name, is_reserved(field.name, entry) ? "_" : "");
        std::visit([&](const auto& value) { line.value(value); }, field.value);
    }
    output += format == line_format::json ? "}\n" : "\n";
}

} // namespace verbatim::core::log
