#include "verbatim/feedback/output_schema.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim;

namespace {

struct text_output
{
    std::string text;
};
void declare(sdk::schema_builder& schema, text_output& output)
{
    schema.name("FormTestOne", "A reply.");
    schema.field("said", output.text, "A text.").at_most(5);
}

struct count_output
{
    std::int64_t count = 0;
};
void declare(sdk::schema_builder& schema, count_output& output)
{
    schema.name("FormTestOther", "Another reply.");
    schema.field("count", output.count, "A number.");
}

} // namespace

BOOST_AUTO_TEST_SUITE(form)

BOOST_AUTO_TEST_CASE(each_type_has_a_schema_created_once)
{
    const auto& first = feedback::output_schema_of<text_output>("first");
    BOOST_TEST(first.name == "first");
    BOOST_TEST(first.json_schema == sdk::strict_schema(sdk::schema_of<text_output>()));
    BOOST_TEST(first.json_schema.find("maxLength") == first.json_schema.npos);
    BOOST_TEST(&feedback::output_schema_of<text_output>("first") == &first);

    const auto& second = feedback::output_schema_of<count_output>("second");
    BOOST_TEST(second.name == "second");
    BOOST_TEST(second.json_schema == sdk::strict_schema(sdk::schema_of<count_output>()));
}

BOOST_AUTO_TEST_SUITE_END()
