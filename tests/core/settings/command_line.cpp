#include "settings/command_line.hpp"

#include <boost/test/unit_test.hpp>

#include <utility>
#include <vector>

using namespace verbatim::core::settings;
using task_type = command_line::task_type;

namespace {

command_line parse(std::vector<const char*> arguments)
{
    arguments.insert(arguments.begin(), "verbatimd");
    return read_command_line(static_cast<int>(arguments.size()), arguments.data());
}

std::string error_text(std::vector<const char*> arguments)
{
    try
    {
        parse(std::move(arguments));
    }
    catch (const usage_error& error)
    {
        return error.what();
    }
    return "accepted";
}

} // namespace

BOOST_AUTO_TEST_SUITE(command_line_)

BOOST_AUTO_TEST_CASE(the_default_task_is_serve)
{
    BOOST_TEST((parse({}).task == task_type::serve));
    BOOST_TEST(!parse({}).config.has_value());
}

BOOST_AUTO_TEST_CASE(each_task_has_its_option)
{
    const std::vector<std::pair<const char*, task_type>> samples{{"--check", task_type::check},
                                                                 {"--print-config", task_type::print_config},
                                                                 {"--print-openapi", task_type::print_openapi},
                                                                 {"--list-plugins", task_type::list_plugins},
                                                                 {"--migrate", task_type::migrate},
                                                                 {"--version", task_type::version},
                                                                 {"--help", task_type::help}};
    for (const auto& [option, expected] : samples)
    {
        BOOST_TEST((parse({option}).task == expected), option);
        BOOST_TEST(help_text().find(option) != std::string::npos, option);
    }
}

BOOST_AUTO_TEST_CASE(config_can_be_combined_with_any_task)
{
    BOOST_TEST(parse({"--config", "a b.toml", "--check"}).config->string() == "a b.toml");
    BOOST_TEST(parse({"--config=x.toml"}).config->string() == "x.toml");
}

BOOST_AUTO_TEST_CASE(changed_settings_alone_are_printed_on_request)
{
    BOOST_TEST(!parse({"--print-config"}).changed);
    BOOST_TEST(parse({"--print-config", "--changed"}).changed);
    BOOST_TEST(error_text({"--check", "--changed"}) == "--changed: requires --print-config; see verbatimd --help");
}

BOOST_AUTO_TEST_CASE(rows_are_imported_from_a_file)
{
    const auto command = parse({"--import-rows", "a b.log", "--config=x.toml"});
    BOOST_TEST((command.task == task_type::import_rows));
    BOOST_TEST(command.rows == "a b.log");
    BOOST_TEST(help_text().find("--import-rows FILE") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_tenant_is_erased_with_a_confirmation)
{
    const std::string id = "a' or 1=1 --%_\xC3\xA9 ";
    BOOST_TEST((parse({"--erase-tenant", id.c_str()}).task == task_type::erase_tenant));
    BOOST_TEST(parse({"--erase-tenant", id.c_str()}).tenant_id == id);
    BOOST_TEST(!parse({"--erase-tenant", "a"}).confirmed);
    BOOST_TEST(parse({"--erase-tenant=--confirm", "--confirm"}).tenant_id == "--confirm");
    BOOST_TEST(parse({"--erase-tenant", "a", "--confirm"}).confirmed);
}

BOOST_AUTO_TEST_CASE(connect_belongs_to_check)
{
    BOOST_TEST(parse({"--check", "--connect"}).connect);
    BOOST_TEST(!parse({"--check"}).connect);
    BOOST_TEST(help_text().find("--connect") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_invalid_command_line_is_one_sentence)
{
    const std::string hint = "; see verbatimd --help";

    BOOST_TEST(error_text({"--frobnicate"}) == "--frobnicate: unknown option" + hint);
    BOOST_TEST(error_text({"--key=s3cret"}) == "--key: unknown option" + hint);
    BOOST_TEST(error_text({"--chec"}) == "--chec: unknown option" + hint);
    BOOST_TEST(error_text({"serve"}) == "unexpected argument" + hint);
    BOOST_TEST(error_text({"--config"}) == "--config: a file is required" + hint);
    BOOST_TEST(error_text({"--config="}) == "--config: a file is required" + hint);
    BOOST_TEST(error_text({"--config", "a", "--config", "b"}) == "--config: used twice" + hint);
    BOOST_TEST(error_text({"--import-rows"}) == "--import-rows: a file is required" + hint);
    BOOST_TEST(error_text({"--import-rows="}) == "--import-rows: a file is required" + hint);
    BOOST_TEST(error_text({"--import-rows", "a", "--migrate"}) == "--migrate and --import-rows exclude each other");
    const std::string no_id = "--erase-tenant: an id of 1 to 255 characters is required" + hint;
    for (const auto& id : {std::string{}, std::string(256, 'x'), std::string{"\xFF"}, std::string{"a\xC3"}})
        BOOST_TEST(error_text({("--erase-tenant=" + id).c_str()}) == no_id);
    BOOST_TEST(error_text({"--erase-tenant"}) == no_id);
    BOOST_TEST(error_text({"--erase-tenant", "a", "--erase-tenant", "b"}) == "--erase-tenant: used twice" + hint);
    BOOST_TEST(error_text({"--confirm"}) == "--confirm: requires --erase-tenant" + hint);
    BOOST_TEST(error_text({"--check", "--confirm"}) == "--confirm: requires --erase-tenant" + hint);
    BOOST_TEST(error_text({"--check=yes"}) == "--check: takes no value" + hint);
    BOOST_TEST(error_text({"--connect"}) == "--connect: requires --check" + hint);
    BOOST_TEST(error_text({"--connect", "--migrate"}) == "--connect: requires --check" + hint);
    BOOST_TEST(error_text({"--check", "--connect=yes"}) == "--connect: takes no value" + hint);
    BOOST_TEST(error_text({"--check", "--version"}) == "--check and --version exclude each other");
}

BOOST_AUTO_TEST_SUITE_END()
