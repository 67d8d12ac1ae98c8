#include "settings/setting_file.hpp"

#include "core/settings/problem_of.hpp"
#include "support/temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <sys/stat.h>

#include <filesystem>
#include <string>

namespace verbatim::core::settings {

namespace {

using support::temporary_directory;

std::string error_text(const std::filesystem::path& file, std::size_t max_bytes = 1 << 20)
{
    return to_string(problem_of([&] { read_setting_file("SETTING", file, max_bytes); }));
}

} // namespace

BOOST_AUTO_TEST_SUITE(setting_file)

BOOST_AUTO_TEST_CASE(a_file_is_read_completely_up_to_the_limit)
{
    const temporary_directory folder;
    const std::string         whole(1 << 20, 'x');
    BOOST_TEST((read_setting_file("SETTING", folder.file("whole", whole), whole.size()) == whole));
    BOOST_TEST(read_setting_file("SETTING", folder.file("empty", "")).empty());
    BOOST_TEST(read_setting_file("SETTING", folder.file("bytes", std::string{"\0\n\xFF", 3})).size() == 3U);
    BOOST_TEST(error_text(folder.file("more", whole + 'x')) == "SETTING: the file is larger than 1 MiB");
}

BOOST_AUTO_TEST_CASE(an_error_states_the_limit_exactly)
{
    const temporary_directory folder;
    const auto                file = folder.file("large", std::string(70'000, 'x'));
    BOOST_TEST(error_text(file, 64 << 10) == "SETTING: the file is larger than 64 KiB");
    BOOST_TEST(error_text(file, 1'500) == "SETTING: the file is larger than 1500 bytes");
}

BOOST_AUTO_TEST_CASE(a_file_of_unknown_size_is_read_completely)
{
    BOOST_TEST(read_setting_file("SETTING", "/proc/self/status").find("Name:") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(other_than_regular_files_are_refused_without_waiting)
{
    const temporary_directory folder;
    const auto                pipe = folder.path() / "pipe";
    BOOST_REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    const auto huge = folder.file("huge", "");
    std::filesystem::resize_file(huge, std::uintmax_t{1} << 40);

    BOOST_TEST(error_text(folder.path()) == "SETTING: the file is a folder");
    BOOST_TEST(error_text(pipe) == "SETTING: the file is not a regular file");
    BOOST_TEST(error_text("/dev/zero") == "SETTING: the file is not a regular file");
    BOOST_TEST(error_text(huge) == "SETTING: the file is larger than 1 MiB");
    BOOST_TEST(error_text(folder.path() / "none") == "SETTING: the file cannot be read (No such file or directory)");
    BOOST_TEST(error_text("") == "SETTING: the file cannot be read (No such file or directory)");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::settings
