#include "document.hpp"
#include "document_values.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using namespace verbatim;
namespace json = boost::json;

namespace {

/// A document with an operation of these members, beside those that every operation has.
std::string with_operation(const std::string& members, const std::string& process = R"("command": ["true"])")
{
    const auto object    = json::parse(R"({"description": "An object.", "fields": [
        {"name": "text", "kind": "text", "description": "A text."}]})");
    auto       operation = json::parse("{" + members + "}").as_object();
    operation.insert(
        {{"name", "work"}, {"path", "/v1/work"}, {"summary", "Do it"}, {"request", object}, {"response", object}});
    return R"({"process": {)" + process + R"(}, "operations": [)" + json::serialize(operation) + "]}";
}

/// The problem with a document; empty without one.
std::string problem_with(const std::string& text)
{
    try
    {
        remote::read_document("folder/work.json", text);
        return {};
    }
    catch (const std::runtime_error& problem)
    {
        return problem.what();
    }
}

std::string in_place(const char* place, const std::string& field)
{
    return with_operation(std::string{"\""} + place + R"(": {"description": "An object.", "fields": [)" + field + "]}");
}

struct wrong_document
{
    std::string text;
    std::string problem;
};

} // namespace

BOOST_AUTO_TEST_SUITE(documents)

BOOST_AUTO_TEST_CASE(a_document_has_the_defaults_of_a_descriptor)
{
    const auto document = remote::read_document("folder/work.json", with_operation(R"("usage_label": "work")"));
    BOOST_TEST(document.operations.size() == 1u);
    const auto& operation = document.operations.front();
    BOOST_TEST(operation.verb == "POST");
    BOOST_TEST(operation.tag == "Inference");
    BOOST_TEST(operation.deadline.count() == 120);
    BOOST_TEST((operation.access == remote::access_name::tenant));
    BOOST_TEST(document.process.max_calls == 64u);
    BOOST_TEST(document.file == "folder/work.json");
}

