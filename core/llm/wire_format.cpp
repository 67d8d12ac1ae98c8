#include "llm/wire_format.hpp"

#include "encoding/encoding.hpp"
#include "llm/output_shape.hpp"
#include "llm/request_digest.hpp"

#include "verbatim/sdk/json_text.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

namespace verbatim::core::llm {

namespace {

/// The shortest decimal number: 0, 0.7.
std::string to_text(double number)
{
    std::array<char, 32> digits{};
    const auto           end = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    return {digits.data(), end.ptr};
}

} // namespace

std::string begin_body(const sdk::chat_request& request, const body_values& values)
{
    const auto  schema = request.output_schema ? request.output_schema->json_schema : std::string_view{};
    std::string body;
    body.reserve(request.system.json().size() + request.user.text().size() * 9 / 8 + schema.size() + 1024);
    body += R"({"model":)";
    sdk::append_json_string(values.model, body);
    if (values.options.temperature) body += R"(,"temperature":)" + to_text(*values.options.temperature);
    return body;
}

void append_system_message(const sdk::chat_request& request, structured_output structure, std::string& body)
{
    if (!request.output_schema || structure == structured_output::json_schema)
    {
        body += request.system.json();
        return;
    }
    sdk::append_json_string(request.system.text() + "\nAnswer with a JSON object only, of this shape: " +
                                output_shape(request.output_schema->json_schema),
                            body);
}

// Providers refuse blank messages of an assistant.
void append_rejected_reply(const sdk::chat_request& request, std::string& body)
{
    if (!request.rejected) return;
    const bool is_blank = sdk::utf8::is_blank(request.rejected->text);
    body += R"(,{"role":"assistant","content":)";
    sdk::append_json_string(is_blank ? std::string_view{"(no answer)"} : request.rejected->text, body);
    body += R"(},{"role":"user","content":)";
    sdk::append_json_string("The server could not use this answer. " + request.rejected->problem +
                                " Give the whole answer again, in the form that the task asks for, and nothing else.",
                            body);
    body += '}';
}

std::string prompt_cache_key(const sdk::chat_request& request, std::string_view tenant_id)
{
    constexpr std::size_t  key_bytes = 16;
    const auto             prefix    = std::string_view{request.user.text()}.substr(0, request.shared_prefix);
    const std::string_view texts[]{tenant_id, request.system.text(), prefix};

    const auto digest = digest_of(texts);
    return encoding::to_hexadecimal(std::span{digest}.first<key_bytes>());
}

const wire_format& wire_format_of(provider_kind kind) noexcept
{
    switch (kind)
    {
    case provider_kind::anthropic: return anthropic_messages;
    case provider_kind::azure:
    case provider_kind::azure_ai:
    case provider_kind::openai:
    case provider_kind::local: break;
    }
    return chat_completions;
}

} // namespace verbatim::core::llm
