#include "document.hpp"

#include "verbatim/sdk/json_text.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace verbatim::remote {

sdk::enum_values declare(field_kind)
{
    return {"FieldKind",
            {{"text", field_kind::text, "A text."},
             {"integer", field_kind::integer, "An integer."},
             {"number", field_kind::number, "A number."},
             {"boolean", field_kind::boolean, "True or false."},
             {"choice", field_kind::choice, "One of the names in `choices`."},
             {"texts", field_kind::texts, "A list of texts."},
             {"record", field_kind::record, "A feedback record; in requests only."},
             {"records", field_kind::records, "A list of feedback records; in requests only."},
             {"record_id", field_kind::record_id, "The id of a record of the request; in responses only."},
             {"record_ids", field_kind::record_ids, "A list of ids of records of the request; in responses only."},
             {"objects", field_kind::objects, "A list of objects with these `fields`."}}};
}

sdk::enum_values declare(access_name)
{
    return {"AccessName",
            {{"tenant", access_name::tenant, "Any valid key."},
             {"superuser", access_name::superuser, "A key of a superuser."}}};
}

void declare(sdk::schema_builder& schema, choice_value& choice)
{
    schema.name("ChoiceValue", "A value of a choice.").closed();
    schema.required("name", choice.name, "The value in JSON.").at_least(1).at_most(64).without_null_byte();
    schema.required("description", choice.description, "What it means.").at_least(1).without_null_byte();
}

void declare(sdk::schema_builder& schema, field_declaration& field)
{
    schema.name("FieldDeclaration", "A member of an object.").closed();
    schema.required("name", field.name, "Its name in JSON.").at_least(1).at_most(64);
    schema.required("kind", field.kind, "Its type.");
    schema.required("description", field.description, "What it means.").at_least(1);
    schema.optional("required", field.required, "Whether a request must have it; for requests only.");
    schema.optional("nullable", field.nullable,
                    "Whether it may be null; always so if it is optional without a default.");
    schema.optional("default", field.default_value, "Its value when absent, in the form of `example`.").reject_null();
    schema.optional("example", field.example, "For a text the text itself, for any other type JSON.").reject_null();
    schema.optional("at_least", field.at_least, "Lowest value, length or number of items.").reject_null();
    schema.optional("at_most", field.at_most, "Highest value, length or number of items.").reject_null();
    schema.optional("screened", field.screened, "Whether the server screens the text; true by default; requests only.")
        .reject_null();
    schema
        .optional("redacted", field.redacted,
                  "Whether the process gets placeholders for personal data; true by default; requests only.")
        .reject_null();
    schema.optional("type_name", field.type_name, "Name of the type of a choice, or of the objects.");
    schema.optional("choices", field.choices, "Values of a choice.").at_most(32);
    schema.optional("fields", field.fields, "Members of the objects.");
}

void declare(sdk::schema_builder& schema, object_declaration& object)
{
    schema.name("ObjectDeclaration", "A request, a response or a model's output.").closed();
    schema.required("description", object.description, "One sentence.").at_least(1);
    schema.optional("example", object.example, "A whole value.").reject_null();
    schema.required("fields", object.fields, "Its members.");
}

void declare(sdk::schema_builder& schema, error_declaration& error)
{
    schema.name("ErrorDeclaration", "An error that the operation defines.").closed();
    schema.required("code", error.code, "Its code.").at_least(1).at_most(64);
    schema.optional("status", error.status, "Its HTTP status.").at_least(400).at_most(599);
    schema.required("message", error.message, "Its message.").at_least(1).without_null_byte();
}

void declare(sdk::schema_builder& schema, prompt_declaration& prompt)
{
    schema.name("PromptDeclaration", "A model call that the process may ask for.").closed();
    schema.required("name", prompt.name, "Its name in call-backs.").at_least(1).at_most(64);
    schema.required("system", prompt.system, "The system message.").at_least(1).without_null_byte();
    schema.optional("guardrails", prompt.guardrails, "Whether the rules about feedback precede it.");
    schema.optional("output", prompt.output, "The members of the output; absent: free text.").reject_null();
}

