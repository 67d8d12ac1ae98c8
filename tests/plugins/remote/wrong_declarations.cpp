// A program of its own, because a process reads documents once: a type with a schema keeps it.
#include "collecting_plugin.hpp"
#include "operation.hpp"

#include "verbatim/testing/temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <stdexcept>
#include <string>

using namespace verbatim;

BOOST_AUTO_TEST_SUITE(wrong_declarations)

BOOST_AUTO_TEST_CASE(a_declaration_that_breaks_a_rule_of_schemas_is_named)
{
    struct wrong
    {
        const char* field;
        const char* problem;
    };
    const testing::temporary_directory folder;
    for (
        const auto& [field, problem] :
        {wrong{R"("kind": "integer", "at_least": 3, "example": "1")", "'a'"},
         {R"("kind": "integer", "at_least": 3, "at_most": 1)", "'a': at_least() is above at_most()"},
         {R"("kind": "integer", "required": false, "default": "many")", "the default of 'a' has another type"},
         {R"("kind": "choice", "type_name": "T", "required": false, "default": "c", "choices": [{"name": "b", "description": "d"}])",
          "the default of 'a' is no choice"}})
        BOOST_TEST_CONTEXT(field)
        {
            const auto file =
                folder.file("wrong.json", std::string{R"({"process": {"command": ["true"]}, "operations": [{
                "name": "wrong", "path": "/v1/wrong", "summary": "s",
                "request": {"description": "d", "fields": [{"name": "a", "description": "d", )"} +
                                              field + R"(}]},
                "response": {"description": "d", "fields": [{"name": "b", "kind": "text", "description": "d"}]}}]})");
            remote::collecting_plugin plugin;
            BOOST_CHECK_EXCEPTION(remote::add_operations(plugin, remote::settings_of(file)), std::runtime_error,
                                  [&](const std::runtime_error& thrown) {
                                      const std::string text{thrown.what()};
                                      BOOST_TEST_MESSAGE(text);
                                      return text.starts_with(file.string() + ": operation wrong: ") &&
                                             text.find(problem) != text.npos;
                                  });
        }
}

BOOST_AUTO_TEST_CASE(a_program_or_file_that_is_missing_is_named)
{
    struct missing
    {
        const char* process;
        const char* problem;
    };
    const testing::temporary_directory folder;
    folder.file("here.py", "");
    for (const auto& [process, problem] :
         {missing{R"("command": ["./none"])", "command: FOLDER/./none cannot be executed"},
          {R"("command": ["verbatim-no-program"])", "command: verbatim-no-program is not in PATH"},
          {R"("command": ["bash", "none.sh"])", "command: FOLDER/none.sh does not exist"},
          {R"("command": ["bash", "here.py"], "watch": ["here.py", "none.py"])",
           "watch: FOLDER/none.py does not exist"},
          {R"("command": ["bash", "-c", "none.sh"], "watch": ["here.py"])", ""},
          {R"("command": ["true", "none.sh"])", ""}})
        BOOST_TEST_CONTEXT(process)
        {
            const auto document = remote::read_document(
                folder.path() / "work.json", std::string{R"({"process": {)"} + process + R"(}, "operations": [{
                "name": "work", "path": "/v1/work", "summary": "s",
                "request": {"description": "d", "fields": [{"name": "a", "kind": "text", "description": "d"}]},
                "response": {"description": "d", "fields": [{"name": "b", "kind": "text", "description": "d"}]}}]})");
            std::string           expected{problem};
            testing::captured_log log;
            if (const auto at = expected.find("FOLDER"); at != expected.npos)
                expected.replace(at, 6, folder.path().string());
            std::string found;
            try
            {
                const remote::process checked{document, log};
            }
            catch (const std::runtime_error& failure)
            {
                found = failure.what();
            }
            BOOST_TEST(found == expected);
        }
}

BOOST_AUTO_TEST_SUITE_END()
