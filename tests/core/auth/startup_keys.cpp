#include "auth/startup_keys.hpp"
#include "settings/setting_problem.hpp"

#include "support/recording_log.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <stdexcept>
#include <string>

namespace verbatim::core::auth {

namespace {

std::vector<known_key> read(std::string_view json)
{
    support::recording_log ignored;
    return read_startup_keys(json, ignored);
}

std::string error_message(std::string_view json)
{
    try
    {
        read(json);
    }
    catch (const std::runtime_error& error)
    {
        return error.what();
    }
    return "accepted";
}

} // namespace

BOOST_AUTO_TEST_SUITE(startup_keys)

BOOST_AUTO_TEST_CASE(startup_keys_are_parsed)
{
    const auto keys = read(R"([
        {"key_id": "k-nl-0", "name": "crm-nl", "key": "s3cr3t-one", "tenant_id": "tenant-nl",
         "expires_at": "2027-01-01T00:00:00+01:00"},
        {"name": "ops", "key": "s3cr3t-two", "tenant_id": "ops", "is_superuser": true}])");
    BOOST_REQUIRE(keys.size() == 2U);
    BOOST_CHECK((keys[0].owner == identity{"tenant-nl", "k-nl-0", false}));
    BOOST_CHECK((keys[1].owner == identity{"ops", "ops", true}));
    BOOST_CHECK(keys[1].key_digest == digest_of("s3cr3t-two"));
    BOOST_TEST(keys[1].name == "ops");
    BOOST_CHECK(!keys[1].expires);
    using namespace std::chrono;
    BOOST_CHECK(keys[0].expires.value() == sys_days{2026y / December / 31} + 23h);
}

BOOST_AUTO_TEST_CASE(no_keys_at_all_are_accepted) { BOOST_TEST(read(" [] ").empty()); }