void declare(sdk::schema_builder& schema, operation_declaration& operation)
{
    schema.name("OperationDeclaration", "An operation: the members of sdk::descriptor.").closed();
    schema.required("name", operation.name, "Its name.").at_least(1).at_most(64);
    schema.optional("verb", operation.verb, "GET or POST.");
    schema.required("path", operation.path, "Its path.");
    schema.required("summary", operation.summary, "A few words.").at_least(1);
    schema.optional("description", operation.description, "Markdown.");
    schema.optional("tag", operation.tag, "Its group in the document.");
    schema.optional("access", operation.access, "The keys that may call it.");
    schema.optional("usage_label", operation.usage_label, "Its name in usage rows; empty: it calls no model.");
    schema.optional("deadline", operation.deadline, "Seconds.").at_least(1);
    schema.optional("max_output_tokens", operation.max_output_tokens, "Of one model call; 0: the server's limit.");
    schema.required("request", operation.request, "The request.");
    schema.required("response", operation.response, "The response.");
    schema.optional("errors", operation.errors, "Errors that it defines.");
    schema.optional("prompts", operation.prompts, "Its model calls.");
    schema.optional("phases", operation.phases, "Names of phases that it reports progress of.");
    schema.optional("facts", operation.facts, "Names of facts that it notes.");
}

