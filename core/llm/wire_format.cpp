#include "llm/wire_format.hpp"

#include "encoding/encoding.hpp"
#include "llm/codec.hpp"

#include "verbatim/sdk/json_text.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <utility>

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

    const auto digest = encoding::sha256_of_list(texts);
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

// The forms of these errors differ between services and versions, and share only the name of the member. A body may
// quote the request, so that this is a guess: the provider believes it when the request without the members succeeds.
optional_members refused_members(int status, std::string_view body, const request_options& options, bool has_schema)
{
    if (status != 400 && status != 422) return {};
    const auto names       = [&](std::string_view text) { return body.find(text) != body.npos; };
    const bool has_limit   = options.max_tokens != 0;
    const bool names_limit = has_limit && names(options.max_tokens_name);
    const bool exceeds     = has_limit && names("maximum context length");
    const bool has_format  = has_schema && options.structure != structured_output::none;
    return {.temperature     = options.temperature && names("temperature"),
            .max_tokens      = exceeds || (names_limit && options.other_max_tokens_name.empty()),
            .max_tokens_name = !exceeds && names_limit && !options.other_max_tokens_name.empty(),
            .structure = has_format && (names("response_format") || names("json_schema") || names("json_object") ||
                                        names("output_config") || names("structured output") || names("grammar")),
            .stream    = options.stream &&
                      (names("stream_options") || names("\"stream") || names("'stream") || names("streaming"))};
}

request_options without(const optional_members& members, request_options options) noexcept
{
    if (members.temperature) options.temperature.reset();
    if (members.max_tokens) options.max_tokens = 0;
    if (members.max_tokens_name) options.max_tokens_name = std::exchange(options.other_max_tokens_name, {});
    if (members.stream) options.stream = false;
    if (members.structure)
        options.structure = options.structure == structured_output::json_schema && !options.lacks_json_object
                                ? structured_output::json_object
                                : structured_output::none;
    return options;
}

namespace json = boost::json;

namespace {

bool append_shape(std::string& shape, const json::value& schema);

/// The alternatives of a schema, such as the values of an enumeration, between bars.
template <class Append>
bool append_alternatives(std::string& shape, const json::array& alternatives, Append append)
{
    for (std::size_t n = 0; n != alternatives.size(); ++n)
    {
        if (n != 0) shape += " | ";
        if (!append(alternatives[n])) return false;
    }
    return true;
}

bool append_members(std::string& shape, const json::value& schema)
{
    const auto* properties = find_member(&schema, {"properties"});
    if (!properties || !properties->is_object()) return false;
    shape += '{';
    for (const auto& [name, member] : properties->get_object())
    {
        if (shape.back() != '{') shape += ", ";
        sdk::append_json_string({name.data(), name.size()}, shape);
        shape += ": ";
        if (!append_shape(shape, member)) return false;
    }
    shape += '}';
    return true;
}

bool append_type(std::string& shape, const json::value& type, const json::value& schema)
{
    if (!type.is_string()) return false;
    if (type.get_string() == "object") return append_members(shape, schema);
    if (type.get_string() != "array")
    {
        shape.append(type.get_string().data(), type.get_string().size());
        return true;
    }
    const auto* items = find_member(&schema, {"items"});
    shape += '[';
    if (!items || !append_shape(shape, *items)) return false;
    shape += ", ...]";
    return true;
}

/// False for a schema with other keywords.
bool append_shape(std::string& shape, const json::value& schema)
{
    const auto array = [&](std::string_view name) {
        const auto* member = find_member(&schema, {name});
        return member ? member->if_array() : nullptr;
    };
    if (const auto* values = array("enum"))
        return append_alternatives(shape, *values, [&](const json::value& value) {
            shape += json::serialize(value);
            return true;
        });
    if (const auto* schemas = array("anyOf"))
        return append_alternatives(shape, *schemas,
                                   [&](const json::value& other) { return append_shape(shape, other); });
    if (const auto* types = array("type"))
        return append_alternatives(shape, *types,
                                   [&](const json::value& type) { return append_type(shape, type, schema); });
    const auto* type = find_member(&schema, {"type"});
    return type && append_type(shape, *type, schema);
}

} // namespace

std::string output_shape(std::string_view json_schema)
{
    const auto  schema = parse_json(json_schema);
    std::string shape;
    return schema && append_shape(shape, *schema) ? shape : std::string{json_schema};
}

} // namespace verbatim::core::llm
