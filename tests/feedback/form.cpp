#include "verbatim/feedback/form.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim;

namespace {

struct one
{
    std::string said;
};
void declare(sdk::declaration& wire, one& given)
{
    wire.is("FormTestOne", "A reply.");
    wire.gives("said", given.said, "A text.").at_most(5);
}

struct other
{
    std::int64_t count = 0;
};
void declare(sdk::declaration& wire, other& given)
{
    wire.is("FormTestOther", "Another reply.");
    wire.gives("count", given.count, "A number.");
}

} // namespace

BOOST_AUTO_TEST_SUITE(form)

BOOST_AUTO_TEST_CASE(each_type_has_its_own_form_made_once)
{
    const auto& first = feedback::form_of<one>("first");
    BOOST_TEST(first.name == "first");
    BOOST_TEST(first.schema == sdk::strict_schema(sdk::declared<one>()));
    BOOST_TEST(first.schema.find("maxLength") == first.schema.npos);
    BOOST_TEST(&feedback::form_of<one>("first") == &first);

    const auto& second = feedback::form_of<other>("second");
    BOOST_TEST(second.name == "second");
    BOOST_TEST(second.schema == sdk::strict_schema(sdk::declared<other>()));
}

BOOST_AUTO_TEST_SUITE_END()
