#include "auth/startup_keys.hpp"

#include "auth/keyring.hpp"
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

using core::settings::setting_error;
using core::settings::setting_problems;

constexpr std::string_view member_names[]{"key_id", "name", "key", "tenant_id", "is_superuser", "expires_at"};

[[noreturn]] void reject(std::string_view problem) { throw setting_error{{"AUTH_API_KEYS", std::string{problem}}}; }

/// One element of the array. Collects its problems by their place, and never quotes a value.
class key_entry
{
public:
    key_entry(const json::object& members, std::size_t position, setting_problems& problems)
        : members_{members}
        , place_{"AUTH_API_KEYS[" + std::to_string(position) + "]"}
        , problems_{problems}
    {
        // Never quoted: a secret may stand in the place of a name.
        const auto is_unknown = [](const auto& member) {
            return std::ranges::find(member_names, std::string_view{member.key()}) == std::end(member_names);
        };
        if (std::ranges::any_of(members, is_unknown))
            problems_.push_back(
                {place_, "has an unknown member", "use key_id, name, key, tenant_id, is_superuser or expires_at"});
    }

    void report(std::string_view member, std::string problem, std::string fix = {})
    {
        problems_.push_back({place_ + "." + std::string{member}, std::move(problem), std::move(fix)});
    }

    bool has(std::string_view name) const { return members_.contains(name); }

    /// Empty if there is a problem.
    std::string_view text(std::string_view member)
    {
        const json::value* value = members_.if_contains(member);
        if (value == nullptr) report(member, "is required");
        else if (!value->is_string()) report(member, "must be a string");
        else if (value->get_string().empty()) report(member, "must not be empty");
        else return value->get_string();
        return {};
    }

    /// A text that is stored in tables and logged.
    std::string name(std::string_view member)
    {
        const std::string_view value = text(member);
        if (sdk::utf8::count_code_points(value) > max_name_characters)
            report(member, "must have at most 255 characters");
        if (value.find('\0') != std::string_view::npos) report(member, "must not contain U+0000");
        return std::string{value};
    }

    bool flag(std::string_view member)
    {
        const json::value* value = members_.if_contains(member);
        if (value == nullptr) return false;
        if (!value->is_bool()) report(member, "must be true or false");
        return value->is_bool() && value->get_bool();
    }

    std::optional<key_time> time(std::string_view member)
    {
        const json::value* value = members_.if_contains(member);
        if (value == nullptr || value->is_null()) return std::nullopt;
        sdk::date_time moment;
        if (value->is_string() && declare(moment).parse(value->get_string(), &moment) && moment.has_offset)
            return key_time{std::chrono::microseconds{moment.microseconds}};
        report(member, "must be a time with a time zone, such as 2027-01-01T00:00:00Z");
        return std::nullopt;
    }

private:
    const json::object& members_;
    std::string         place_;
    setting_problems&   problems_;
};

json::value parse_array(std::string_view text)
{
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        reject("is empty; set a JSON array of keys, [] for none");
    json::error_code error;
    json::value      value = json::parse(text, error);
    if (error) reject("is not valid JSON");
    if (!value.is_array()) reject("must be a JSON array");
    return value;
}

/// Logs keys that have expired or are short, and keys that no HTTP header can carry.
void warn(std::string_view key, const known_key& startup_key, sdk::log& log)
{
    const std::string_view key_id = startup_key.owner.key_id;
    if (startup_key.expires && *startup_key.expires <= current_time())
        log.write(sdk::severity::warning, "api_key_expired", {{"key_id", key_id}});
    if (sdk::utf8::count_code_points(key) < min_recommended_characters)
        log.write(sdk::severity::warning, "api_key_short", {{"key_id", key_id}});
    const auto is_blank   = [](char c) { return c == ' ' || c == '\t'; };
    const auto is_control = [](char c) { return (static_cast<unsigned char>(c) < 0x20U && c != '\t') || c == '\x7F'; };
    if (is_blank(key.front()) || is_blank(key.back()) || std::any_of(key.begin(), key.end(), is_control))
        log.write(sdk::severity::warning, "api_key_unusable", {{"key_id", key_id}});
}

/// Refuses what elements must not have in common, and reserved tenants.
class entry_reader
{
public:
    explicit entry_reader(setting_problems& problems)
        : problems_{problems}
    {}

    known_key read(const json::object& members, std::size_t position)
    {
        key_entry  entry{members, position, problems_};
        const auto name = entry.name("name");
        const auto key  = entry.text("key");
        known_key  result{.key_digest = digest_of(key),
                          .owner      = {.tenant_id    = entry.name("tenant_id"),
                                         .key_id       = entry.has("key_id") ? entry.name("key_id") : name,
                                         .is_superuser = entry.flag("is_superuser")},
                          .name       = name,
                          .expires    = entry.time("expires_at")};
        if (!result.owner.key_id.empty() && !key_ids_.insert(result.owner.key_id).second)
            entry.report("key_id", "is the key_id of an earlier key", "choose another one");
        if (!key.empty() && !digests_.insert(result.key_digest).second)
            entry.report("key", "is the key of an earlier element", "remove one of them");
        if (result.owner.tenant_id == operator_tenant)
            entry.report("tenant_id", "is reserved for the server", "choose another one");
        return result;
    }

private:
    setting_problems&     problems_;
    std::set<std::string> key_ids_;
    std::set<digest>      digests_;
};

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
    const json::value      entries = parse_array(text);
    std::vector<known_key> keys;
    setting_problems       problems;
    entry_reader           reader{problems};
    for (std::size_t n = 0; n != entries.get_array().size(); ++n)
    {
        if (const auto* members = entries.get_array()[n].if_object()) keys.push_back(reader.read(*members, n));
        else problems.push_back({"AUTH_API_KEYS[" + std::to_string(n) + "]", "must be an object"});
    }
    if (!problems.empty()) throw setting_error::of(std::move(problems));
    for (std::size_t n = 0; n != keys.size(); ++n) warn(entries.get_array()[n].at("key").get_string(), keys[n], log);
    return keys;
}

std::unique_ptr<keyring> make_keyring(const settings& config, sdk::log& log)
{
    return std::make_unique<keyring>(read_startup_keys(config.keys.reveal(), log));
}

} // namespace verbatim::core::auth
