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

using texts = std::vector<std::string>;

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

BOOST_AUTO_TEST_CASE(older_codebook_may_say_what_its_codes_mean)
{
    const auto codes = read_framework(R"({"types": [{"name": "Thanks", "type_description": "Gratitude.", "categories": [
        {"name": "Work", "description": "For the work.", "codes": [
            {"name": "Courage", "code_description": "Asks to continue.", "aliases": ["bravo"], "include": "praise",
             "exclude": ["complaints", 7], "examples": ["Go on!", "Thank you."], "sensitive": false}]}]}]})");
    const auto& type = codes.root_codes.at(0);
    const auto& code = type.children.at(0).children.at(0);
    BOOST_TEST(type.description == "Gratitude.");
    BOOST_TEST(type.children[0].description == "For the work.");
    BOOST_TEST(code.description == "Asks to continue.");
    BOOST_TEST(code.aliases == texts{"bravo"}, boost::test_tools::per_element());
    BOOST_TEST(code.include == texts{"praise"}, boost::test_tools::per_element());
    BOOST_TEST(code.exclude == texts{"complaints"}, boost::test_tools::per_element());
    BOOST_TEST(code.examples == (texts{"Go on!", "Thank you."}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(rows_of_a_spreadsheet_are_a_tree)
{
    const auto codes = read_framework(R"([
        {"Type": "Question", "Category": "Vaccine", "Code": "Origin", "Code ID": "c-7", "Code description": "Where from?",
         "Examples": "Who made it?\n\u2022 Is it Russian? ", "Keywords": ["maker", 7], "Sensitive": false},
        {"Code": "Doses", "Inclusion criteria": "- number\n- interval"},
        {"Category": "Masks", "Category description": "Face masks."},
        {},
        {"Type": "Praise", "Type_ID": "p", "Definition": "All thanks."},
        {"TYPE": "Question", "CATEGORY": "Vaccine", "CODE": "Origin", "Example": "From where?"}])");

    const std::vector<std::string> expected{"type-0", "category-0-0", "c-7", "code-0-0-1", "category-0-1", "p"};
    BOOST_TEST(ids(codes) == expected, boost::test_tools::per_element());
    const auto& vaccine = codes.root_codes[0].children[0];
    BOOST_TEST(vaccine.children[0].description == "Where from?");
    BOOST_TEST(vaccine.children[0].aliases == texts{"maker"}, boost::test_tools::per_element());
    BOOST_TEST(vaccine.children[0].examples == (texts{"Who made it?", "Is it Russian?", "From where?"}),
               boost::test_tools::per_element());
    BOOST_TEST(vaccine.children[1].include == (texts{"number", "interval"}), boost::test_tools::per_element());
    BOOST_TEST(codes.root_codes[0].children[1].description == "Face masks.");
    BOOST_TEST(codes.root_codes[1].description == "All thanks.");
}

BOOST_AUTO_TEST_CASE(a_row_without_a_category_has_a_code_of_level_2)
{
    const auto codes = read_framework(R"([{"type": "A", "code": "x"}, {"type": "B", "category": "c", "code": "y"}])");
    const std::vector<std::string> expected{"type-0", "category-0-0", "type-1", "category-1-0", "code-1-0-0"};
    BOOST_TEST(ids(codes) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(csv_has_the_same_columns)
{
    for (const std::string separator : {",", ";", "\t"})
        for (const std::string line_end : {"\n", "\r\n"})
        {
            const auto line = [&](std::initializer_list<std::string> cells) {
                std::string text;
                for (const auto& cell : cells) text += cell + separator;
                return text.substr(0, text.size() - separator.size()) + line_end;
            };
            const auto codes = read_framework(
                "\xEF\xBB\xBF" + line({"Type", "Category", "Code", "Description", "Remark"}) +
                line({"Question", "\"Vaccine" + separator + " doses\"", "\"The \"\"new\"\" one\"", "Which?"}) +
                line({"", "", "Origin", "\"Two\nlines\"", "x", "more"}) + line({"", "", "", ""}));
            const auto& category = codes.root_codes.at(0).children.at(0);
            BOOST_TEST(category.name == "Vaccine" + separator + " doses");
            BOOST_TEST(category.children.at(0).name == R"(The "new" one)");
            BOOST_TEST(category.children.at(0).description == "Which?");
            BOOST_TEST(category.children.at(1).name == "Origin");
            BOOST_TEST(category.children.at(1).description == "Two lines");
        }
}

BOOST_AUTO_TEST_CASE(problems_of_rows_name_the_row_and_quote_nothing)
{
    BOOST_TEST(refusal_of("secret") == "neither JSON nor CSV with a column named type");
    BOOST_TEST(refusal_of("Type;Code\n\xff;x") == "not valid UTF-8");
    BOOST_TEST(refusal_of("Type;Code\n") == "no codes");
    BOOST_TEST(refusal_of("Type;Code\n;secret") == "row 2 has no type");
    BOOST_TEST(refusal_of("Type;Code\nA;" + std::string(513, 'n')) ==
               "category-0-0: name has more than 512 characters");
    BOOST_TEST(refusal_of("Type;Code\n\"unfinished") == "row 2 has a quoted cell without an end");
    BOOST_TEST(refusal_of("[]") == "no codes");
    BOOST_TEST(refusal_of(R"([{"type": "A"}, "secret"])") == "row 2 is not an object");
    BOOST_TEST(refusal_of(R"([{"type": 7, "code": "secret"}])") == "row 1 has no type");
    std::string rows;
    for (int n = 0; n != 51; ++n) rows += R"(, {"type": "A", "example": "x"})";
    BOOST_TEST(refusal_of("[" + rows.substr(1) + "]") == "type-0: examples has more than 50 items");
}

BOOST_AUTO_TEST_CASE(texts_of_every_format_have_the_limits_of_a_request)
{
    const auto refusal_with = [](const std::string& field, const std::string& value) {
        return refusal_of(R"({"types": [{"name": "n", ")" + field + R"(": )" + value + "}]}");
    };
    const auto quoted = [](std::size_t length) { return '"' + std::string(length, 'x') + '"'; };
    BOOST_TEST(refusal_with("description", quoted(2'000)) == "");
    BOOST_TEST(refusal_with("description", quoted(2'001)) == "type-0: description has more than 2000 characters");
    BOOST_TEST(refusal_with("aliases", quoted(513)) == "type-0: aliases has more than 512 characters");
    for (const std::string field : {"include", "exclude", "examples"})
        BOOST_TEST(refusal_with(field, "[" + quoted(2'001) + "]") ==
                   "type-0: " + field + " has more than 2000 characters");
    BOOST_TEST(refusal_of(R"({"root_codes": [{"id": "a", "name": "A", "aliases": ["b", )" + quoted(513) + "]}]}") ==
               "root_codes[0].aliases[1]: String should have at most 512 characters");
}

BOOST_AUTO_TEST_CASE(framework_is_read_like_that_of_a_request)
{
    const std::string nested = R"({"root_codes": [{"id": "a", "name": "A", "children": [{"id": "b", "name": "B"}]}]})";
    const std::vector<std::string> expected{"a", "b"};
    for (const auto& text : {nested, "{\"coding_levels\": " + nested + "}"})
        BOOST_TEST(ids(read_framework(text)) == expected, boost::test_tools::per_element());
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
