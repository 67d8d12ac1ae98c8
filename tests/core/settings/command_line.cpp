#include "settings/command_line.hpp"

#include <boost/test/unit_test.hpp>

#include <utility>
#include <vector>

using namespace verbatim::core::settings;
using task = command_line::task;

namespace {

command_line parsed(std::vector<const char*> arguments)
{
    arguments.insert(arguments.begin(), "verbatimd");
    return read_command_line(static_cast<int>(arguments.size()), arguments.data());
}

std::string refusal(std::vector<const char*> arguments)
{
    try
    {
        parsed(std::move(arguments));
    }
    catch (const misuse& why)
    {
        return why.what();
    }
    return "accepted";
}

} // namespace

BOOST_AUTO_TEST_SUITE(command_line_)

BOOST_AUTO_TEST_CASE(nothing_asked_is_serving)
{
    BOOST_TEST((parsed({}).what == task::serve));
    BOOST_TEST(!parsed({}).config.has_value());
}

BOOST_AUTO_TEST_CASE(each_task_has_its_option)
{
    const std::vector<std::pair<const char*, task>> samples{{"--check", task::check},
                                                            {"--print-config", task::print_config},
                                                            {"--print-openapi", task::print_openapi},
                                                            {"--list-plugins", task::list_plugins},
                                                            {"--migrate", task::migrate},
                                                            {"--version", task::version},
                                                            {"--help", task::help}};
    for (const auto& [option, what] : samples)
    {
        BOOST_TEST((parsed({option}).what == what), option);
        BOOST_TEST(usage().find(option) != std::string::npos, option);
    }
}

BOOST_AUTO_TEST_CASE(the_configuration_file_goes_with_any_task)
{
    BOOST_TEST(parsed({"--config", "a b.toml", "--check"}).config->string() == "a b.toml");
    BOOST_TEST(parsed({"--config=x.toml"}).config->string() == "x.toml");
}

BOOST_AUTO_TEST_CASE(what_makes_no_sense_is_one_sentence)
{
    const std::string see = "; verbatimd --help lists the options";

    BOOST_TEST(refusal({"--frobnicate"}) == "--frobnicate is not an option of verbatimd" + see);
    BOOST_TEST(refusal({"--key=s3cret"}) == "--key is not an option of verbatimd" + see);
    BOOST_TEST(refusal({"--chec"}) == "--chec is not an option of verbatimd" + see);
    BOOST_TEST(refusal({"serve"}) == "verbatimd takes options only" + see);
    BOOST_TEST(refusal({"--config"}) == "--config needs a file" + see);
    BOOST_TEST(refusal({"--config="}) == "--config needs a file" + see);
    BOOST_TEST(refusal({"--config", "a", "--config", "b"}) == "--config is given twice" + see);
    BOOST_TEST(refusal({"--check=yes"}) == "--check takes no value" + see);
    BOOST_TEST(refusal({"--check", "--version"}) == "--check and --version cannot be asked together");
}

BOOST_AUTO_TEST_SUITE_END()