BOOST_AUTO_TEST_CASE(a_wrong_document_is_refused_with_file_member_and_reason)
{
    const auto command = std::string{R"("command": ["true"])"};
    const auto field   = [](const std::string& members) {
        return R"({"name": "a", "description": "A field.", )" + members + "}";
    };
    const auto choice_of = [&](const std::string& value) {
        return field(R"("kind": "choice", "type_name": "A", "choices": [{"name": ")" + value +
                     R"(", "description": "d"}])");
    };
    const std::vector<wrong_document> table{
        {"{", "is not JSON"},
        {"[]", "body: Input should be a valid object"},
        {"{}", "process: Field required"},
        {R"({"process": {"command": ["true"]}, "operations": []})",
         "operations: List should have at least 1 item after validation, not 0"},
        {with_operation(R"("color": "red")"), "operations[0].color: Extra inputs are not permitted"},
        {with_operation(R"("deadline": "10")"), "operations[0].deadline: Input should be a valid integer"},
        {with_operation(R"("tag": "x")", ""), "process: must have either a command or an address"},
        {with_operation(R"("tag": "x")", command + R"(, "address": "unix:/s")"),
         "process: must have either a command or an address"},
        {with_operation(R"("tag": "x")", command + R"(, "environment": {"A": 1})"),
         "process.environment.A: must be a text"},
        {with_operation(R"("tag": "x")", command + R"(, "environment": {"PATH": "/opt"})"),
         "process.environment.PATH: is set by the server"},
        {with_operation(R"("tag": "x")", command + R"(, "max_calls": 0)"),
         "process.max_calls: Input should be greater than or equal to 1"},
        {with_operation(R"("name": "Work")"), "operations[0].name: must consist of 1 to 64 characters a-z, 0-9 and _"},
        {with_operation(R"("verb": "PUT")"), "operations[0].verb: must be GET or POST"},
        {with_operation(R"("path": "v1/work")"), "operations[0].path: must start with '/' and end without one"},
        {with_operation(R"("usage_label": "work", "deadline": 9)"),
         "operations[0].deadline: must be at least 10 for an operation that calls a model"},
        {with_operation(R"("prompts": [{"name": "p", "system": "s"}])"),
         "operations[0].usage_label: must be set, because the operation has prompts"},
        {with_operation(
             R"("usage_label": "w", "prompts": [{"name": "p", "system": "s"}, {"name": "p", "system": "s"}])"),
         "operations[0].prompts[1].name: names a prompt twice"},
        {with_operation(R"("errors": [{"code": "Too Much", "message": "m"}])"),
         "operations[0].errors[0].code: must consist of 1 to 64 characters a-z, 0-9 and _"},
        {with_operation(R"("errors": [{"code": "a", "message": "m", "status": 200}])"),
         "operations[0].errors[0].status: Input should be greater than or equal to 400"},
        {with_operation(R"("phases": [""])"),
         "operations[0].phases[0]: must consist of 1 to 64 characters a-z, 0-9 and _"},
        {in_place("request", ""), "operations[0].request.fields: has no field"},
        {in_place("request", field(R"("kind": "date")")),
         "operations[0].request.fields[0].kind: Input should be 'text', 'integer', 'number', 'boolean', 'choice', "
         "'texts', 'record', 'records', 'record_id', 'record_ids' or 'objects'"},
        {in_place("response", field(R"("kind": "records")")),
         "operations[0].response.fields[0].kind: is for requests only"},
        {in_place("request", field(R"("kind": "record_id")")),
         "operations[0].request.fields[0].kind: is for responses only"},
        {in_place("response", field(R"("kind": "text", "redacted": false)")),
         "operations[0].response.fields[0]: required, default, screened and redacted are for requests only"},
        {in_place("request", field(R"("kind": "integer", "redacted": false)")),
         "operations[0].request.fields[0].redacted: is for texts only"},
        {in_place("request", field(R"("kind": "texts", "screened": false)")),
         "operations[0].request.fields[0].screened: is for a text only"},
        {in_place("request", field(R"("kind": "text", "default": "x")")),
         "operations[0].request.fields[0].default: is for an optional text, number, boolean or choice that is not "
         "nullable"},
        {in_place("request", field(R"("kind": "boolean", "at_least": 1)")),
         "operations[0].request.fields[0]: at_least and at_most are not for this kind"},
        {in_place("request", field(R"("kind": "integer", "at_most": 1.5)")),
         "operations[0].request.fields[0]: at_least and at_most must be integers"},
        {in_place("request", field(R"("kind": "records", "at_most": 1e300)")),
         "operations[0].request.fields[0]: at_least and at_most must be integers"},
        {with_operation(R"("errors": [{"code": "a", "message": "\u0000"}])"),
         "operations[0].errors[0].message: U+0000 is not allowed here"},
        {in_place("request", field(R"("kind": "choice", "type_name": "A")")),
         "operations[0].request.fields[0].choices: must be set for a choice, and for it alone"},
        {in_place("request", field(R"("kind": "choice", "choices": [{"name": "x", "description": "d"}])")),
         "operations[0].request.fields[0].type_name: must consist of letters and digits"},
        {in_place("request", field(R"("kind": "objects", "type_name": "A")")),
         "operations[0].request.fields[0].fields: must be set for objects, and for them alone"},
        {in_place("request",
                  field(R"("kind": "objects", "type_name": "A", "fields": [)" + field(R"("kind": "record_id")") + "]")),
         "operations[0].request.fields[0].fields[0].kind: is for responses only"},
        {in_place("request", choice_of("x") + "," + choice_of("y")),
         "operations[0].request.fields[1].type_name: names a choice with other values elsewhere"},
        {in_place("request",
                  choice_of("x") + "," +
                      field(R"("kind": "objects", "type_name": "A", "fields": [)" + field(R"("kind": "text")") + "]")),
         "operations[0].request.fields[1].type_name: names a type twice"},
        {in_place("request", field(R"("kind": "text", "type_name": "A")")),
         "operations[0].request.fields[0].type_name: is for a choice and objects only"},
    };
    for (const auto& [text, problem] : table) BOOST_TEST_CONTEXT(text)
        {
            BOOST_TEST(problem_with(text) == "folder/work.json: " + problem);
        }
}

BOOST_AUTO_TEST_CASE(values_of_all_calls_have_a_bound_together)
{
    const remote::object_layout                        layout{};
    std::vector<std::unique_ptr<remote::object_value>> values;
    const auto                                         fill = [&] {
        while (values.size() <= remote::object_value::max_values)
            values.push_back(std::make_unique<remote::object_value>(layout));
    };
    BOOST_CHECK_EXCEPTION(fill(), sdk::error,
                          [](const sdk::error& thrown) { return thrown.code() == sdk::errc::overloaded; });
    values.clear();
    BOOST_CHECK_NO_THROW(remote::object_value{layout});
}

BOOST_AUTO_TEST_CASE(a_place_without_documents_is_named)
{
    BOOST_TEST(remote::load_documents({}).empty());
    for (const auto* place : {"/nonexistent/folder", "/proc/self/fd"})
        BOOST_CHECK_EXCEPTION(remote::load_documents({place}), std::runtime_error,
                              [&](const std::runtime_error& problem) {
                                  return std::string{problem.what()}.find(place) != std::string::npos;
                              });
}

BOOST_AUTO_TEST_SUITE_END()
