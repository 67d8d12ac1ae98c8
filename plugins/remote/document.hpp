#pragma once

#include "verbatim/feedback/concurrency.hpp"
#include "verbatim/feedback/metadata.hpp"
#include "verbatim/sdk/literal.hpp"
#include "verbatim/sdk/operation.hpp"
#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text_types.hpp"

#include <boost/json/object.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The document that declares the operations of a process: docs/remote-operations.md. It is read by the schema of these
/// structs, lives as long as the program, and does not change.
namespace verbatim::remote {

enum class field_kind
{
    text,
    integer,
    number,
    boolean,
    choice,
    texts,
    record,
    records,
    record_id,
    record_ids,
    objects,
};
sdk::enum_values declare(field_kind);

struct choice_value
{
    std::string name;
    std::string description;

    friend bool operator==(const choice_value&, const choice_value&) = default;
};
void declare(sdk::schema_builder& schema, choice_value& choice);

/// A member of a request, a response or a model's output.
struct field_declaration
{
    std::string                    name;
    field_kind                     kind = field_kind::text;
    std::string                    description;
    bool                           required = true;
    bool                           nullable = false;
    std::optional<std::string>     default_value;
    std::optional<std::string>     example;
    std::optional<double>          at_least;
    std::optional<double>          at_most;
    std::optional<bool>            screened; ///< not set: true
    std::optional<bool>            redacted; ///< not set: true
    std::string                    type_name;
    std::vector<choice_value>      choices;
    std::vector<field_declaration> fields;
};
void declare(sdk::schema_builder& schema, field_declaration& field);

struct object_declaration
{
    std::string                        description;
    std::optional<boost::json::object> example;
    std::vector<field_declaration>     fields;
};
void declare(sdk::schema_builder& schema, object_declaration& object);

struct error_declaration
{
    std::string  code;
    std::int64_t status = 409;
    std::string  message;
};
void declare(sdk::schema_builder& schema, error_declaration& error);

/// A model call that the process may ask for. The system message is fixed here, so that no text of a caller is in one.
struct prompt_declaration
{
    std::string                       name;
    std::string                       system;
    bool                              guardrails = true;
    std::optional<object_declaration> output; ///< none: free text
};
void declare(sdk::schema_builder& schema, prompt_declaration& prompt);

enum class access_name
{
    tenant,
    superuser,
};
sdk::enum_values declare(access_name);

struct operation_declaration
{
    std::string                     name;
    std::string                     verb = "POST";
    std::string                     path;
    std::string                     summary;
    std::string                     description;
    std::string                     tag    = "Inference";
    access_name                     access = access_name::tenant;
    std::string                     usage_label;
    std::chrono::seconds            deadline{120};
    std::size_t                     max_output_tokens = 0;
    object_declaration              request;
    object_declaration              response;
    std::vector<error_declaration>  errors;
    std::vector<prompt_declaration> prompts;
    std::vector<std::string>        phases;
    std::vector<std::string>        facts;
};
void declare(sdk::schema_builder& schema, operation_declaration& operation);

/// How the process is reached: by a command that the plugin runs, or at an address.
struct process_declaration
{
    std::vector<std::string>   command;
    std::optional<std::string> address;
    boost::json::object        environment;
    sdk::path                  stderr_file;
    std::vector<std::string>   watch;
    std::chrono::seconds       start_time{10};
    std::chrono::seconds       max_silence{300};
    std::size_t                max_calls          = 64;
    std::size_t                max_response_bytes = 8u << 20;
};
void declare(sdk::schema_builder& schema, process_declaration& process);

struct document
{
    process_declaration                process;
    std::vector<operation_declaration> operations;

    std::filesystem::path file; ///< where it was read; relative paths begin in its folder
};
void declare(sdk::schema_builder& schema, document& document);

struct settings
{
    sdk::path               operations;
    feedback::fan_out       fan_out;
    feedback::metadata_keys metadata;
};
void declare(sdk::schema_builder& schema, settings& settings);

/// The document in this text. Throws std::runtime_error with one sentence that names the file, the member and the
/// reason. [any thread]
document read_document(const std::filesystem::path& file, std::string_view text);

/// The documents that the setting names: a file, or the files *.json of a folder by name. They are never destroyed.
/// Throws std::runtime_error as above. [load]
std::vector<const document*> load_documents(const sdk::path& place);

/// A text of a document as a literal: it is fixed before the first call, holds no text of a caller, and lives as long
/// as the program. Pass texts of a loaded document only.
sdk::literal fixed_text(std::string_view text) noexcept;

} // namespace verbatim::remote
