// The rules of every operation hold for the samples in Python.
#include "operation.hpp"

#include "verbatim/sdk/plugin.hpp"
#include "verbatim/testing/check_operation.hpp"
#include "verbatim/testing/fake_call.hpp"
#include "verbatim/testing/temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using namespace verbatim;

namespace {

/// Stores the operations that are added.
class collecting_plugin final : public sdk::plugin
{
public:
    using sdk::plugin::add;
    void      add(std::unique_ptr<sdk::operation> operation) override { operations.push_back(std::move(operation)); }
    sdk::log& log() noexcept override { return logged; }

    // Processes log until the operations end.
    testing::captured_log                        logged;
    std::vector<std::unique_ptr<sdk::operation>> operations;

protected:
    void read_settings(const sdk::object_schema&, void*) override {}
};

remote::settings settings_of(const std::filesystem::path& documents)
{
    remote::settings settings;
    settings.operations.text = documents.string();
    return settings;
}

} // namespace

BOOST_AUTO_TEST_SUITE(samples)

// First, because a process reads documents once: a type with a schema keeps it.
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
            collecting_plugin plugin;
            BOOST_CHECK_EXCEPTION(remote::add_operations(plugin, settings_of(file)), std::runtime_error,
                                  [&](const std::runtime_error& thrown) {
                                      const std::string text{thrown.what()};
                                      BOOST_TEST_MESSAGE(text);
                                      return text.starts_with(file.string() + ": operation wrong: ") &&
                                             text.find(problem) != text.npos;
                                  });
        }
}

BOOST_AUTO_TEST_CASE(samples_keep_the_rules_of_every_operation)
{
    collecting_plugin plugin;
    remote::add_operations(plugin, settings_of(std::filesystem::path{VERBATIM_PYTHON} / "samples"));
    BOOST_TEST(plugin.operations.size() == 3u);
    for (const auto& operation : plugin.operations) BOOST_TEST_CONTEXT(operation->definition().name)
        {
            for (const auto& problem : testing::check_operation(*operation)) BOOST_ERROR(problem);
        }
}

BOOST_AUTO_TEST_SUITE_END()
