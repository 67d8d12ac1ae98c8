#include "jobs/master_keys.hpp"

#include "core/jobs/key_file.hpp"
#include "core/settings/problem_of.hpp"
#include "support/temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <string>
#include <utility>

using namespace verbatim;
using namespace verbatim::core::jobs;
using jobs_test::key_line;
using jobs_test::keys_of;

namespace {

core::settings::setting_problem problem_of(const std::filesystem::path& file)
{
    return core::settings::problem_of([&] { master_keys{file}; });
}

core::settings::setting_problem problem_in(std::string_view content)
{
    const support::temporary_directory folder;
    return problem_of(folder.file("keys", content));
}

} // namespace

BOOST_AUTO_TEST_SUITE(master_keys_)

BOOST_AUTO_TEST_CASE(the_first_key_seals_and_every_key_is_found_by_its_id)
{
    const auto keys = keys_of(key_line("1a") + key_line("2B"));
    const auto ids  = keys.ids();

    BOOST_REQUIRE(ids.size() == 2U);
    BOOST_TEST(keys.sealing_key().id == ids[0]);
    BOOST_TEST(keys.sealing_key().key.view() == std::string(32, '\x1a'));
    BOOST_TEST(keys.find(ids[1])->key.view() == std::string(32, '\x2b'));
    BOOST_TEST(keys.find("0123456789abcdef") == nullptr);
    BOOST_TEST(keys.find("") == nullptr);
}

// The digests were computed with the module hashlib of Python.
BOOST_AUTO_TEST_CASE(the_id_of_a_key_never_changes)
{
    BOOST_TEST(keys_of(key_line("00")).sealing_key().id == "31ae4d027d37b00d");
    BOOST_TEST(keys_of(key_line("fF")).sealing_key().id == "6ca24da679dbb3c4");
}

BOOST_AUTO_TEST_CASE(blanks_and_empty_lines_are_ignored)
{
    const auto key = key_line("1a").substr(0, 64);
    for (const auto& content : {key, key + "\r\n", "\n\n  \t" + key + " \r\n\n", " \r\n" + key + "\t"})
        BOOST_TEST(keys_of(content).sealing_key().id == keys_of(key).sealing_key().id);
}

BOOST_AUTO_TEST_CASE(a_problem_names_the_setting_and_the_line_and_never_the_content)
{
    const auto        key = key_line("1a");
    const std::string unfit{" of the file is not a key; write 64 hexadecimal digits"};
    for (const auto& [content, text] :
         {std::pair{"s3cr3t\n" + key, "line 1" + unfit},
          {key + "\n\n" + key.substr(1), "line 4" + unfit},
          {key + key.substr(0, 63) + "g", "line 2" + unfit},
          {key + "0x" + key.substr(2, 62), "line 2" + unfit},
          {key.substr(0, 64) + "0", "line 1" + unfit},
          {key.substr(0, 63) + std::string(1, '\0'), "line 1" + unfit},
          {"\xEF\xBB\xBF" + key, "line 1" + unfit},
          {"# key\n" + key, "line 1" + unfit},
          {key_line("1a") + "\n" + key_line("2b") + key_line("1A"), "line 4 of the file repeats a key; remove it"},
          {"", "the file has no key; write the output of openssl rand -hex 32 into it"},
          {" \n\r\n", "the file has no key; write the output of openssl rand -hex 32 into it"},
          {std::string((1 << 20) + 1, '\n'), "the file is larger than 1 MiB"}})
        BOOST_TEST(to_string(problem_in(content)) == "JOBS_KEY_FILE: " + text);
}

BOOST_AUTO_TEST_CASE(a_file_that_cannot_be_read_is_a_problem)
{
    const support::temporary_directory folder;
    BOOST_TEST(to_string(problem_of(folder.path())) == "JOBS_KEY_FILE: the file is a folder");
    BOOST_TEST(to_string(problem_of(folder.path() / "none")) ==
               "JOBS_KEY_FILE: the file cannot be read (No such file or directory)");
}

BOOST_AUTO_TEST_SUITE_END()
