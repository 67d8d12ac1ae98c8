#include "operations.hpp"

#include "window.hpp"

#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/fake_call.hpp"
#include "verbatim/testing/request.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <vector>

using namespace verbatim;

namespace {

struct fixture : testing::event_loop
{
    testing::fake_call                 call;
    usage::window                      query;
    usage::own_usage                   own;
    usage::usage_by_tenant             by_tenant;
    usage::usage_by_operation          by_operation;
    const std::vector<sdk::operation*> operations{&own, &by_tenant, &by_operation};

    std::string body(const sdk::operation& operation) { return run(testing::respond(operation, call, &query)); }

    sdk::errc failure(const sdk::operation& operation)
    {
        return error_of(testing::respond(operation, call, &query)).code();
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(operations, fixture)

BOOST_AUTO_TEST_CASE(descriptors_match_the_reference)
{
    BOOST_TEST(own.describe().path == "/v1/usage");
    BOOST_TEST(own.describe().name == "usage");
    BOOST_TEST((own.describe().access == sdk::access_level::tenant));
    BOOST_TEST(by_tenant.describe().path == "/v1/usage/all/by-tenant");
    BOOST_TEST(by_tenant.describe().name == "usage_all_by_tenant");
    BOOST_TEST((by_tenant.describe().access == sdk::access_level::superuser));
    BOOST_TEST(by_operation.describe().path == "/v1/usage/all/by-operation");
    BOOST_TEST(by_operation.describe().name == "usage_all_by_operation");
    BOOST_TEST((by_operation.describe().access == sdk::access_level::superuser));
    for (const auto* operation : operations)
    {
        BOOST_TEST(operation->definition().verb == "GET");
        BOOST_TEST(operation->definition().tag == "Usage Tracking");
        BOOST_TEST(operation->definition().usage_label.empty()); // reading usage makes no usage
        BOOST_TEST(operation->definition().description.find("failed_calls") != std::string_view::npos);
    }
}

BOOST_AUTO_TEST_CASE(own_usage_covers_only_the_tenant_of_the_key)
{
    call.tenant       = "tenant-ke";
    query.from        = usage::window::bound{sdk::date_time{5, true}};
    query.to          = usage::window::bound{sdk::date_time{9, true}};
    const auto report = boost::json::parse(body(own));

    BOOST_TEST((report.at("tenant_id").as_string() == "tenant-ke"));
    BOOST_REQUIRE(call.usage_data.queries.size() == 1u);
    BOOST_TEST((call.usage_data.queries[0].tenant == "tenant-ke"));
    BOOST_TEST((call.usage_data.queries[0].window.from == 5));
    BOOST_TEST((call.usage_data.queries[0].window.to == 9));
}

BOOST_AUTO_TEST_CASE(reports_of_all_tenants_read_once_without_a_tenant)
{
    body(by_tenant);
    body(by_operation);
    BOOST_REQUIRE(call.usage_data.queries.size() == 2u);
    for (const auto& lookup : call.usage_data.queries)
    {
        BOOST_TEST(!lookup.tenant.has_value());
        BOOST_TEST(!lookup.window.from.has_value());
        BOOST_TEST(!lookup.window.to.has_value());
    }
}

BOOST_AUTO_TEST_CASE(the_period_of_a_series_is_passed_on)
{
    for (const auto* operation : operations) body(*operation);
    query.group_by = usage::grouping::month;
    for (const auto* operation : operations) body(*operation);
    BOOST_REQUIRE(call.usage_data.queries.size() == 6u);
    for (std::size_t n = 0; n < 6; ++n)
        BOOST_TEST(
            (call.usage_data.queries[n].period == (n < 3 ? std::nullopt : std::optional{sdk::usage_period::month})));
}

BOOST_AUTO_TEST_CASE(each_report_has_a_table)
{
    BOOST_REQUIRE(own.representations().size() == 1u);
    BOOST_TEST(own.representations()[0].file_name.view() == "usage.csv");
    BOOST_TEST(by_tenant.representations()[0].file_name.view() == "usage-by-tenant.csv");
    BOOST_TEST(by_operation.representations()[0].file_name.view() == "usage-by-operation.csv");
    for (const auto* operation : operations)
    {
        const auto definition = operation->definition();
        BOOST_REQUIRE(definition.representations.size() == 1u);
        BOOST_TEST(definition.representations[0].content_type.view() == "text/csv; charset=utf-8; header=present");
        const auto response = run(operation->execute(call, &query));
        const auto header   = definition.representations[0].write(response.get());
        BOOST_TEST(header.starts_with("tenant_id,operation,total_calls,"));
        BOOST_TEST(definition.representations[0].example.starts_with(header));
    }
    query.group_by = usage::grouping::model;
    for (const auto* operation : operations)
    {
        const auto response = run(operation->execute(call, &query));
        BOOST_TEST(operation->definition().representations[0].write(response.get()).starts_with("model,total_calls,"));
    }
}

BOOST_AUTO_TEST_CASE(invalid_time_range_is_rejected_before_the_database_is_read)
{
    query.to = usage::window::bound{sdk::date_time{5, false}};
    for (auto* operation : operations) BOOST_TEST((failure(*operation) == sdk::errc::validation_error));
    BOOST_TEST(call.usage_data.queries.empty());
}

BOOST_AUTO_TEST_CASE(database_errors_are_passed_on)
{
    for (const auto code : {sdk::errc::usage_backend_unavailable, sdk::errc::internal_error})
    {
        call.usage_data.error = code;
        for (auto* operation : operations) BOOST_TEST((failure(*operation) == code));
    }
}

BOOST_AUTO_TEST_CASE(no_model_is_called)
{
    for (auto* operation : operations) body(*operation);
    BOOST_TEST(call.llm.requests().empty());
}

BOOST_AUTO_TEST_SUITE_END()
