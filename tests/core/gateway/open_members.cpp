#include "gateway/json_body.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim;
using core::gateway::open_members_of;

namespace {

sdk::descriptor descriptor()
{
    sdk::descriptor result{.name = "group"};
    result.open_members       = std::vector<std::string>{"created"};
    result.open_member_fields = {"group_by", "compare.key"};
    return result;
}

std::string members(std::string_view body)
{
    const auto  names = open_members_of(descriptor(), body).value();
    std::string text;
    for (const auto& name : names) text.append(text.empty() ? "" : ",").append(name);
    return text;
}

} // namespace

BOOST_AUTO_TEST_SUITE(open_members)

BOOST_AUTO_TEST_CASE(a_body_adds_the_members_that_it_names)
{
    const struct
    {
        std::string_view body;
        std::string_view expected;
    } table[]{
        {R"({"records":[{"metadata":{"group":"x"}}]})", "created"},
        {R"({"records":[{"metadata":{}}],"group_by":["region","channel"]})", "created,region,channel"},
        {R"({"group_by":"region","records":[]})", "created,region"},
        {R"({"compare":{"key":"channel","values":["radio","sms"]}})", "created,channel"},
        {R"({"group_by":["a"],"compare":{"key":"b"}})", "created,a,b"},
        {R"({"gr\u006fup_by":["a"]})", "created,a"},
        {"\xEF\xBB\xBF{\"group_by\":[\"a\"]}", "created,a"},
        {R"({"group_by":["a"],"group_by":["b"]})", "created,b"},
    };
    for (const auto& [body, expected] : table) BOOST_TEST(members(body) == expected, body);
}

BOOST_AUTO_TEST_CASE(values_that_are_no_names_add_nothing)
{
    for (const std::string_view body :
         {R"({"group_by":null})", R"({"group_by":{"group_by":["a"]}})", R"({"group_by":[1,null,["a"],{"b":"c"}]})",
          R"({"compare":"key"})", R"({"compare":["key"]})", R"({"compare":{"windows":[]}})", R"(["group_by","a"])",
          R"("group_by")", R"({"records":[{"group_by":["a"]}]})"})
        BOOST_TEST(members(body) == "created", body);
}

BOOST_AUTO_TEST_CASE(only_the_first_hundred_names_are_read)
{
    std::string names;
    for (int n = 0; n != 1'000; ++n) names.append(n ? "," : "").append("\"" + std::to_string(n) + "\"");
    BOOST_TEST(open_members_of(descriptor(), R"({"group_by":[)" + names + "]}").value().size() == 101u);
}

BOOST_AUTO_TEST_CASE(an_invalid_body_has_the_error_of_the_parser)
{
    for (const std::string_view body : {R"({"group_by":["a")", R"({"group_by":["a"],})"})
        BOOST_CHECK_EXCEPTION(open_members_of(descriptor(), body), sdk::error,
                              [](const sdk::error& error) { return error.code() == sdk::errc::json_invalid; });
}

BOOST_AUTO_TEST_CASE(an_operation_that_reads_all_members_needs_no_names)
{
    auto all         = descriptor();
    all.open_members = std::nullopt;
    BOOST_TEST(!open_members_of(all, R"({"group_by":["a"]})").has_value());
}

BOOST_AUTO_TEST_SUITE_END()
