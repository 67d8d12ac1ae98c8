#include "operations.hpp"

#include "window.hpp"

#include "verbatim/testing/fake_call.hpp"
#include "verbatim/testing/loop.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <vector>

using namespace verbatim;

namespace {

struct setting : testing::loop
{
    testing::fake_call                 call;
    usage::window                      asked;
    usage::own_usage                   own;
    usage::usage_by_tenant             by_tenant;
    usage::usage_by_operation          by_operation;
    const std::vector<sdk::operation*> all{&own, &by_tenant, &by_operation};

    std::string body(sdk::operation& of)
    {
        call.asks(asked);
        auto given = run(of.run(call));
        BOOST_TEST(given.status == 200);
        return std::move(given.body);
    }

    sdk::errc failure(sdk::operation& of)
    {
        call.asks(asked);
        try
        {
            run(of.run(call));
        }
        catch (const sdk::error& thrown)
        {
            return thrown.code();
        }
        BOOST_FAIL("the operation answered");
        return {};
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(operations, setting)

BOOST_AUTO_TEST_CASE(the_routes_are_the_contracts)
{
    BOOST_TEST(own.describe().path == "/v1/usage");
    BOOST_TEST(own.describe().name == "usage");
    BOOST_TEST((own.describe().who == sdk::access::tenant));
    BOOST_TEST(by_tenant.describe().path == "/v1/usage/all/by-tenant");
    BOOST_TEST(by_tenant.describe().name == "usage_all_by_tenant");
    BOOST_TEST((by_tenant.describe().who == sdk::access::superuser));
    BOOST_TEST(by_operation.describe().path == "/v1/usage/all/by-operation");
    BOOST_TEST(by_operation.describe().name == "usage_all_by_operation");
    BOOST_TEST((by_operation.describe().who == sdk::access::superuser));
    for (const auto* one : all)
    {
        BOOST_TEST(one->describe().verb == "GET");
        BOOST_TEST(one->describe().tag == "Usage Tracking");
        BOOST_TEST(one->describe().usage_label.empty()); // reading usage is no usage
        BOOST_TEST(one->describe().description.find("failed_calls") != std::string_view::npos);
    }
}

BOOST_AUTO_TEST_CASE(an_ordinary_report_is_of_the_callers_tenant_and_no_other)
{
    call.tenant    = "tenant-ke";
    asked.from     = usage::window::bound{sdk::date_time{5, true}};
    asked.to       = usage::window::bound{sdk::date_time{9, true}};
    const auto got = boost::json::parse(body(own));

    BOOST_TEST((got.at("tenant_id").as_string() == "tenant-ke"));
    BOOST_REQUIRE(call.spent.asked.size() == 1u);
    BOOST_TEST((call.spent.asked[0].tenant == "tenant-ke"));
    BOOST_TEST((call.spent.asked[0].within.from == 5));
    BOOST_TEST((call.spent.asked[0].within.to == 9));
}

BOOST_AUTO_TEST_CASE(a_report_of_all_asks_once_for_all)
{
    body(by_tenant);
    body(by_operation);
    BOOST_REQUIRE(call.spent.asked.size() == 2u);
    for (const auto& one : call.spent.asked)
    {
        BOOST_TEST(!one.tenant.has_value());
        BOOST_TEST(!one.within.from.has_value());
        BOOST_TEST(!one.within.to.has_value());
    }
}

BOOST_AUTO_TEST_CASE(a_wrong_window_is_refused_before_the_database_is_asked)
{
    asked.to = usage::window::bound{sdk::date_time{5, false}};
    for (auto* one : all) BOOST_TEST((failure(*one) == sdk::errc::validation_error));
    BOOST_TEST(call.spent.asked.empty());
}

BOOST_AUTO_TEST_CASE(what_the_database_fails_with_is_passed_on)
{
    for (const auto how : {sdk::errc::usage_backend_unavailable, sdk::errc::internal_error})
    {
        call.spent.fails = how;
        for (auto* one : all) BOOST_TEST((failure(*one) == how));
    }
}

BOOST_AUTO_TEST_CASE(no_model_is_asked)
{
    for (auto* one : all) body(*one);
    BOOST_TEST(call.script.conversations().empty());
}

BOOST_AUTO_TEST_SUITE_END()
