#include "llm/codec.hpp"

#include <boost/json/monotonic_resource.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serializer.hpp>
#include <boost/json/value.hpp>

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <limits>

namespace verbatim::core::llm {

namespace json = boost::json;

namespace {

/// The member of an object at any depth; null when something on the way is absent or no object.
const json::value* at(const json::value* from, std::initializer_list<std::string_view> path)
{
    for (const auto name : path)
    {
        if (!from || !from->is_object()) return nullptr;
        from = from->as_object().if_contains({name.data(), name.size()});
    }
    return from;
}

std::string_view text_of(const json::value* from)
{
    if (!from || !from->is_string()) return {};
    return {from->as_string().data(), from->as_string().size()};
}

const json::value* first_choice(const json::value& reply)
{
    const auto* choices = at(&reply, {"choices"});
    return choices && choices->is_array() && !choices->as_array().empty() ? &choices->as_array().front() : nullptr;
}

std::optional<std::int32_t> count_of(const json::value* from)
{
    if (!from || !from->is_number()) return std::nullopt;
    boost::system::error_code not_whole;
    const auto                count = from->to_number<std::int32_t>(not_whole);
    return not_whole || count < 0 ? std::nullopt : std::optional{count};
}

bool is_policy_refusal(int status, std::string_view body)
{
    const auto says = [&](std::string_view words) { return body.find(words) != std::string_view::npos; };
    if (status == 400 && says("filtered") && says("content management policy")) return true;
    if (!says("content_filter")) return false;
    const auto reply = parsed(body);
    return reply && text_of(at(&*reply, {"error", "code"})) == "content_filter";
}

} // namespace

std::string request_body(const sdk::conversation& what, std::string_view model, std::string_view tenant_id,
                         bool structured)
{
    std::string body;
    body.reserve(what.system.text().size() + what.user.text().size() * 9 / 8 + 1024);

    body += R"({"model":)";
    append_quoted(body, model);
    body += R"(,"messages":[{"role":"system","content":)";
    append_quoted(body, what.system.text());
    body += R"(},{"role":"user","content":)";
    append_quoted(body, what.user.text());
    body += R"(}],"user":)";
    append_quoted(body, tenant_id);
    if (what.form && structured)
    {
        body += R"(,"response_format":{"type":"json_schema","json_schema":{"name":)";
        append_quoted(body, what.form->name);
        body += R"(,"strict":true,"schema":)";
        body += what.form->schema;
        body += "}}";
    }
    body += '}';
    return body;
}

void append_quoted(std::string& to, std::string_view text)
{
    json::serializer quoting;
    quoting.reset(json::string_view{text.data(), text.size()});
    char part[4096];
    while (!quoting.done())
    {
        const auto piece = quoting.read(part, sizeof part);
        to.append(piece.data(), piece.size());
    }
}

std::optional<json::value> parsed(std::string_view body)
{
    boost::system::error_code failure;
    auto                      read =
        json::parse({body.data(), body.size()}, failure, json::make_shared_resource<json::monotonic_resource>());
    if (failure) return std::nullopt;
    return read;
}

std::string model_in(const json::value& reply)
{
    const auto name   = text_of(at(&reply, {"model"}));
    const bool decent = name.size() <= 255 && std::ranges::all_of(name, [](char c) { return c > ' ' && c < 0x7f; });
    return decent ? std::string{name} : std::string{};
}

std::optional<std::int32_t> used_in(const json::value& reply, std::string_view what)
{
    return count_of(at(&reply, {"usage", what}));
}

outcome read_chat(std::string_view body)
{
    outcome    read{.how = ending::unusable, .text = {}, .model = {}};
    const auto reply = parsed(body);
    if (!reply) return read;

    read.model         = model_in(*reply);
    read.used          = {used_in(*reply, "prompt_tokens"), used_in(*reply, "completion_tokens")};
    const auto* choice = first_choice(*reply);
    if (text_of(at(choice, {"finish_reason"})) == "content_filter")
    {
        read.how = ending::refused;
        return read;
    }
    const auto* content = at(choice, {"message", "content"});
    if (!content || !content->is_string()) return read;
    read.how  = ending::answered;
    read.text = text_of(content);
    return read;
}

outcome read_answer(int status, std::string_view body, std::string_view retry_after, const success_reader& of_success)
{
    auto read = status == 200 ? of_success(body) : outcome{};
    if (status == 408) read.how = ending::timed_out;
    else if (status == 429) read.how = ending::rate_limited;
    else if (status != 200 && is_policy_refusal(status, body)) read.how = ending::refused;
    read.status      = status;
    read.retry_after = read_retry_after(retry_after);
    return read;
}

std::optional<std::chrono::seconds> read_retry_after(std::string_view header)
{
    if (header.empty() || !std::ranges::all_of(header, [](char c) { return c >= '0' && c <= '9'; }))
        return std::nullopt;
    constexpr int longest = 3600;
    int           seconds = 0;
    for (const char digit : header) seconds = std::min(seconds * 10 + (digit - '0'), longest);
    return seconds == 0 ? std::nullopt : std::optional{std::chrono::seconds{seconds}};
}

std::size_t estimate(std::size_t code_points, std::size_t chars_per_token) noexcept
{
    return code_points / std::max<std::size_t>(chars_per_token, 1);
}

std::size_t count_code_points(std::string_view text) noexcept
{
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

bool is_blank(std::string_view text) noexcept
{
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    for (std::size_t at = 0; at < text.size();)
    {
        UChar32 one{};
        U8_NEXT(bytes, at, text.size(), one);
        if (one < 0 || !u_isUWhiteSpace(one)) return false;
    }
    return true;
}

} // namespace verbatim::core::llm
