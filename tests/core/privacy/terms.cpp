#include "privacy/terms.hpp"

#include "finding.hpp"

#include <filesystem>
#include <stdexcept>
#include <string>

namespace verbatim::core::privacy {

using testing::found_in;
using strings = std::vector<std::string>;

namespace {

/// The sentence that refuses this list, or nothing.
std::string refusal(std::string_view lines)
{
    try
    {
        term_list{lines};
    }
    catch (const std::invalid_argument& refused)
    {
        return refused.what();
    }
    return {};
}

} // namespace

BOOST_AUTO_TEST_SUITE(terms)

BOOST_AUTO_TEST_CASE(an_operators_terms_are_found_in_any_case_and_spelling)
{
    const recognizer with(
        term_list("# known to us\nPERSON\tOld Smokey\n\nCAMP_SITE\tBloc 4, Côte Verte\r\nPERSON\t张伟\n"));

    const auto all =
        found_in({"old smokey and OLD  SMOKEY", "at bloc 4, cote verte today", "我叫张伟。", "older smokey"}, with);

    BOOST_TEST(all[0] == (strings{"PERSON:old smokey", "PERSON:OLD  SMOKEY"}), boost::test_tools::per_element());
    BOOST_TEST(all[1] == strings{"CAMP_SITE:bloc 4, cote verte"}, boost::test_tools::per_element());
    BOOST_TEST(all[2] == strings{"PERSON:张伟"}, boost::test_tools::per_element());
    BOOST_TEST(all[3] == strings{}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_term_keeps_ordinary_rules_about_overlaps)
{
    const recognizer with(term_list("LOCATION\tDiallo\n"));
    BOOST_TEST(found_in({"Fatou Diallo came"}, with)[0] == strings{"PERSON:Fatou Diallo"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_malformed_line_is_named_and_never_quoted)
{
    for (const std::string_view line : {"secret name", "person\tsecret", "PER SON\tsecret", "\tsecret", "_X\tsecret",
                                        "PERSON\t", "PERSON\t ...", "PERSON secret"})
    {
        const auto sentence = refusal("PERSON\tfine\n" + std::string(line) + "\n");
        BOOST_TEST_CONTEXT(line)
        {
            BOOST_TEST(sentence.find("ANONYMIZER_TERMS_PATH: line 2 ") == 0U);
            BOOST_TEST(sentence.find("secret") == std::string::npos);
        }
    }
    BOOST_TEST(refusal("PERSON\tfine").empty());
    BOOST_TEST(refusal("").empty());
}

BOOST_AUTO_TEST_CASE(a_file_that_cannot_be_read_is_one_sentence)
{
    BOOST_CHECK_EXCEPTION(read_terms("/nonexistent/terms"), std::invalid_argument, [](const auto& refused) {
        return std::string(refused.what()) == "ANONYMIZER_TERMS_PATH: the file cannot be read.";
    });
    BOOST_CHECK_THROW(read_terms(std::filesystem::temp_directory_path()), std::invalid_argument);
    BOOST_CHECK_NO_THROW(read_terms({}));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::privacy
