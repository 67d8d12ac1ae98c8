#include "verbatim/feedback/tenant_table.hpp"

#include "verbatim/testing/request.hpp"

#include <boost/test/unit_test.hpp>

#include <stdexcept>
#include <string>
#include <vector>

using namespace verbatim;

namespace {

struct tenant_limit
{
    std::string tenant_id;
    int         most = 1;
};
[[maybe_unused]] void declare(sdk::schema_builder& schema, tenant_limit& limit)
{
    schema.name("TenantLimit", "A limit.").closed();
    schema.required("tenant_id", limit.tenant_id, "The tenant.");
    schema.required("most", limit.most, "The limit.");
}

struct settings
{
    std::vector<tenant_limit> tenants;
};
void refuse_repeated_tenants(const settings& settings, sdk::validation_issues& issues)
{
    feedback::refuse_repeated_tenants("SAMPLE_TENANTS", settings.tenants, issues);
}
[[maybe_unused]] void declare(sdk::schema_builder& schema, settings& settings)
{
    schema.name("Settings", "Settings.");
    schema.optional("SAMPLE_TENANTS", settings.tenants, "Limits of tenants.");
    schema.rule(refuse_repeated_tenants);
}

} // namespace

BOOST_AUTO_TEST_SUITE(tenant_table)

BOOST_AUTO_TEST_CASE(the_entry_of_a_tenant_is_found)
{
    const auto read = testing::read_request<settings>(
        R"({"SAMPLE_TENANTS": [{"tenant_id": "a", "most": 3}, {"tenant_id": "b", "most": 4}]})");
    BOOST_TEST(feedback::find_tenant(read.tenants, "b")->most == 4);
    BOOST_TEST(feedback::find_tenant(read.tenants, "c") == nullptr);
    BOOST_TEST(feedback::find_tenant(settings{}.tenants, "a") == nullptr);
}

BOOST_AUTO_TEST_CASE(a_second_entry_of_a_tenant_is_refused)
{
    const auto* const body = R"({"SAMPLE_TENANTS": [{"tenant_id": "a", "most": 3}, {"tenant_id": "b", "most": 4},
                                                    {"tenant_id": "a", "most": 5}]})";
    BOOST_CHECK_EXCEPTION(testing::read_request<settings>(body), std::invalid_argument, [](const auto& problem) {
        return problem.what() == std::string{"SAMPLE_TENANTS: Should have one entry for each tenant_id"};
    });
}

BOOST_AUTO_TEST_SUITE_END()
