#include "settings/config_file.hpp"

#include "core/settings/problem_of.hpp"
#include "support/temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim::core::settings;
using verbatim::support::temporary_directory;

namespace {

std::string error_text(const std::filesystem::path& file)
{
    return to_string(problem_of([&] { read_config_file(file); }));
}

} // namespace

BOOST_AUTO_TEST_SUITE(config_file)

BOOST_AUTO_TEST_CASE(typed_values_become_text_as_in_the_environment)
{
    temporary_directory folder;
    auto                texts = read_config_file(folder.file("a.toml", R"(
TEXT = "plain \"text\""
WHOLE = 8000
FRACTION = 0.5
TRUTH = true
LIST = ["a", "b\n"]
KEYS = [{tenant_id = "t", is_superuser = false}]
DAY = 2026-01-31
[TABLE]
inner = 1
)"));

    BOOST_TEST(texts["TEXT"] == "plain \"text\"");
    BOOST_TEST(texts["WHOLE"] == "8000");
    BOOST_TEST(texts["FRACTION"] == "0.5");
    BOOST_TEST(texts["TRUTH"] == "true");
    BOOST_TEST(texts["LIST"] == R"(["a","b\n"])");
    BOOST_TEST(texts["KEYS"] == R"([{"is_superuser":false,"tenant_id":"t"}])");
    BOOST_TEST(texts["DAY"] == "2026-01-31");
    BOOST_TEST(texts["TABLE"] == R"({"inner":1})");
    BOOST_TEST(texts.size() == 8u);
}

BOOST_AUTO_TEST_CASE(invalid_toml_is_reported_by_position_and_not_quoted)
{
    temporary_directory folder;
    for (const auto* text : {"A = 1\nKEY = s3cret\n", "A = 1\nKEY = \"s3cret\n", "A = 1\nA = \"s3cret\"\n"})
    {
        const auto message = error_text(folder.file("bad.toml", text));

        BOOST_TEST(message.starts_with((folder.path() / "bad.toml").string() + ": invalid TOML at line 2, column "),
                   message);
        BOOST_TEST(message.find("s3cret") == message.npos);
    }
}

BOOST_AUTO_TEST_CASE(an_unreadable_file_is_named)
{
    temporary_directory folder;

    BOOST_TEST(error_text(folder.path() / "none.toml") ==
               (folder.path() / "none.toml").string() + ": the file cannot be read (No such file or directory)");
    BOOST_TEST(error_text(folder.path()) == folder.path().string() + ": the file is a folder");
}

BOOST_AUTO_TEST_CASE(later_files_of_the_folder_override_earlier_ones)
{
    temporary_directory folder;
    const auto          main = folder.file("verbatim.toml", "A = 1\nB = 1\nC = 1\nD = 1\n");
    BOOST_TEST((read_config_files(main) == read_config_file(main)));

    std::filesystem::create_directory(folder.path() / "conf.d");
    folder.file("conf.d/9-late.toml", "B = 9\n");
    folder.file("conf.d/10-early.toml", "B = 10\nC = 10\n"); // the order is that of bytes
    folder.file("conf.d/B.toml", "D = 2\n");
    BOOST_TEST((read_config_files(main) == setting_values{{"A", "1"}, {"B", "9"}, {"C", "10"}, {"D", "2"}}));
}

BOOST_AUTO_TEST_CASE(a_later_secret_replaces_both_forms_of_an_earlier_one)
{
    temporary_directory folder;
    const auto          main = folder.file("verbatim.toml", "KEY_FILE = \"/a\"\nPASSWORD = \"b\"\n");
    std::filesystem::create_directory(folder.path() / "conf.d");
    folder.file("conf.d/1.toml", "KEY = \"c\"\nPASSWORD_FILE = \"/d\"\n");
    BOOST_TEST((read_config_files(main) == setting_values{{"KEY", "c"}, {"PASSWORD_FILE", "/d"}}));

    folder.file("conf.d/2.toml", "KEY = \"e\"\nKEY_FILE = \"/f\"\n"); // a contradiction stays one
    BOOST_TEST(read_config_files(main).size() == 3U);
}

BOOST_AUTO_TEST_CASE(backups_and_hidden_files_are_ignored)
{
    temporary_directory folder;
    const auto          main = folder.file("verbatim.toml", "A = 1\n");
    std::filesystem::create_directories(folder.path() / "conf.d" / "..data");
    for (const auto* name : {"a", "a.toml~", "a.toml.dpkg-old", ".a.toml", "a.TOML"})
        folder.file(std::string{"conf.d/"} + name, "A = s3cret");
    BOOST_TEST(read_config_files(main)["A"] == "1");

    std::vector<std::filesystem::path> ignored;
    BOOST_TEST(additional_files(main, &ignored).empty());
    BOOST_TEST(ignored.size() == 4U);
}

BOOST_AUTO_TEST_CASE(problems_of_all_files_are_reported_at_once)
{
    temporary_directory folder;
    const auto          main = folder.file("verbatim.toml", "A = s3cret\n");
    std::filesystem::create_directories(folder.path() / "conf.d" / "2.toml");
    folder.file("conf.d/1.toml", "= s3cret\n");
    std::filesystem::create_symlink("/nowhere", folder.path() / "conf.d" / "3.toml");
    try
    {
        read_config_files(main);
        BOOST_ERROR("accepted");
    }
    catch (const setting_error& error)
    {
        BOOST_REQUIRE(error.problems().size() == 4U);
        for (const auto& problem : error.problems()) BOOST_TEST(to_string(problem).find("s3cret") == std::string::npos);
        BOOST_TEST(error.problems().back().setting.ends_with("conf.d/3.toml"));
    }
}

BOOST_AUTO_TEST_CASE(a_file_in_place_of_the_folder_is_an_error)
{
    temporary_directory folder;
    const auto          main = folder.file("verbatim.toml", "A = 1\n");
    folder.file("conf.d", "A = 2\n");
    const auto problem = to_string(problem_of([&] { read_config_files(main); }));
    BOOST_TEST(problem.find("conf.d: the folder cannot be read (") != std::string::npos, problem);
}

BOOST_AUTO_TEST_SUITE_END()
