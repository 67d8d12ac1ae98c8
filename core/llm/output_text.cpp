#include "llm/output_text.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <optional>

namespace verbatim::core::llm {

namespace {

/// Where the mark stands last. Looks only at bytes that may begin it, unlike rfind().
std::size_t last_position(std::string_view text, std::string_view mark) noexcept
{
    auto last = text.npos;
    for (auto next = text.find(mark); next != text.npos; next = text.find(mark, next + 1)) last = next;
    return last;
}

/// Whether the mark at `position` begins a line, or ends one without a blank and an opening mark before it. A mark that
/// a text quotes is a word of a line.
bool ends_reasoning(std::string_view text, std::size_t position, std::string_view open, std::string_view close) noexcept
{
    const auto before    = text.substr(0, position);
    const auto after     = sdk::ascii::trimmed(text.substr(position + close.size()), " \t\r");
    const auto line      = sdk::ascii::trimmed(before, " \t\r");
    const bool is_begin  = line.empty() || line.ends_with('\n');
    const bool is_end    = after.empty() || after.starts_with('\n');
    const auto last_line = before.substr(before.rfind('\n') + 1);
    const bool is_a_word = before.ends_with(' ') || before.ends_with('\t') || last_line.find(open) != before.npos;
    return is_begin || (is_end && !is_a_word);
}

/// Of JSON, a mark is a part of a text.
bool is_json(std::string_view text) noexcept { return text.starts_with('{') || text.starts_with('['); }

/// The channel `final` of gpt-oss, also where a server has dropped the tokens. None without channels.
std::optional<std::string_view> final_channel(std::string_view text) noexcept
{
    constexpr std::string_view channel = "<|channel|>", message = "<|message|>";
    constexpr std::string_view plain_begin = "analysis", plain_final = "assistantfinal";
    if (const auto last = last_position(text, channel); last != text.npos)
    {
        const auto content = text.substr(last + channel.size());
        const auto begin   = content.find(message);
        const bool is_last = content.starts_with("final") && begin != content.npos;
        return is_last ? content.substr(begin + message.size()) : std::string_view{};
    }
    if (const auto last = last_position(text, plain_final); text.starts_with(plain_begin) && last != text.npos)
        return text.substr(last + plain_final.size());
    return std::nullopt;
}

/// The text behind the reasoning. The last closing mark counts: reasoning may quote a mark and an answer from a record.
std::string_view without_reasoning(std::string_view output) noexcept
{
    constexpr struct
    {
        std::string_view open;
        std::string_view close;
    } marks[]{{"<think>", "</think>"},         {"<thinking>", "</thinking>"}, {"<thought>", "</thought>"},
              {"<reasoning>", "</reasoning>"}, {"[THINK]", "[/THINK]"},       {"◁think▷", "◁/think▷"}};
    for (const auto& [open, close] : marks)
    {
        const auto end = last_position(output, close);
        if (output.starts_with(open))
            return end == output.npos ? std::string_view{} : sdk::utf8::trimmed(output.substr(end + close.size()));
        if (end != output.npos && !is_json(output) && ends_reasoning(output, end, open, close))
            return sdk::utf8::trimmed(output.substr(end + close.size()));
    }
    return output;
}

/// The size of a control token such as <|im_end|> at the beginning of the text; 0 without one.
std::size_t token_size(std::string_view text) noexcept
{
    constexpr std::size_t max_name = 40;
    if (!text.starts_with("<|")) return 0;
    const auto end = text.substr(0, max_name).find("|>", 2);
    if (end == text.npos || end == 2) return 0;
    const bool is_name = std::ranges::all_of(text.substr(2, end - 2), [](char c) {
        return sdk::ascii::is_alphanumeric(static_cast<unsigned char>(c)) || c == '_' || c == '-';
    });
    return is_name ? end + 2 : 0;
}

/// Up to the first token that ends a turn: behind it a model writes the next turn of a conversation.
std::string_view first_turn(std::string_view text) noexcept
{
    constexpr std::string_view ends[]{"<|im_end|>",    "<|eot_id|>", "<|end|>",
                                      "<|endoftext|>", "<|return|>", "<|end_of_text|>"};
    for (auto next = text.find("<|"); next != text.npos; next = text.find("<|", next + 2))
        if (std::ranges::any_of(ends, [&](std::string_view end) { return text.substr(next).starts_with(end); }))
            return text.substr(0, next);
    return text;
}

/// The content of a fence around the whole text, if there is no other.
std::string_view without_fence(std::string_view text) noexcept
{
    constexpr std::string_view fence      = "```";
    constexpr std::size_t      max_header = 20;
    if (!text.starts_with(fence) || !text.ends_with(fence) || text.size() < 2 * fence.size() + 1) return text;
    const auto line = text.find('\n');
    const auto body = text.substr(0, text.size() - fence.size());
    if (line == text.npos || line > max_header || line >= body.size()) return text;
    const auto content = body.substr(line + 1);
    return content.find(fence) == content.npos ? sdk::utf8::trimmed(content) : text;
}

constexpr std::size_t min_repeats        = 8;
constexpr std::size_t min_bytes          = 500; ///< of all passages together
constexpr std::size_t short_passage      = 3;   ///< rules of tables and blanks
constexpr std::size_t min_bytes_if_short = 4'000;

/// Equal passages at the end of a text. Lengths in bytes.
struct repeated_end
{
    std::size_t length;  ///< of all passages together
    std::size_t passage; ///< of the first one
};

/// The longest end of the text that consists of at least eight equal passages of together 500 bytes or more. Models
/// that repeat themselves fill the output limit so.
std::optional<repeated_end> find_repeated_end(std::string_view text)
{
    if (text.size() < min_bytes) return std::nullopt;
    // Knuth, Morris and Pratt: borders[n] is the length of the longest border of the last n bytes. Its complement is
    // their shortest period.
    const auto               at = [&](std::size_t n) { return text[text.size() - 1 - n]; };
    std::vector<std::size_t> borders(text.size() + 1);
    repeated_end             result{};
    for (std::size_t n = 1, border = 0; n != text.size(); ++n)
    {
        while (border != 0 && at(n) != at(border)) border = borders[border];
        if (at(n) == at(border)) ++border;
        borders[n + 1]       = border;
        const auto candidate = n + 1 - border;
        const bool is_repeat = n + 1 >= min_bytes && (n + 1) / candidate >= min_repeats;
        if (!is_repeat) continue;
        result = {n + 1, candidate};
    }
    return result.length == 0 ? std::nullopt : std::optional{result};
}

/// Ends a JSON string that the text leaves open, without a part of an escape at its end. False: there is none.
bool close_string(std::string& text)
{
    bool        in_string = false;
    std::size_t escape    = text.npos; ///< where the last escape begins
    for (std::size_t at = 0; at < text.size(); ++at)
        if (text[at] == '"') in_string = !in_string;
        else if (in_string && text[at] == '\\') escape = at++;
    if (!in_string) return false;
    constexpr std::size_t size_of_code_unit = 6; // \u0041
    const bool            has_code_unit = escape != text.npos && escape + 1 < text.size() && text[escape + 1] == 'u';
    if (escape != text.npos && escape + (has_code_unit ? size_of_code_unit : 2) > text.size()) text.resize(escape);
    text += '"';
    return true;
}

bool cut_at_repeat(reply_text& reply)
{
    const auto end = find_repeated_end(reply.text);
    if (!end) return false;
    // The first passage may begin within a sentence: up to the end of its sentence, if it has one.
    const auto begin    = reply.text.size() - end->length + end->passage;
    const auto sentence = reply.text.find_first_of(".!?\n", begin - 1);
    const auto length   = sentence < begin - 1 + end->passage ? sentence + 1 : begin;
    reply.text.resize(sdk::utf8::truncated(reply.text, length).size());
    reply.repairs.push_back(sdk::reply_repair::repetition);
    return true;
}

} // namespace

std::string_view answer_of(std::string_view output) noexcept
{
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (output.starts_with(byte_order_mark)) output.remove_prefix(byte_order_mark.size());

    const auto whole = sdk::utf8::trimmed(output);
    auto       text  = final_channel(whole).value_or(without_reasoning(whole));
    while (const auto size = token_size(text)) text = sdk::utf8::trimmed(text.substr(size));
    if (!is_json(text)) text = sdk::utf8::trimmed(first_turn(text));
    text = without_fence(text);
    return text.size() == whole.size() ? output : text;
}

reply_text clean_text(std::string_view answer)
{
    reply_text reply;
    reply.text.reserve(answer.size());
    for (std::size_t at = 0; at != answer.size();)
    {
        const auto size = answer[at] == '<' ? token_size(answer.substr(at)) : 0;
        if (size == 0) reply.text += answer[at];
        at += std::max<std::size_t>(size, 1);
    }
    if (reply.text.size() != answer.size()) reply.repairs.push_back(sdk::reply_repair::tokens);
    reply.truncated = cut_at_repeat(reply);
    return reply;
}

reply_text without_repeats(std::string_view json_text)
{
    reply_text reply{.text = std::string{json_text}};
    reply.truncated = cut_at_repeat(reply) && close_string(reply.text);
    return reply;
}

bool ends_in_repeats(std::string_view text)
{
    const auto end = find_repeated_end(text.substr(text.size() - std::min(text.size(), min_bytes_if_short)));
    return end && (end->passage > short_passage || end->length >= min_bytes_if_short);
}

} // namespace verbatim::core::llm
