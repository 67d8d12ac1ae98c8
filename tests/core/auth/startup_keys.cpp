#include "auth/startup_keys.hpp"

#include "support/recording_log.hpp"

#include <boost/test/unit_test.hpp>

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
        {"key_id": "k-nl-0", "name": "crm-nl", "key": "s3cr3t-one", "tenant_id": "tenant-nl", "unknown": [1]},
        {"name": "ops", "key": "s3cr3t-two", "tenant_id": "ops", "is_superuser": true}])");
    BOOST_REQUIRE(keys.size() == 2U);
    BOOST_CHECK((keys[0].owner == identity{"tenant-nl", "k-nl-0", false}));
    BOOST_CHECK((keys[1].owner == identity{"ops", "ops", true}));
    BOOST_CHECK(keys[1].key_digest == digest_of("s3cr3t-two"));
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
    };
    for (const auto& [json, prefix] : attacks)
    {
        BOOST_TEST_CONTEXT(json.substr(0, 90))
        {
            const std::string message = error_message(json);
            BOOST_TEST(message.substr(0, prefix.size()) == prefix);
            BOOST_TEST(message.find("s3cr3t") == std::string::npos);
        }
    }
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
                          {"key_id":"split","name":"n","key":"sixteen\r\nletters","tenant_id":"t"}])",
                      log);
    const std::vector<std::string> expected = {"warning api_key_short key_id=short",
                                               "warning api_key_unusable key_id=blank",
                                               "warning api_key_unusable key_id=split"};
    BOOST_TEST(log.lines() == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::auth
