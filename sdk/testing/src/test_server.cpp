#include "verbatim/testing/test_server.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

namespace verbatim::testing {

namespace json = boost::json;

namespace {

server_process::environment merged(server_process::environment settings, const server_process::environment& changes)
{
    for (const auto& [name, value] : changes) settings[name] = value;
    return settings;
}

} // namespace

server_process::environment default_settings(const temporary_directory& folder)
{
    const json::value keys = json::array{
        {{"key_id", "k-1"}, {"name", "crm"}, {"key", tenant_key}, {"tenant_id", "tenant-a"}},
        {{"key_id", "k-2"}, {"name", "ops"}, {"key", superuser_key}, {"tenant_id", "ops"}, {"is_superuser", true}}};
    return {{"AUTH_API_KEYS", json::serialize(keys)},
            {"STATE_DIR", folder.path().string()},
            {"NETWORK_PORT", "0"},
            {"LOG_LEVEL", "debug"},
            {"LOG_FORMAT", "json"}};
}

test_server::test_server(const std::filesystem::path& program, const server_process::environment& changes)
    : process{program, merged(default_settings(folder), changes)}
{}

raw_response test_server::get(const std::string& target, const fields& headers)
{
    return send_request(process.port(), "GET", target, {}, headers);
}

raw_response test_server::post(const std::string& target, const std::string& body, const std::string& key)
{
    fields headers{{"Content-Type", "application/json"}};
    if (!key.empty()) headers["Authorization"] = "Bearer " + key;
    return send_request(process.port(), "POST", target, body, headers);
}

} // namespace verbatim::testing
