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

BOOST_AUTO_TEST_SUITE_END()
