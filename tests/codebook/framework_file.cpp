#include "verbatim/codebook/framework_file.hpp"

#include "verbatim/codebook/options.hpp"

#include "support/temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

using namespace verbatim::codebook;

namespace {

std::vector<std::string> ids(const framework& codes)
{
    std::vector<std::string> result;
    for (const auto& choice : flatten(codes)) result.push_back(choice.path.back()->id);
    return result;
}

template <class Read>
std::string refusal(Read read)
{
    try
    {
        read();
        return {};
    }
    catch (const std::runtime_error& failure)
    {
        return failure.what();
    }
}

std::string refusal_of(std::string_view text)
{
    return refusal([&] { read_framework(text); });
}

/// A chain of codes, each the only child of its parent.
std::string chain(int levels)
{
    std::string text;
    for (int n = 0; n < levels; ++n) text += R"({"id": "i", "name": "n", "children": [)";
    for (int n = 0; n < levels; ++n) text += "]}";
    return R"({"root_codes": [)" + text + "]}";
}

} // namespace

BOOST_AUTO_TEST_SUITE(framework_file)

BOOST_AUTO_TEST_CASE(older_codebook_is_read_and_missing_ids_are_generated)
{
    const auto codes = read_framework(R"({"name": "C", "types": [
        {"name": "Praise", "categories": []},
        {"name": "Question", "id": "q", "categories": [
            {"name": "Vaccine", "codes": [{"code_id": "c-7", "name": "Origin", "description": 7}, {"name": "Doses", "code_id": ""}]},
            {"name": "Masks"}]}]})");

    const std::vector<std::string> expected{"type-0", "q", "category-1-0", "c-7", "code-1-0-1", "category-1-1"};
    BOOST_TEST(ids(codes) == expected, boost::test_tools::per_element());
    BOOST_TEST(codes.root_codes[1].children[0].children[1].name == "Doses");
}

BOOST_AUTO_TEST_CASE(framework_is_read_like_that_of_a_request)
{
    const std::vector<std::string> expected{"a", "b"};
    BOOST_TEST(
        ids(read_framework(R"({"root_codes": [{"id": "a", "name": "A", "children": [{"id": "b", "name": "B"}]}]})")) ==
            expected,
        boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(byte_order_mark_is_ignored)
{
    BOOST_TEST(ids(read_framework("\xEF\xBB\xBF{\"types\": [{\"name\": \"A\"}]}")).size() == 1u);
}

BOOST_AUTO_TEST_CASE(limits_equal_those_of_a_request)
{
    BOOST_TEST(ids(read_framework(chain(16))).size() == 16u);
    BOOST_TEST(refusal_of(chain(17)).ends_with("[0].children: Codes should have at most 16 levels"));
    BOOST_TEST(refusal_of(chain(32)) == "not valid JSON");
    BOOST_TEST(!refusal_of(chain(100'000)).empty());
}

BOOST_AUTO_TEST_CASE(problems_name_the_place_and_quote_nothing)
{
    BOOST_TEST(refusal_of("{secret") == "not valid JSON");
    BOOST_TEST(refusal_of("") == "not valid JSON");
    BOOST_TEST(refusal_of(R"({"root_codes": [{"id": "secret"}]})") == "root_codes[0].name: Field required");
    BOOST_TEST(refusal_of(R"({"types": [{"categories": []}]})") == "type-0 has no name");
    BOOST_TEST(refusal_of(R"({"types": []})") == "no codes");
    BOOST_TEST(refusal_of(R"({"types": [{"name": ")" + std::string(513, 'n') + "\"}]}") ==
               "type-0: name has more than 512 characters");
    BOOST_TEST(refusal_of(R"({"types": [{"name": "n", "id": ")" + std::string(257, 'i') + "\"}]}") ==
               "type-0: id has more than 256 characters");
    BOOST_TEST(refusal_of(R"({"types": 7})") == "types of the file is not a list");
    BOOST_TEST(refusal_of(R"({"types": [{"name": "x", "categories": {}}]})") == "categories of type-0 is not a list");
    BOOST_TEST(refusal_of(R"({"types": [{"name": "x", "categories": [{"name": "y", "codes": "secret"}]}]})") ==
               "codes of category-0-0 is not a list");
    BOOST_TEST(refusal_of(R"({"types": [{"name": "x", "categories": [{"name": "y", "codes": [7]}]}]})") ==
               "code-0-0-0 has no name");
    for (const auto* wrong : {"[]", "null", "{}", R"({"root_codes": []})", R"({"root_codes": 7})"})
        BOOST_TEST(!refusal_of(wrong).empty(), wrong);
}

BOOST_AUTO_TEST_CASE(start_error_names_the_setting_and_not_the_file)
{
    const verbatim::support::temporary_directory folder;
    const auto                                   file = folder.path() / "codes.json";
    const auto        load  = [](const std::string& path) { return [path] { load_framework(path); }; };
    const std::string begin = "CODING_FRAMEWORK_PATH: invalid coding framework: ";

    for (const auto& none : {file.string(), folder.path().string(), std::string{"/dev/zero"}})
        BOOST_TEST(refusal(load(none)) == begin + "not a readable file.");
    const auto pipe = folder.path() / "pipe";
    BOOST_REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    BOOST_TEST(refusal(load(pipe.string())) == begin + "not a readable file.");
    const auto huge = folder.file("huge", "");
    std::filesystem::resize_file(huge, std::uintmax_t{1} << 40);
    BOOST_TEST(refusal(load(huge.string())) == begin + "larger than 64 MiB.");

    std::ofstream{file} << R"({"root_codes": [{"name": "secret"}]})";
    BOOST_TEST(refusal(load(file.string())) == begin + "root_codes[0].id: Field required.");

    std::ofstream{file} << R"({"root_codes": [{"id": "a", "name": "A"}]})";
    BOOST_TEST(load_framework(file.string()).root_codes.at(0).id == "a");
}

BOOST_AUTO_TEST_SUITE_END()
