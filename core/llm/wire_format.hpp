#pragma once

#include "llm/attempt_result.hpp"
#include "llm/codec.hpp"
#include "llm/endpoint.hpp"

#include "verbatim/sdk/llm.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace verbatim::core::llm {

/// Options of the chat requests of a connection.
struct request_options
{
    structured_output structure      = structured_output::json_schema;
    std::size_t       max_tokens     = 0; ///< of the output; 0: without a limit, except where the format requires one
    bool              with_tenant_id = true;
    bool              names_prefix   = false; ///< whether requests point out their shared prefix

    std::optional<double> temperature           = {};           ///< none: not sent
    std::string_view      max_tokens_name       = "max_tokens"; ///< of the limit in chat completions
    std::string_view      other_max_tokens_name = {};           ///< empty: it was refused too
    bool                  stream                = false;

    std::chrono::milliseconds max_silence{0}; ///< between two pieces of a stream

    bool lacks_json_object = false; ///< the format has no such member
};

/// The values of a request body besides its messages.
struct body_values
{
    std::string_view model;
    std::string_view tenant_id; ///< empty: not sent
    request_options  options;
};

/// The protocol of chat requests to a provider: docs/reference/provider.md#requests. [any thread]
struct wire_format
{
    std::string (*request_body)(const sdk::chat_request& request, const body_values& values);

    /// Interprets the body of a response with status 200.
    attempt_result (*parse_success)(std::string_view body);

    /// Whether an error response reports that the provider refused under its content policy.
    policy_check is_policy_refusal;

    bool requires_max_tokens = false;
};

/// The beginning of a request body, up to model and temperature, with memory for the rest.
std::string begin_body(const sdk::chat_request& request, const body_values& values);

/// Appends the system message as a JSON string. It ends with the shape of the output if the request has an output
/// schema but does not send it.
void append_system_message(const sdk::chat_request& request, structured_output structure, std::string& body);

/// Appends the messages after the user message: a rejected reply as the assistant's, and its problem. Without a
/// rejected reply nothing.
void append_rejected_reply(const sdk::chat_request& request, std::string& body);

/// Equal for requests of a tenant with the same system message and shared prefix.
std::string prompt_cache_key(const sdk::chat_request& request, std::string_view tenant_id);

extern const wire_format chat_completions; ///< OpenAI, Azure, and servers with the same API
extern const wire_format anthropic_messages;

/// Requires another kind than local.
const wire_format& wire_format_of(provider_kind kind) noexcept;

/// Members of the request that the model refuses, as far as an error response shows:
/// docs/reference/provider.md#members-that-a-model-refuses. `options` are those of the request;
/// `has_schema`: it asks for JSON.
optional_members refused_members(int status, std::string_view body, const request_options& options,
                                 bool has_schema = false);

/// The options without these members. A limit gets its other name, and JSON is asked for in the next simpler way.
request_options without(const optional_members& members, request_options options) noexcept;

/// The shape of the values that a JSON Schema describes, for a model to read, such as
/// {"title": string, "types": ["A" | "B", ...]}. Returns the schema itself if it is recursive.
std::string output_shape(std::string_view json_schema);

} // namespace verbatim::core::llm
