#include "verbatim/sdk/system_message.hpp"

#include <boost/test/unit_test.hpp>

#include <utility>

using namespace verbatim;

BOOST_AUTO_TEST_SUITE(system_message)

BOOST_AUTO_TEST_CASE(it_has_the_text_its_json_form_and_its_length)
{
    const sdk::system_message message{"Say \"é\".\n"};
    BOOST_TEST(message.text() == "Say \"é\".\n");
    BOOST_TEST(message.json() == R"("Say \"é\".\n")");
    BOOST_TEST(message.estimation_length() == 9u);
}

BOOST_AUTO_TEST_CASE(copies_share_the_text)
{
    const sdk::system_message message{sdk::prompt_text{"A task."}};
    const auto                copy = message;
    BOOST_TEST(copy.text().data() == message.text().data());
    BOOST_TEST(copy.json().data() == message.json().data());
}

BOOST_AUTO_TEST_CASE(it_keeps_its_text_when_moved_from)
{
    sdk::system_message message{sdk::prompt_text{"A task."}};
    const auto          other = std::move(message);
    BOOST_TEST(message.text() == "A task."); // NOLINT(bugprone-use-after-move): the promise under test
    BOOST_TEST(other.text() == "A task.");
}

BOOST_AUTO_TEST_CASE(without_a_text_it_is_empty)
{
    const sdk::system_message message;
    BOOST_TEST(message.text().empty());
    BOOST_TEST(message.json() == "\"\"");
    BOOST_TEST(message.estimation_length() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