BOOST_AUTO_TEST_CASE(a_problem_is_reported_by_position_and_never_by_value)
{
    const std::string                         good = R"({"key_id":"a","name":"n","key":"s3cr3t","tenant_id":"t"})";
    const std::string                         long_text(256, 'x');
    const std::pair<std::string, std::string> attacks[] = {
        {"", "AUTH_API_KEYS:"},
        {"s3cr3t", "AUTH_API_KEYS:"},
        {"[" + good, "AUTH_API_KEYS:"},
        {"[\"\xFF\"]", "AUTH_API_KEYS:"},
        {std::string(100'000, '['), "AUTH_API_KEYS:"},
        {good, "AUTH_API_KEYS:"},
        {"null", "AUTH_API_KEYS:"},
        {"[\"s3cr3t\"]", "AUTH_API_KEYS[0]:"},
        {"[" + good + ",null]", "AUTH_API_KEYS[1]:"},
        {"[" + good + "," + good + "]", "AUTH_API_KEYS[1].key_id:"},
        {"[" + good + R"(,{"key_id":"b","name":"n","key":"s3cr3t","tenant_id":"t"}])", "AUTH_API_KEYS[1].key:"},
        {R"([{"key_id":"a","name":"n","key":"s3cr3t"}])", "AUTH_API_KEYS[0].tenant_id:"},
        {R"([{"key_id":"a","name":"n","key":"s3cr3t","tenant_id":""}])", "AUTH_API_KEYS[0].tenant_id:"},
        {R"([{"key_id":"a","name":"n","key":"s3cr3t","tenant_id":"t\u0000"}])", "AUTH_API_KEYS[0].tenant_id:"},
        {R"([{"key_id":"a","name":"n","key":"s3cr3t","tenant_id":")" + long_text + "\"}]",
         "AUTH_API_KEYS[0].tenant_id:"},
        {R"([{"key_id":"a","name":"n","key":"s3cr3t","tenant_id":"verbatim-operator"}])",
         "AUTH_API_KEYS[0].tenant_id:"},
        {R"([{"key_id":"a","name":"n","key":1234567,"tenant_id":"t"}])", "AUTH_API_KEYS[0].key:"},
        {R"([{"key_id":"a","name":"n","key":"","tenant_id":"t"}])", "AUTH_API_KEYS[0].key:"},
        {R"([{"key_id":"a","name":"n","tenant_id":"t"}])", "AUTH_API_KEYS[0].key:"},
        {R"([{"key_id":"a","key":"s3cr3t","tenant_id":"t"}])", "AUTH_API_KEYS[0].name:"},
        {R"([{"key_id":null,"name":"n","key":"s3cr3t","tenant_id":"t"}])", "AUTH_API_KEYS[0].key_id:"},
        {R"([{"key_id":"a","name":"n","key":"s3cr3t","tenant_id":"t","is_superuser":"true"}])",
         "AUTH_API_KEYS[0].is_superuser:"},
        {R"([{"name":"n","key":"s3cr3t","tenant_id":"t","superuser":true}])",
         "AUTH_API_KEYS[0]: has an unknown member;"},
        {R"([{"name":"n","key":"s3cr3t","tenant_id":"t","s3cr3t-two":"t"}])",
         "AUTH_API_KEYS[0]: has an unknown member;"},
        {R"([{"name":"n","s3cr3t":"key","tenant_id":"t","correcthorsebattery":""}])",
         "AUTH_API_KEYS[0]: has an unknown member;"},
        {R"([{"name":"n","key":"s3cr3t","tenant_id":"t","expires_at":"s3cr3t"}])", "AUTH_API_KEYS[0].expires_at:"},
        {R"([{"name":"n","key":"s3cr3t","tenant_id":"t","expires_at":"2027-01-01T00:00:00"}])",
         "AUTH_API_KEYS[0].expires_at:"},
        {R"([{"name":"n","key":"s3cr3t","tenant_id":"t","expires_at":1798761600}])", "AUTH_API_KEYS[0].expires_at:"},
        {R"([{"name":"n","key":["s3cr3t"],"tenant_id":"t"}])", "AUTH_API_KEYS[0].key:"},
        {R"([{"name":"n","key":"k","tenant_id":{"s3cr3t":"t"}}])", "AUTH_API_KEYS[0].tenant_id:"},
        {R"([{"name":"s3cr3t)" + long_text + R"(","key":"k","tenant_id":"t"}])", "AUTH_API_KEYS[0].name:"},
    };
    for (const auto& [json, prefix] : attacks)
    {
        BOOST_TEST_CONTEXT(json.substr(0, 90))
        {
            const std::string message = error_message(json);
            BOOST_TEST(message.substr(0, prefix.size()) == prefix);
            BOOST_TEST(message.find("s3cr3t") == std::string::npos);
            BOOST_TEST(message.find("correcthorse") == std::string::npos);
        }
    }
}

BOOST_AUTO_TEST_CASE(all_problems_are_reported_at_once)
{
    std::vector<std::string> places;
    try
    {
        read(R"([{"name":"n","tenant_id":7,"expiry":"x"}, null, {"name":"","key":"k","tenant_id":"t"},
                 {"name":"n","key":"k","tenant_id":""}])");
    }
    catch (const core::settings::setting_error& error)
    {
        for (const auto& problem : error.problems()) places.push_back(problem.setting);
    }
    const std::vector<std::string> expected{
        "AUTH_API_KEYS[0]",      "AUTH_API_KEYS[0].key",       "AUTH_API_KEYS[0].tenant_id", "AUTH_API_KEYS[1]",
        "AUTH_API_KEYS[2].name", "AUTH_API_KEYS[3].tenant_id", "AUTH_API_KEYS[3].key_id",    "AUTH_API_KEYS[3].key"};
    BOOST_TEST(places == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_name_limit_counts_characters_and_not_bytes)
{
    std::string tenant;
    for (int n = 0; n < 255; ++n) tenant += "\xC3\xA9";
    BOOST_TEST(read(R"([{"name":"n","key":"k","tenant_id":")" + tenant + "\"}]").size() == 1U);
}

BOOST_AUTO_TEST_CASE(weak_keys_are_logged_by_their_id)
{
    support::recording_log log;
    read_startup_keys(R"([{"key_id":"short","name":"n","key":"fifteen-letters","tenant_id":"t"},
                          {"key_id":"fine","name":"n","key":"sixteen--letters","tenant_id":"t"},
                          {"key_id":"blank","name":"n","key":" sixteen-letters and more","tenant_id":"t"},
                          {"key_id":"old","name":"n","key":"sixteen--letters and more","tenant_id":"t",
                           "expires_at":"2020-01-01T00:00:00Z"},
                          {"key_id":"split","name":"n","key":"sixteen\r\nletters","tenant_id":"t"}])",
                      log);
    const std::vector<std::string> expected = {
        "warning api_key_short key_id=short", "warning api_key_unusable key_id=blank",
        "warning api_key_expired key_id=old", "warning api_key_unusable key_id=split"};
    BOOST_TEST(log.lines() == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::auth
