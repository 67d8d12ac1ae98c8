#include "llm/output_text.hpp"

#include "verbatim/sdk/text.hpp"

namespace verbatim::core::llm {

namespace {

/// The text after the mark at `position`, if the mark has a line of its own. In JSON it never has.
std::string_view after_own_line(std::string_view text, std::size_t position, std::string_view mark) noexcept
{
    const auto before = sdk::ascii::trimmed(text.substr(0, position), " \t\r");
    const auto after  = sdk::ascii::trimmed(text.substr(position + mark.size()), " \t\r");
    const bool is_own = (before.empty() || before.ends_with('\n')) && (after.empty() || after.starts_with('\n'));
    return is_own ? after : text;
}

/// Where the mark stands last. Looks only at bytes that may begin it, unlike rfind().
std::size_t last_position(std::string_view text, std::string_view mark) noexcept
{
    auto last = text.npos;
    for (auto next = text.find(mark); next != text.npos; next = text.find(mark, next + 1)) last = next;
    return last;
}

} // namespace

// The last closing mark counts: reasoning may quote a mark and an answer from a record.
std::string_view answer_of(std::string_view output) noexcept
{
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (output.starts_with(byte_order_mark)) output.remove_prefix(byte_order_mark.size());

    constexpr struct
    {
        std::string_view open;
        std::string_view close;
    } marks[]{{"<think>", "</think>"}, {"[THINK]", "[/THINK]"}};
    for (const auto& [open, close] : marks)
    {
        const auto end = last_position(output, close);
        if (sdk::utf8::trimmed(output).starts_with(open))
            return end == output.npos ? std::string_view{} : sdk::utf8::trimmed(output.substr(end + close.size()));
        if (end == output.npos) continue;
        if (const auto rest = after_own_line(output, end, close); rest.size() != output.size())
            return sdk::utf8::trimmed(rest);
    }
    return output;
}

} // namespace verbatim::core::llm
