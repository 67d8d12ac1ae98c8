#include "cli/input/reader.hpp"
#include "cli/rows_of.hpp"

#include "support/temporary_directory.hpp"

#include "verbatim/codebook/framework_file.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>

using namespace verbatim;

namespace {

const std::filesystem::path folder{READER_FILES "/frameworks"};

std::string text_of(const std::vector<codebook::node>& codes, const std::string& indent = "")
{
    std::string text;
    for (const auto& code : codes)
    {
        text += indent + code.id + " | " + code.name + " | " + code.description;
        for (const auto* list : {&code.aliases, &code.include, &code.exclude, &code.examples})
        {
            text += " |";
            for (const auto& item : *list) text += " [" + item + "]";
        }
        text += "\n" + text_of(code.children, indent + "  ");
    }
    return text;
}

/// The framework that the server has of a request of the command or of the page.
std::string of_request(const std::filesystem::path& file)
{
    return text_of(codebook::read_framework(cli::input::reader{}.framework(file)).root_codes);
}

std::string of_server(const std::filesystem::path& file) { return text_of(codebook::load_framework(file).root_codes); }

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder)
{
    std::set<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator{folder})
        if (entry.is_regular_file()) files.insert(entry.path());
    return {files.begin(), files.end()};
}

} // namespace

BOOST_AUTO_TEST_SUITE(frameworks)

BOOST_AUTO_TEST_CASE(server_and_reader_make_the_same_codes_of_every_format)
{
    const auto expected = of_server(folder / "nested.json");
    BOOST_TEST(expected.find("    c-7 | Origin | Where does it come from? | [maker] | [country] [company] | [price] | "
                             "[Who made it?] [Is it ours, or theirs?]") != expected.npos,
               expected);
    std::size_t count = 0;
    for (const auto& file : files_in(folder))
    {
        BOOST_TEST_CONTEXT(file)
        {
            BOOST_TEST(of_request(file) == expected);
            if (file.extension() != ".xlsx") BOOST_TEST(of_server(file) == expected);
        }
        ++count;
    }
    BOOST_TEST(count == 8U);
}

BOOST_AUTO_TEST_CASE(server_and_reader_refuse_the_same_files)
{
    std::size_t count = 0;
    for (const auto& file : files_in(folder / "refused"))
    {
        BOOST_TEST_CONTEXT(file)
        {
            BOOST_CHECK_THROW((void)of_server(file), std::runtime_error);
            BOOST_TEST(cli::failure_of([&] { (void)of_request(file); }).starts_with(file.string()));
        }
        ++count;
    }
    BOOST_TEST(count == 9U);
}

BOOST_AUTO_TEST_CASE(a_framework_may_have_16_levels)
{
    const support::temporary_directory directory;
    const auto                         file        = directory.path() / "deep.json";
    const auto                         read_nested = [&](int levels) {
        std::string code = R"({"id":"leaf","name":"Leaf"})";
        for (int level = 1; level != levels; ++level) code = R"({"id":"i","name":"Inner","children":[)" + code + "]}";
        std::ofstream{file} << R"({"root_codes":[)" << code << "]}";
        return of_request(file);
    };

    BOOST_TEST(read_nested(16).find("leaf | Leaf") != std::string::npos);
    BOOST_TEST(cli::failure_of([&] { (void)read_nested(40); }) ==
               file.string() + " nests its values deeper than a request may: 64 levels");
}

BOOST_AUTO_TEST_SUITE_END()
