#include "auth/startup_keys.hpp"

#include "auth/operator_tenant.hpp"
#include "settings/setting_problem.hpp"

#include "verbatim/sdk/log.hpp"
#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

namespace verbatim::core::auth {

namespace {

namespace json = boost::json;

constexpr std::size_t max_name_characters        = 255;
constexpr std::size_t min_recommended_characters = 16;

[[noreturn]] void reject(std::string_view location, std::string_view problem)
{
    throw core::settings::setting_error{{"AUTH_API_KEYS" + std::string{location}, std::string{problem}}};
}

/// One element of the array, with its position for messages.
struct key_entry
{
    const json::object& members;
    std::string         location; ///< for example "[3]", counted from 0

    bool has(std::string_view name) const { return members.contains(name); }

    std::string_view text(std::string_view name) const
    {
        const json::value* value = members.if_contains(name);
        if (value == nullptr) reject(location + "." + std::string{name}, "is required");
        if (!value->is_string()) reject(location + "." + std::string{name}, "must be a string");
        if (value->get_string().empty()) reject(location + "." + std::string{name}, "must not be empty");
        return value->get_string();
    }

    /// A text that is stored in tables and logged.
    std::string_view name(std::string_view field) const
    {
        const std::string_view value = text(field);
        if (sdk::utf8::count_code_points(value) > max_name_characters)
            reject(location + "." + std::string{field}, "must have at most 255 characters");
        if (value.find('\0') != std::string_view::npos)
            reject(location + "." + std::string{field}, "must not contain U+0000");
        return value;
    }

    bool flag(std::string_view name) const
    {
        const json::value* value = members.if_contains(name);
        if (value == nullptr) return false;
        if (!value->is_bool()) reject(location + "." + std::string{name}, "must be true or false");
        return value->get_bool();
    }
};

json::value parse_array(std::string_view text)
{
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        reject("", "is empty; set a JSON array of keys, [] for none");
    json::error_code error;
    json::value      value = json::parse(text, error);
    if (error) reject("", "is not valid JSON");
    if (!value.is_array()) reject("", "must be a JSON array");
    return value;
}

/// Logs keys that are short, or that no HTTP header can carry.
void warn(std::string_view key, const identity& owner, sdk::log& log)
{
    if (sdk::utf8::count_code_points(key) < min_recommended_characters)
        log.write(sdk::severity::warning, "api_key_short", {{"key_id", std::string_view{owner.key_id}}});
    const auto is_blank   = [](char c) { return c == ' ' || c == '\t'; };
    const auto is_control = [](char c) { return (static_cast<unsigned char>(c) < 0x20U && c != '\t') || c == '\x7F'; };
    if (is_blank(key.front()) || is_blank(key.back()) || std::any_of(key.begin(), key.end(), is_control))
        log.write(sdk::severity::warning, "api_key_unusable", {{"key_id", std::string_view{owner.key_id}}});
}

} // namespace

void declare(sdk::schema_builder& schema, settings& s)
{
    schema.name("KeySettings", "Authentication.");

    schema.required("AUTH_API_KEYS", s.keys,
                    "Startup keys, a JSON array of objects with key_id, name, key, tenant_id and, for a key that may "
                    "read the usage "
                    "of all tenants and create keys, is_superuser: true.");
}

std::vector<known_key> read_startup_keys(std::string_view text, sdk::log& log)
{
    const json::value      entries = parse_array(text);
    std::vector<known_key> keys;
    std::set<std::string>  key_ids;
    std::set<digest>       digests;
    for (const json::value& value : entries.get_array())
    {
        const std::string location = "[" + std::to_string(keys.size()) + "]";
        if (!value.is_object()) reject(location, "must be an object");
        const key_entry entry{value.get_object(), location};

        const std::string_view name = entry.name("name");
        const std::string_view key  = entry.text("key");
        known_key              startup_key{digest_of(key),
                              {.tenant_id = std::string{entry.name("tenant_id")},
                                            .key_id    = std::string{entry.has("key_id") ? entry.name("key_id") : name},
                                            .is_superuser = entry.flag("is_superuser")}};
        if (!key_ids.insert(startup_key.owner.key_id).second)
            reject(location + ".key_id", "is the key_id of an earlier key; choose another one");
        if (!digests.insert(startup_key.key_digest).second)
            reject(location + ".key", "is the key of an earlier element; remove one of them");
        if (startup_key.owner.tenant_id == operator_tenant)
            reject(location + ".tenant_id", "is reserved for the server; choose another one");
        warn(key, startup_key.owner, log);
        keys.push_back(std::move(startup_key));
    }
    return keys;
}

std::unique_ptr<keyring> make_keyring(const settings& config, sdk::log& log)
{
    return std::make_unique<keyring>(read_startup_keys(config.keys.reveal(), log));
}

} // namespace verbatim::core::auth
