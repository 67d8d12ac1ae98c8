#include "http/settings.hpp"

#include "verbatim/sdk/schema.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <optional>
#include <string>

namespace verbatim::core::http {

namespace {

using environment = std::map<std::string, std::string, std::less<>>;

std::vector<sdk::field_issue> read(const environment& environment_variables, settings& target)
{
    const auto look = [&](std::string_view name) -> std::optional<std::string> {
        const auto position = environment_variables.find(name);
        return position == environment_variables.end() ? std::nullopt : std::optional{position->second};
    };
    return sdk::read(sdk::schema_of<settings>(), look, &target);
}

} // namespace

BOOST_AUTO_TEST_SUITE(network_settings)

BOOST_AUTO_TEST_CASE(defaults_apply_without_any_setting)
{
    settings network;

    BOOST_TEST(read({}, network).empty());

    BOOST_TEST(network.host == "127.0.0.1");
    BOOST_TEST(network.port == 8000);
    BOOST_TEST(network.max_body_bytes == 67108864U);
    BOOST_TEST(network.max_body_memory == 1073741824U);
    BOOST_TEST(network.max_owner_share == 0.75);
    BOOST_TEST(network.max_connections == 10000U);
    BOOST_TEST(network.max_connections_per_address == 5000U);
}

BOOST_AUTO_TEST_CASE(each_name_reaches_its_member)
{
    settings network;

    const auto wrong = read({{"NETWORK_HOST", "::1"},
                             {"NETWORK_PORT", "65535"},
                             {"NETWORK_MAX_BODY_BYTES", "5"},
                             {"NETWORK_MAX_BODY_MEMORY", "7"},
                             {"NETWORK_MAX_TENANT_SHARE", "0.5"},
                             {"NETWORK_MAX_CONNECTIONS", "6"},
                             {"NETWORK_MAX_CONNECTIONS_PER_ADDRESS", "4"},
                             {"NETWORK_TLS_CERTIFICATE", "/c"},
                             {"NETWORK_TLS_KEY", "/k"}},
                            network);

    BOOST_TEST(wrong.empty());
    BOOST_TEST(network.host == "::1");
    BOOST_TEST(network.port == 65535);
    BOOST_TEST(network.max_body_bytes == 5U);
    BOOST_TEST(network.max_body_memory == 7U);
    BOOST_TEST(network.max_owner_share == 0.5);
    BOOST_TEST(network.max_connections == 6U);
    BOOST_TEST(network.max_connections_per_address == 4U);
    BOOST_TEST(network.tls_certificate == "/c");
    BOOST_TEST(network.tls_key == "/k");
}

BOOST_AUTO_TEST_CASE(unusable_values_are_reported_by_name)
{
    for (const auto& [name, value] : environment{{"NETWORK_PORT", "65536"},
                                                 {"NETWORK_PORT ", "-1"},
                                                 {"NETWORK_HOST", ""},
                                                 {"NETWORK_MAX_BODY_BYTES", "0"},
                                                 {"NETWORK_MAX_TENANT_SHARE", "0"},
                                                 {"NETWORK_MAX_TENANT_SHARE ", "1.5"},
                                                 {"NETWORK_MAX_CONNECTIONS", "many"}})
        BOOST_TEST_CONTEXT(name << " " << value)
        {
            const auto key = name.substr(0, name.find(' '));
            settings   network;
            const auto wrong = read({{key, value}}, network);
            BOOST_REQUIRE(wrong.size() == 1U);
            BOOST_TEST(wrong[0].field == key);
        }
}

BOOST_AUTO_TEST_CASE(body_memory_must_hold_the_largest_body)
{
    settings   network;
    const auto wrong = read({{"NETWORK_MAX_BODY_BYTES", "10"}, {"NETWORK_MAX_BODY_MEMORY", "9"}}, network);

    BOOST_REQUIRE(wrong.size() == 1U);
    BOOST_TEST(wrong[0].field == "NETWORK_MAX_BODY_MEMORY");
}

BOOST_AUTO_TEST_CASE(certificate_and_key_require_each_other)
{
    settings certificate_only;
    settings key_only;

    const auto no_key         = read({{"NETWORK_TLS_CERTIFICATE", "/c"}}, certificate_only);
    const auto no_certificate = read({{"NETWORK_TLS_KEY", "/k"}}, key_only);

    BOOST_REQUIRE(no_key.size() == 1U);
    BOOST_TEST(no_key[0].field == "NETWORK_TLS_KEY");
    BOOST_REQUIRE(no_certificate.size() == 1U);
    BOOST_TEST(no_certificate[0].field == "NETWORK_TLS_CERTIFICATE");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::http