void declare(sdk::schema_builder& schema, process_declaration& process)
{
    schema.name("ProcessDeclaration", "The process, and its limits.").closed();
    schema.optional("command", process.command, "Program and arguments, started in the folder of the document.");
    schema.optional("address", process.address, "Instead of a command: unix:/path, or http://127.0.0.1:port.")
        .reject_null();
    schema.optional("environment", process.environment, "Its environment variables beside PATH and LANG; texts.");
    schema.optional("stderr_file", process.stderr_file, "A file for its output; without it, output is dropped.");
    schema.optional("watch", process.watch, "Files; when one changes, a new process replaces it.");
    schema.optional("start_time", process.start_time, "Seconds that a call waits for the process to listen.")
        .at_least(1)
        .at_most(600);
    schema
        .optional("max_silence", process.max_silence,
                  "Seconds without an answer or call-back after which a call fails.")
        .at_least(1)
        .at_most(86'400);
    schema.optional("max_calls", process.max_calls, "Calls at a time; further ones get 503.")
        .at_least(1)
        .at_most(1'024);
    schema.optional("max_response_bytes", process.max_response_bytes, "Of a response and of a call-back.")
        .at_least(1'024)
        .at_most(256u << 20);
}

void declare(sdk::schema_builder& schema, document& document)
{
    schema.name("RemoteDocument", "The operations of a process.").closed();
    schema.required("process", document.process, "The process.");
    schema.required("operations", document.operations, "Its operations.").at_least(1);
    schema.skip(document.file);
}

void declare(sdk::schema_builder& schema, settings& settings)
{
    schema.name("RemoteSettings", "Operations that other processes serve.");
    schema
        .optional("REMOTE_OPERATIONS", settings.operations,
                  "JSON document of operations that another process serves, or a folder of such documents.")
        .example("/etc/verbatim/operations");
    feedback::fan_out_setting(schema, settings.fan_out);
    feedback::metadata_settings(schema, settings.metadata);
}

namespace {

/// Of a double: 2^53.
constexpr double max_exact_integer = 9'007'199'254'740'992;

/// The first problem of a document. The schema checks single members; this class the rules over several.
class document_check
{
public:
    void run(const document& document)
    {
        const auto& process = document.process;
        if (process.command.empty() == !process.address.has_value())
            fail("process", "must have either a command or an address");
        for (const auto& [name, value] : process.environment)
        {
            const auto member = "process.environment." + std::string{name};
            if (!value.is_string()) fail(member, "must be a text");
            if (name == "PATH" || name == "LANG" || name == "VERBATIM_SOCKET") fail(member, "is set by the server");
        }
        for (std::size_t n = 0; n != document.operations.size(); ++n)
            check(document.operations[n], "operations[" + std::to_string(n) + "]");
    }

private:
    enum class place
    {
        request,
        response,
        output,
    };

    [[noreturn]] static void fail(const std::string& member, const std::string& reason)
    {
        throw std::runtime_error{member + ": " + reason};
    }

    static bool is_word(std::string_view text)
    {
        const auto is_allowed = [](char c) { return sdk::ascii::is_lower(c) || sdk::ascii::is_digit(c) || c == '_'; };
        return !text.empty() && text.size() <= 64 && std::ranges::all_of(text, is_allowed);
    }

    static void check_word(std::string_view text, const std::string& member)
    {
        if (!is_word(text)) fail(member, "must consist of 1 to 64 characters a-z, 0-9 and _");
    }

    /// A choice may occur several times, with the same values.
    void check_type_name(const field_declaration& field, const std::string& member)
    {
        const auto& name = field.type_name;
        if (name.empty() || !std::ranges::all_of(name, [](char c) { return sdk::ascii::is_alphanumeric(c); }))
            fail(member, "must consist of letters and digits");
        const auto [other, is_new] = types_.try_emplace(name, &field);
        if (is_new) return;
        if (field.kind != field_kind::choice || other->second->kind != field.kind) fail(member, "names a type twice");
        if (other->second->choices != field.choices) fail(member, "names a choice with other values elsewhere");
    }

    void check(const operation_declaration& operation, const std::string& member)
    {
        check_word(operation.name, member + ".name");
        if (!names_.insert(operation.name).second) fail(member + ".name", "names an operation twice");
        if (operation.verb != "GET" && operation.verb != "POST") fail(member + ".verb", "must be GET or POST");
        if (!operation.path.starts_with("/") || operation.path.ends_with("/"))
            fail(member + ".path", "must start with '/' and end without one");
        if (!operation.usage_label.empty() && operation.deadline < std::chrono::seconds{10})
            fail(member + ".deadline", "must be at least 10 for an operation that calls a model");
        if (!operation.prompts.empty() && operation.usage_label.empty())
            fail(member + ".usage_label", "must be set, because the operation has prompts");
        check_fields(operation.request.fields, member + ".request.fields", place::request);
        check_fields(operation.response.fields, member + ".response.fields", place::response);
        for (std::size_t n = 0; n != operation.errors.size(); ++n)
            check_word(operation.errors[n].code, member + ".errors[" + std::to_string(n) + "].code");
        std::set<std::string_view> prompts;
        for (std::size_t n = 0; n != operation.prompts.size(); ++n)
        {
            const auto  path   = member + ".prompts[" + std::to_string(n) + "]";
            const auto& prompt = operation.prompts[n];
            check_word(prompt.name, path + ".name");
            if (!prompts.insert(prompt.name).second) fail(path + ".name", "names a prompt twice");
            if (prompt.output) check_fields(prompt.output->fields, path + ".output.fields", place::output);
        }
        for (std::size_t n = 0; n != operation.phases.size(); ++n)
            check_word(operation.phases[n], member + ".phases[" + std::to_string(n) + "]");
        for (std::size_t n = 0; n != operation.facts.size(); ++n)
            check_word(operation.facts[n], member + ".facts[" + std::to_string(n) + "]");
    }

    void check_fields(const std::vector<field_declaration>& fields, const std::string& member, place where)
    {
        if (fields.empty()) fail(member, "has no field");
        for (std::size_t n = 0; n != fields.size(); ++n)
            check(fields[n], member + "[" + std::to_string(n) + "]", where);
    }

    void check(const field_declaration& field, const std::string& member, place where)
    {
        using enum field_kind;
        const auto is = [&](auto... kinds) { return ((field.kind == kinds) || ...); };
        if (is(record, records) && where != place::request) fail(member + ".kind", "is for requests only");
        if (is(record_id, record_ids) && where != place::response) fail(member + ".kind", "is for responses only");
        if (where != place::request && (field.screened || field.redacted || field.default_value || !field.required))
            fail(member, "required, default, screened and redacted are for requests only");
        if (!is(text, texts) && field.redacted) fail(member + ".redacted", "is for texts only");
        if (!is(text) && field.screened) fail(member + ".screened", "is for a text only");
        if (field.default_value && (field.required || field.nullable || !is(text, integer, number, boolean, choice)))
            fail(member + ".default", "is for an optional text, number, boolean or choice that is not nullable");
        if (is(boolean, choice, record) && (field.at_least || field.at_most))
            fail(member, "at_least and at_most are not for this kind");
        for (const auto& bound : {field.at_least, field.at_most})
            if (bound && !is(number) && (*bound != std::trunc(*bound) || std::abs(*bound) > max_exact_integer))
                fail(member, "at_least and at_most must be integers");
        if (is(choice) == field.choices.empty())
            fail(member + ".choices", "must be set for a choice, and for it alone");
        if (is(objects) == field.fields.empty())
            fail(member + ".fields", "must be set for objects, and for them alone");
        if (is(choice, objects)) check_type_name(field, member + ".type_name");
        else if (!field.type_name.empty()) fail(member + ".type_name", "is for a choice and objects only");
        std::set<std::string_view> names;
        for (const auto& value : field.choices)
            if (!names.insert(value.name).second) fail(member + ".choices", "names a value twice");
        if (is(objects)) check_fields(field.fields, member + ".fields", where);
    }

    std::set<std::string>                                names_;
    std::map<std::string_view, const field_declaration*> types_; ///< by name, where they occur first
};

std::string text_of(const std::filesystem::path& file)
{
    std::ifstream in{file, std::ios::binary};
    std::string   text{std::istreambuf_iterator<char>{in}, {}};
    if (!in) throw std::runtime_error{"cannot be read"};
    return text;
}

} // namespace

document read_document(const std::filesystem::path& file, std::string_view text)
{
    const auto name = file.string();
    document   document;
    const auto issues = sdk::read_text(sdk::schema_of<remote::document>(), text, &document);
    if (!issues) throw std::runtime_error{name + ": is not JSON"};
    if (!issues->empty()) throw std::runtime_error{name + ": " + issues->front().field + ": " + issues->front().issue};
    try
    {
        document_check{}.run(document);
    }
    catch (const std::runtime_error& problem)
    {
        throw std::runtime_error{name + ": " + problem.what()};
    }
    document.file = file;
    return document;
}

std::vector<const document*> load_documents(const sdk::path& place)
{
    static std::deque<document>& kept = *new std::deque<document>; // never destroyed: schemas refer to it
    std::vector<const document*> documents;
    if (place.empty()) return documents;
    std::vector<std::filesystem::path> files;
    std::error_code                    error;
    if (std::filesystem::is_directory(place.text, error))
        for (const auto& entry : std::filesystem::directory_iterator{place.text, error})
        {
            if (entry.path().extension() == ".json") files.push_back(entry.path());
        }
    else files.emplace_back(place.text);
    if (error) throw std::runtime_error{"REMOTE_OPERATIONS: " + place.text + ": " + error.message()};
    if (files.empty()) throw std::runtime_error{"REMOTE_OPERATIONS: " + place.text + ": has no *.json"};
    std::ranges::sort(files);
    for (const auto& file : files)
    {
        std::string text;
        try
        {
            text = text_of(file);
        }
        catch (const std::exception&)
        {
            throw std::runtime_error{"REMOTE_OPERATIONS: " + file.string() + ": cannot be read"};
        }
        documents.push_back(&kept.emplace_back(read_document(std::filesystem::absolute(file), text)));
    }
    return documents;
}

sdk::literal fixed_text(std::string_view text) noexcept { return sdk::literal::of_operator(text); }

} // namespace verbatim::remote
