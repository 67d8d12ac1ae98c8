#include "settings/source.hpp"

#include "core/settings/problem_of.hpp"
#include "support/temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim::core::settings;
using verbatim::support::temporary_directory;

namespace {

source::lookup environment(setting_values texts)
{
    return [texts](std::string_view name) {
        const auto it = texts.find(name);
        return it != texts.end() ? std::optional{it->second} : std::nullopt;
    };
}

std::string error_text(const source& settings, std::string_view name)
{
    return to_string(problem_of([&] { settings.find(name, true); }));
}

} // namespace

BOOST_AUTO_TEST_SUITE(source_)

BOOST_AUTO_TEST_CASE(the_environment_wins_over_the_file)
{
    source settings{environment({{"A", "outer"}, {"EMPTY", ""}}), {{"A", "inner"}, {"B", "2"}, {"EMPTY", "x"}}};

    BOOST_TEST(*settings.find("A", false) == "outer");
    BOOST_TEST(*settings.find("B", false) == "2");
    BOOST_TEST(*settings.find("EMPTY", false) == "");
    BOOST_TEST(!settings.find("C", false).has_value());
}

BOOST_AUTO_TEST_CASE(a_secret_file_is_read_without_one_trailing_line_feed)
{
    temporary_directory folder;
    const auto          path = folder.file("key", "s3cret \n\n").string();
    source              by_environment{environment({{"KEY_FILE", path}}), {{"KEY", "of the configuration file"}}};
    source              by_file{environment({}), {{"KEY_FILE", path}}};

    BOOST_TEST(*by_environment.find("KEY", true) == "s3cret \n");
    BOOST_TEST(*by_file.find("KEY", true) == "s3cret \n");
    BOOST_TEST(!by_file.find("KEY", false).has_value());
}

BOOST_AUTO_TEST_CASE(a_problem_with_a_secret_file_shows_neither_path_nor_value)
{
    temporary_directory folder;
    source              missing{environment({{"KEY_FILE", (folder.path() / "none").string()}})};
    source              a_folder{environment({{"KEY_FILE", folder.path().string()}})};
    source              twice{environment({{"KEY_FILE", "x"}, {"KEY", "s3cret"}})};

    BOOST_TEST(error_text(missing, "KEY") == "KEY_FILE: the file cannot be read (No such file or directory)");
    BOOST_TEST(error_text(a_folder, "KEY") == "KEY_FILE: the file is a folder");
    BOOST_TEST(error_text(twice, "KEY") == "KEY: is set twice, also as KEY_FILE; remove one of them");
}

BOOST_AUTO_TEST_SUITE_END()
