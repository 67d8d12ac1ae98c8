#include "llm/event_stream.hpp"

#include "llm/codec.hpp"
#include "llm/json_members.hpp"
#include "llm/output_text.hpp"
#include "llm/provider_error.hpp"

#include "verbatim/sdk/json_text.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace verbatim::core::llm {

namespace json = boost::json;

namespace {

// In bytes. An output may have 256 KiB; a model that writes more repeats itself, and its stream ends here.
constexpr std::size_t max_content   = 512 * 1024;
constexpr std::size_t max_reasoning = 512 * 1024; ///< what exceeds it is dropped
constexpr std::size_t max_line      = 1024 * 1024;

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

/// Appends the text of the content of a JSON string. Returns false and appends nothing if `written` is not the content
/// of a JSON string, or has a \u escape.
bool append_string_content(std::string_view written, std::string& text)
{
    if (!sdk::utf8::is_valid(written)) return false;
    constexpr std::string_view escapes = "\"\\/bfnrt", characters = "\"\\/\b\f\n\r\t";
    const auto                 size = text.size();
    for (std::size_t at = 0; at != written.size(); ++at)
    {
        const char c       = written[at];
        const auto escaped = c == '\\' && at + 1 != written.size() ? escapes.find(written[++at]) : escapes.npos;
        if (c == '"' || (c == '\\' && escaped == escapes.npos) || static_cast<unsigned char>(c) < 0x20)
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
        const auto end = std::min(carriage_return, line_feed);
        if (end == bytes.npos)
        {
            body_ += bytes.substr(begin);
            return body_.size() <= max_line;
        }
        const auto line      = bytes.substr(begin, end - begin);
        const bool continues = !body_.empty();
        if (continues) body_ += line;
        const bool accepted = take_line(continues ? std::string_view{body_} : line);
        body_.clear();
        if (!accepted) return false;
        begin = end + 1;
        if (end == line_feed) line_feed = bytes.find('\n', begin);
        else carriage_return = bytes.find('\r', begin);
    }
}

bool event_stream::take_line(std::string_view line)
{
    constexpr std::string_view data = "data:";
    if (!line.starts_with(data)) return true; // a comment, or a field without content
    line = sdk::ascii::trimmed(line.substr(data.size()));
    return line.empty() || line == "[DONE]" || take_event(line);
}

/// The events of a stream usually differ in their text alone. Reads such an event without parsing it.
bool event_stream::take_with_same_frame(std::string_view data)
{
    const auto frame = before_text_.size() + after_text_.size();
    if (frame == 0 || data.size() < frame || !data.starts_with(before_text_) || !data.ends_with(after_text_))
        return false;
    return append_string_content(data.substr(before_text_.size(), data.size() - frame), content_);
}

/// `text` is the text of the event. Events with a second string of that name are not remembered.
void event_stream::remember_frame(std::string_view data, std::string_view text)
{
    constexpr std::size_t max_frame = 1024;
    const auto            name      = std::string_view{is_message_ ? R"("text":")" : R"("content":")"};
    const auto            at        = data.find(name);
    if (at == data.npos || data.find(name, at + 1) != data.npos || data.size() > max_frame + text.size()) return;
    const auto begin = at + name.size();
    if (data.substr(begin, text.size()) != text || !data.substr(begin + text.size()).starts_with('"')) return;
    before_text_ = data.substr(0, begin);
    after_text_  = data.substr(begin + text.size());
}

bool event_stream::accepts_more()
{
    return content_.size() <= max_content && refusal_.size() <= max_content && !check_repeats();
}

bool event_stream::take_event(std::string_view data)
{
    if (take_with_same_frame(data)) return accepts_more();
    const auto size_of_others = [this] {
        return reasoning_.size() + refusal_.size() + reason_.size() + usage_.size() + error_.size() + model_.size() +
               tier_.size();
    };
    const auto others = size_of_others(), before = content_.size();

    std::array<unsigned char, json_memory> buffer;
    json::monotonic_resource               memory{buffer.data(), buffer.size()};
    const auto                             event = parse_json(data, &memory);
    if (!event || !event->is_object()) return true;

    const auto type = text_at(&*event, {"type"});
    if (event->get_object().contains("choices")) add_choice(*event);
    else if (type.starts_with("message_") || type.starts_with("content_block_")) add_message(*event, type);
    else if (is_error(*event)) error_ = data;
    add_usage(*event);
    if (model_.empty()) model_ = reported_model(*event);
    if (const auto tier = text_at(&*event, {"service_tier"}); !tier.empty() && tier.size() < 32) tier_ = tier;
    if (content_.size() != before && size_of_others() == others)
        remember_frame(data, std::string_view{content_}.substr(before));
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

void event_stream::add_choice(const json::value& event)
{
    const auto* choices = find_member(&event, {"choices"});
    if (!choices->is_array() || choices->get_array().empty()) return;
    const auto& choice = choices->get_array().front();
    const auto* delta  = find_member(&choice, {"delta"});
    if (!delta) delta = find_member(&choice, {"message"}); // some servers send a whole message in a single event
    const auto* content = find_member(delta, {"content"});
    content_ += text_at(content, {});
    if (content && content->is_array()) content_ += *joined_texts(*content);
    refusal_ += text_at(delta, {"refusal"});
    if (reasoning_.size() < max_reasoning)
    {
        const auto reasoning = text_at(delta, {"reasoning_content"}); // some versions of vLLM send both, with one text
        reasoning_ += reasoning.empty() ? text_at(delta, {"reasoning"}) : reasoning;
    }
    if (const auto reason = text_at(&choice, {"finish_reason"}); !reason.empty() && reason.size() < 64)
        reason_ = reason;
    if (find_member(&choice, {"error"}) && is_error(choice)) error_ = json::serialize(choice);
    else if (find_member(&event, {"error"}) && is_error(event)) error_ = json::serialize(event);
}

void event_stream::add_message(const json::value& event, std::string_view type)
{
    is_message_ = true;
    if (type == "message_start")
    {
        if (const auto* message = find_member(&event, {"message"}))
        {
            model_ = reported_model(*message);
            add_usage(*message);
        }
    }
    else if (type == "content_block_start")
    {
        if (text_at(&event, {"content_block", "type"}) == "text")
            content_ += text_at(&event, {"content_block", "text"});
    }
    else if (type == "content_block_delta")
    {
        content_ += text_at(&event, {"delta", "text"});
        content_ += text_at(&event, {"delta", "partial_json"}); // where a gateway replaces the schema by a tool
    }
    else if (const auto reason = text_at(&event, {"delta", "stop_reason"}); !reason.empty() && reason.size() < 64)
        reason_ = reason;
}

/// Later counts replace earlier ones of the same name: those of a stream grow.
void event_stream::add_usage(const json::value& event)
{
    const auto* usage = find_member(&event, {"usage"});
    if (!usage || !usage->is_object() || usage->get_object().empty()) return;
    auto merged = usage_.empty() ? json::object{} : parse_json(usage_).value_or(json::object{}).as_object();
    for (const auto& [name, value] : usage->get_object())
        if (!value.is_null()) merged[name] = value;
    if (auto text = json::serialize(merged); text.size() <= json_memory) usage_ = std::move(text);
}

std::string event_stream::take_body()
{
    if (kind_ != body_kind::events) return std::move(body_);
    if (!body_.empty()) take_line(std::exchange(body_, {})); // a last line without an end
    if (!error_.empty() && !has_text()) return std::move(error_);
    return is_message_ ? merged_message() : merged_chat();
}

/// Without a reason to finish the stream has broken off.
std::string event_stream::merged_chat() const
{
    const auto  reason = !error_.empty() ? "error" : reason_.empty() ? "network_error" : std::string_view{reason_};
    std::string body{"{"};
    append_member("model", model_, body);
    append_member("service_tier", tier_, body);
    body += R"(,"choices":[{)";
    append_member("finish_reason", reason, body);
    body += R"(,"message":{)";
    append_member("reasoning_content", reasoning_, body);
    if (!refusal_.empty()) append_member("refusal", refusal_, body);
    if (refusal_.empty() || !content_.empty()) append_member("content", content_, body);
    body += "}}]";
    if (!usage_.empty()) body += R"(,"usage":)" + usage_;
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
    if (!usage_.empty()) body += R"(,"usage":)" + usage_;
    return body += '}';
}

} // namespace verbatim::core::llm
