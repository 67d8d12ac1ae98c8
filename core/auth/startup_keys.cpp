#include "auth/startup_keys.hpp"

#include "auth/keyring.hpp"
#include "settings/setting_problem.hpp"

#include "verbatim/sdk/log.hpp"
#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

namespace verbatim::core::auth {

namespace {

namespace json = boost::json;

constexpr std::size_t max_name_characters        = 255;
constexpr std::size_t min_recommended_characters = 16;

using core::settings::setting_error;
using core::settings::setting_problems;

[[noreturn]] void reject(std::string_view problem) { throw setting_error{{"AUTH_API_KEYS", std::string{problem}}}; }

/// An element of the array.
struct startup_key
{
    std::optional<std::string>    key_id;
    std::string                   name;
    std::string                   key;
    std::string                   tenant_id;
    bool                          is_superuser = false;
    std::optional<sdk::date_time> expires_at;
};

void refuse_operator_tenant(const startup_key& key, sdk::validation_issues& issues)
{
    if (key.tenant_id == operator_tenant) issues.add("tenant_id", "is reserved for the server; choose another one");
}

void refuse_ambiguous_expiry(const startup_key& key, sdk::validation_issues& issues)
{
    if (key.expires_at && !key.expires_at->has_offset)
        issues.add("expires_at", "must be a time with a time zone, such as 2027-01-01T00:00:00Z");
}

/// Not closed: the problem of an unknown member names it, and a secret may stand in the place of a name.
void declare(sdk::schema_builder& schema, startup_key& key)
{
    schema.name("StartupKey", "A key of the configuration.");

    schema.optional("key_id", key.key_id, "Names the key in logs. Default: the name.")
        .at_least(1)
        .at_most(max_name_characters)
        .without_null_byte()
        .reject_null();
    schema.required("name", key.name, "Label for humans.").at_least(1).at_most(max_name_characters).without_null_byte();
    schema.required("key", key.key, "The secret.").at_least(1);
    schema.required("tenant_id", key.tenant_id, "Tenant of the key.")
        .at_least(1)
        .at_most(max_name_characters)
        .without_null_byte();
    schema.optional("is_superuser", key.is_superuser, "Whether the key has the rights of a superuser.");
    schema.optional("expires_at", key.expires_at, "The key is refused from then on.");
    schema.rule(refuse_operator_tenant);
    schema.rule(refuse_ambiguous_expiry);
}

json::array parse_array(std::string_view text)
{
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        reject("is empty; set a JSON array of keys, [] for none");
    json::error_code error;
    json::value      value = json::parse(text, error);
    if (error) reject("is not valid JSON");
    if (!value.is_array()) reject("must be a JSON array");
    return std::move(value.get_array());
}

/// Logs keys that have expired or are short, and keys that no HTTP header can carry.
void warn(std::string_view key, const known_key& known, sdk::log& log)
{
    const std::string_view key_id = known.owner.key_id;
    if (known.expires && *known.expires <= current_time())
        log.write(sdk::severity::warning, "api_key_expired", {{"key_id", key_id}});
    if (sdk::utf8::count_code_points(key) < min_recommended_characters)
        log.write(sdk::severity::warning, "api_key_short", {{"key_id", key_id}});
    const auto is_blank   = [](char c) { return c == ' ' || c == '\t'; };
    const auto is_control = [](char c) { return (static_cast<unsigned char>(c) < 0x20U && c != '\t') || c == '\x7F'; };
    if (is_blank(key.front()) || is_blank(key.back()) || std::any_of(key.begin(), key.end(), is_control))
        log.write(sdk::severity::warning, "api_key_unusable", {{"key_id", key_id}});
}

bool has_unknown_member(const json::object& members, const std::vector<sdk::field_documentation>& known)
{
    return std::ranges::any_of(members, [&](const auto& member) {
        return std::ranges::count(known, std::string_view{member.key()}, &sdk::field_documentation::name) == 0;
    });
}

/// Throws all problems, by their place and never by a value.
std::vector<startup_key> read_elements(const json::array& elements)
{
    const auto&              schema  = sdk::schema_of<startup_key>();
    const auto               members = sdk::document_fields(schema);
    std::vector<startup_key> keys;
    std::set<std::string>    key_ids;
    std::set<digest>         digests;
    setting_problems         problems;
    for (const auto& element : elements)
    {
        const auto place = "AUTH_API_KEYS[" + std::to_string(keys.size()) + "]";
        auto&      key   = keys.emplace_back();
        if (!element.is_object())
        {
            problems.push_back({place, "must be an object"});
            continue;
        }
        if (has_unknown_member(element.get_object(), members))
            problems.push_back(
                {place, "has an unknown member", "use key_id, name, key, tenant_id, is_superuser or expires_at"});
        for (const auto& [field, issue] : sdk::read(schema, element, &key))
            problems.push_back({place + "." + field, issue});
        if (!element.get_object().contains("key_id")) key.key_id = key.name;
        if (key.key_id && !key.key_id->empty() && !key_ids.insert(*key.key_id).second)
            problems.push_back({place + ".key_id", "is the key_id of an earlier key", "choose another one"});
        if (!key.key.empty() && !digests.insert(digest_of(key.key)).second)
            problems.push_back({place + ".key", "is the key of an earlier element", "remove one of them"});
    }
    if (!problems.empty()) throw setting_error::of(std::move(problems));
    return keys;
}

known_key known_key_of(const startup_key& key)
{
    known_key result{
        .key_digest = digest_of(key.key),
        .owner      = {.tenant_id = key.tenant_id, .key_id = key.key_id.value(), .is_superuser = key.is_superuser},
        .name       = key.name};
    if (key.expires_at) result.expires = key_time{std::chrono::microseconds{key.expires_at->microseconds}};
    return result;
}

} // namespace

void declare(sdk::schema_builder& schema, settings& s)
{
    schema.name("KeySettings", "Authentication.");

    schema.required("AUTH_API_KEYS", s.keys,
                    "Startup keys, a JSON array of objects with key_id, name, key, tenant_id and, for a superuser, "
                    "is_superuser: true; expires_at is optional.");
}

std::vector<known_key> read_startup_keys(std::string_view text, sdk::log& log)
{
    std::vector<known_key> keys;
    for (const auto& key : read_elements(parse_array(text)))
    {
        keys.push_back(known_key_of(key));
        warn(key.key, keys.back(), log);
    }
    return keys;
}

std::unique_ptr<keyring> make_keyring(const settings& config, sdk::log& log)
{
    return std::make_unique<keyring>(read_startup_keys(config.keys.reveal(), log));
}

} // namespace verbatim::core::auth
