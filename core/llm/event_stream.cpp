#include "llm/event_stream.hpp"

#include "llm/codec.hpp"
#include "llm/output_text.hpp"
#include "llm/provider_error.hpp"

#include "verbatim/sdk/json_text.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <utility>

namespace verbatim::core::llm {

namespace json = boost::json;

namespace {

// In bytes. An output may have 256 KiB; a model that writes more repeats itself, and its stream ends here.
constexpr std::size_t max_content   = 512 * 1024;
constexpr std::size_t max_reasoning = 512 * 1024; ///< what exceeds it is dropped
constexpr std::size_t max_line      = 1024 * 1024;
constexpr std::size_t max_reason    = 64;

/// Of a plain body.
constexpr std::size_t max_body = 4 * 1024 * 1024;

constexpr std::string_view blanks = " \t\r\n";

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// A stream begins with a field or a comment, and JSON with neither.
bool begins_events(std::string_view text)
{
    return text.starts_with(':') || text.starts_with("data:") || text.starts_with("event:") ||
           text.starts_with("id:") || text.starts_with("retry:");
}

void append_member(std::string_view name, std::string_view text, std::string& body)
{
    if (body.back() != '{') body += ',';
    sdk::append_json_string(name, body);
    body += ':';
    sdk::append_json_string(text, body);
}

/// Whether a character of a JSON string stands for itself and alone.
bool is_plain(char c) noexcept { return c >= 0x20 && c < 0x7F && c != '"' && c != '\\'; }

/// The position of the quote that ends a JSON string. `at` is a position in it, not within an escape.
std::size_t end_of_string(std::string_view text, std::size_t at) noexcept
{
    while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
    return at < text.size() ? at : text.npos;
}

/// Appends the text of the content of a JSON string, in which quotes are escaped. Returns false and appends nothing if
/// `written` is not the content of a JSON string, or has a \u escape.
bool append_string_content(std::string_view written, std::string& text)
{
    if (!sdk::utf8::is_valid(written)) return false;
    constexpr std::string_view escapes = "\"\\/bfnrt", characters = "\"\\/\b\f\n\r\t";
    const auto                 size = text.size();
    for (std::size_t at = 0; at != written.size(); ++at)
    {
        const char c       = written[at];
        const auto escaped = c == '\\' ? escapes.find(written[++at]) : escapes.npos;
        if ((c == '\\' && escaped == escapes.npos) || static_cast<unsigned char>(c) < 0x20)
        {
            text.resize(size);
            return false;
        }
        text += c == '\\' ? characters[escaped] : c;
    }
    return true;
}

} // namespace

bool event_stream::take(std::string_view bytes)
{
    if (kind_ == body_kind::events) return take_events(bytes);
    if (bytes.size() > max_body - body_.size() - skipped_) return false;
    if (body_.empty()) // so that no byte is searched twice, however many blanks precede the body
    {
        const auto begin = std::min(bytes.find_first_not_of(blanks), bytes.size());
        skipped_ += begin;
        bytes.remove_prefix(begin);
    }
    body_ += bytes;
    if (kind_ == body_kind::plain || body_.empty()) return true;
    std::size_t start = 0;
    if (std::string_view{body_}.substr(start).starts_with(byte_order_mark)) start += byte_order_mark.size();
    if (body_.size() - start < std::string_view{"event:"}.size()) return true; // too little yet
    kind_ = begins_events(std::string_view{body_}.substr(start)) ? body_kind::events : body_kind::plain;
    return kind_ == body_kind::plain || take_events(std::exchange(body_, {}).substr(start));
}

/// Lines end with CR, LF or both; data never contains them. Each of the two is searched for once, which is several
/// times faster than a search for both.
bool event_stream::take_events(std::string_view bytes)
{
    std::size_t begin = 0, carriage_return = bytes.find('\r'), line_feed = bytes.find('\n');
    for (;;)
    {
        if (const auto size = body_.empty() ? take_with_same_frame(bytes.substr(begin)) : 0)
        {
            if (!accepts_more()) return false;
            begin += size;
            continue;
        }
        if (carriage_return < begin) carriage_return = bytes.find('\r', begin);
        if (line_feed < begin) line_feed = bytes.find('\n', begin);
        const auto end = std::min(carriage_return, line_feed);
        if (end == bytes.npos)
        {
            body_ += bytes.substr(begin);
            return body_.size() <= max_line;
        }
        const bool continues = !body_.empty();
        if (continues) body_ += bytes.substr(begin, end + 1 - begin);
        const bool accepted = continues ? take_whole_line() : take_line(bytes.substr(begin, end - begin));
        if (!accepted) return false;
        begin = end + 1;
    }
}

/// The line in `body_`, which has arrived in pieces.
bool event_stream::take_whole_line()
{
    const auto line = std::exchange(body_, {});
    return take_with_same_frame(line) != 0
               ? accepts_more()
               : take_line(std::string_view{line}.substr(0, line.find_last_not_of("\r\n") + 1));
}

bool event_stream::take_line(std::string_view line)
{
    constexpr std::string_view field = "data:";
    if (!line.starts_with(field)) return true; // a comment, or a field without content
    const auto data = sdk::ascii::trimmed(line.substr(field.size()));
    return data.empty() || data == "[DONE]" || take_event(line, data);
}

/// The lines of a stream usually differ in their text alone. Reads such a line at the begin of `text` without parsing
/// it. Returns its size with the ends of lines after it, or 0.
std::size_t event_stream::take_with_same_frame(std::string_view text)
{
    if (before_text_.empty() || !text.starts_with(before_text_)) return 0;
    const auto begin = before_text_.size();
    auto       end   = begin;
    while (end < text.size() && is_plain(text[end])) ++end;
    const bool is_all_plain = end < text.size() && text[end] == '"';
    if (!is_all_plain) end = end_of_string(text, end);
    if (end == text.npos || !text.substr(end).starts_with(after_text_)) return 0;
    const auto line_end  = end + after_text_.size();
    auto       next_line = line_end;
    while (next_line < text.size() && (text[next_line] == '\n' || text[next_line] == '\r')) ++next_line;
    if (next_line == line_end) return 0;
    const auto written = text.substr(begin, end - begin);
    if (is_all_plain) content_ += written;
    else if (!append_string_content(written, content_)) return 0;
    return next_line;
}

/// `text` is the text of the event. Events with a second string of that name are not remembered.
void event_stream::remember_frame(std::string_view line, std::string_view text)
{
    constexpr std::size_t max_frame = 1024;
    const auto            name      = std::string_view{is_message_ ? R"("text":")" : R"("content":")"};
    const auto            at        = line.find(name);
    if (at == line.npos || line.find(name, at + 1) != line.npos) return;
    const auto  begin = at + name.size(), end = end_of_string(line, begin);
    std::string read;
    if (end == line.npos || !append_string_content(line.substr(begin, end - begin), read) || read != text) return;
    if (line.size() - (end - begin) > max_frame) return;
    before_text_ = line.substr(0, begin);
    after_text_  = line.substr(end);
}

bool event_stream::accepts_more()
{
    return content_.size() <= max_content && refusal_.size() <= max_content && !check_repeats();
}

bool event_stream::take_event(std::string_view line, std::string_view data)
{
    if (!read_event(data, event_)) return true;
    const auto before     = content_.size();
    const bool is_message = event_.type.starts_with("message_") || event_.type.starts_with("content_block_");
    const bool is_text    = event_.has_choices ? add_choice() : is_message && add_message();
    if (event_.has_choices ? !event_.error.empty() : !is_message) add_error(data);
    const bool has_usage = add_usage();
    if (model_.empty()) model_ = to_model_name(event_.model);
    if (!event_.service_tier.empty() && event_.service_tier.size() < 32) tier_ = event_.service_tier;
    if (is_text && !has_usage) remember_frame(line, std::string_view{content_}.substr(before));
    return accepts_more();
}

/// A model that repeats itself does so up to its limit.
bool event_stream::check_repeats()
{
    if (repeats_ || content_.size() < next_check_) return repeats_;
    next_check_ = content_.size() + min_growth;
    repeats_    = ends_in_repeats(content_);
    if (repeats_) reason_ = "stop";
    return repeats_;
}

/// Whether the event brings text and nothing else.
bool event_stream::add_choice()
{
    // Some versions of vLLM send their reasoning twice.
    const auto& reasoning = event_.reasoning_content.empty() ? event_.reasoning : event_.reasoning_content;
    content_ += event_.content;
    refusal_ += event_.refusal;
    if (reasoning_.size() < max_reasoning) reasoning_ += reasoning;
    if (!event_.finish_reason.empty() && event_.finish_reason.size() < max_reason) reason_ = event_.finish_reason;
    return !event_.content.empty() && event_.refusal.empty() && reasoning.empty() && event_.finish_reason.empty() &&
           event_.error.empty();
}

/// Whether the event brings text and nothing else.
bool event_stream::add_message()
{
    is_message_ = true;
    if (event_.type == "content_block_start" && event_.block_type == "text") content_ += event_.content;
    if (event_.type == "message_delta" && !event_.finish_reason.empty() && event_.finish_reason.size() < max_reason)
        reason_ = event_.finish_reason;
    if (event_.type != "content_block_delta") return false;
    content_ += event_.content;
    content_ += event_.partial_json; // where a gateway replaces the schema by a tool
    return !event_.content.empty() && event_.partial_json.empty();
}

/// Of an event that may be an error, or whose choice may.
void event_stream::add_error(std::string_view data)
{
    const auto event = parse_json(data);
    if (!event) return;
    const auto* choices = find_member(&*event, {"choices"});
    const auto* choice =
        choices && choices->is_array() && !choices->get_array().empty() ? &choices->get_array()[0] : nullptr;
    if (choice && find_member(choice, {"error"}) && is_error(*choice)) error_ = json::serialize(*choice);
    else if (is_error(*event)) error_ = data;
}

/// Later counts replace earlier ones of the same name: those of a stream grow.
bool event_stream::add_usage()
{
    if (event_.usage.empty()) return false;
    auto usage = usage_.empty() ? event_.usage : usage_ + ',' + event_.usage;
    if (usage.size() > json_memory) // with many counts of the same name
    {
        const auto merged = parse_json('{' + usage + '}');
        usage             = merged ? json::serialize(*merged) : "{}";
        usage             = usage.substr(1, usage.size() - 2);
    }
    if (usage.size() <= json_memory) usage_ = std::move(usage);
    return true;
}

std::string event_stream::take_body()
{
    if (kind_ != body_kind::events) return std::move(body_);
    if (!body_.empty()) take_whole_line(); // a last line without an end
    if (!error_.empty() && !has_text()) return std::move(error_);
    return is_message_ ? merged_message() : merged_chat();
}

/// Without a reason to finish the stream has broken off.
std::string event_stream::merged_chat() const
{
    const auto  reason = !error_.empty() ? "error" : reason_.empty() ? "network_error" : std::string_view{reason_};
    std::string body{"{"};
    append_member("model", model_, body);
    if (!tier_.empty()) append_member("service_tier", tier_, body);
    body += R"(,"choices":[{)";
    append_member("finish_reason", reason, body);
    body += R"(,"message":{)";
    if (!reasoning_.empty()) append_member("reasoning_content", reasoning_, body);
    if (!refusal_.empty()) append_member("refusal", refusal_, body);
    if (refusal_.empty() || !content_.empty()) append_member("content", content_, body);
    body += "}}]";
    if (!usage_.empty()) body.append(R"(,"usage":{)").append(usage_) += '}';
    return body += '}';
}

std::string event_stream::merged_message() const
{
    const auto  reason = !error_.empty() ? "error" : reason_.empty() ? "network_error" : std::string_view{reason_};
    std::string body{"{"};
    append_member("model", model_, body);
    append_member("stop_reason", reason, body);
    body += R"(,"content":[{"type":"text")";
    append_member("text", content_, body);
    body += "}]";
    if (!usage_.empty()) body.append(R"(,"usage":{)").append(usage_) += '}';
    return body += '}';
}

} // namespace verbatim::core::llm
