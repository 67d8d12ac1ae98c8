#include "settings/source.hpp"

#include "settings/wrong.hpp"
#include "support/scratch.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim::core::settings;
using verbatim::support::scratch;

namespace {

source::variables environment(named_texts texts)
{
    return [texts](std::string_view name) {
        const auto found = texts.find(name);
        return found != texts.end() ? std::optional{found->second} : std::nullopt;
    };
}

std::string refusal(const source& from, std::string_view name)
{
    try
    {
        from.find(name, true);
    }
    catch (const wrong& why)
    {
        return why.what();
    }
    return "accepted";
}

} // namespace

BOOST_AUTO_TEST_SUITE(source_)

BOOST_AUTO_TEST_CASE(the_environment_wins_over_the_file)
{
    source from{environment({{"A", "outer"}, {"EMPTY", ""}}), {{"A", "inner"}, {"B", "2"}, {"EMPTY", "x"}}};

    BOOST_TEST(*from.find("A", false) == "outer");
    BOOST_TEST(*from.find("B", false) == "2");
    BOOST_TEST(*from.find("EMPTY", false) == "");
    BOOST_TEST(!from.find("C", false).has_value());
}

BOOST_AUTO_TEST_CASE(a_secret_may_stand_in_a_file_of_its_own_and_loses_one_line_feed)
{
    scratch    folder;
    const auto path = folder.file("key", "s3cret \n\n").string();
    source     by_environment{environment({{"KEY_FILE", path}}), {{"KEY", "of the configuration file"}}};
    source     by_file{environment({}), {{"KEY_FILE", path}}};

    BOOST_TEST(*by_environment.find("KEY", true) == "s3cret \n");
    BOOST_TEST(*by_file.find("KEY", true) == "s3cret \n");
    BOOST_TEST(!by_file.find("KEY", false).has_value());
}

BOOST_AUTO_TEST_CASE(what_is_wrong_with_a_secret_names_the_setting_and_neither_path_nor_value)
{
    scratch folder;
    source  missing{environment({{"KEY_FILE", (folder.path() / "none").string()}})};
    source  a_folder{environment({{"KEY_FILE", folder.path().string()}})};
    source  twice{environment({{"KEY_FILE", "x"}, {"KEY", "s3cret"}})};

    BOOST_TEST(refusal(missing, "KEY") == "KEY_FILE: what it names cannot be read (No such file or directory)");
    BOOST_TEST(refusal(a_folder, "KEY") == "KEY_FILE: what it names is a folder, not a file");
    BOOST_TEST(refusal(twice, "KEY") == "KEY: is given twice, once as KEY_FILE");
}

BOOST_AUTO_TEST_SUITE_END()
