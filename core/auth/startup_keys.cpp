#include "auth/startup_keys.hpp"

#include "verbatim/sdk/log.hpp"
#include "verbatim/sdk/schema.hpp"

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

constexpr std::size_t longest_name      = 255;
constexpr std::size_t shortest_unwarned = 16;

[[noreturn]] void refuse(std::string_view where, std::string_view why)
{
    throw std::runtime_error{"AUTH_API_KEYS" + std::string{where} + ": " + std::string{why}};
}

std::size_t characters_in(std::string_view text) noexcept
{
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// One member of the array, and how sentences call it.
struct entry
{
    const json::object& members;
    std::string         where; ///< "[3]", counted from 0

    bool has(std::string_view name) const { return members.contains(name); }

    std::string_view text(std::string_view name) const
    {
        const json::value* found = members.if_contains(name);
        if (found == nullptr) refuse(where + "." + std::string{name}, "this field is required.");
        if (!found->is_string()) refuse(where + "." + std::string{name}, "this must be a string.");
        if (found->get_string().empty()) refuse(where + "." + std::string{name}, "this must not be empty.");
        return found->get_string();
    }

    /// What is stored, logged and put into rows.
    std::string_view name(std::string_view field) const
    {
        const std::string_view found = text(field);
        if (characters_in(found) > longest_name)
            refuse(where + "." + std::string{field}, "this must have at most 255 characters.");
        if (found.find('\0') != std::string_view::npos)
            refuse(where + "." + std::string{field}, "this must not hold U+0000.");
        return found;
    }

    bool flag(std::string_view name) const
    {
        const json::value* found = members.if_contains(name);
        if (found == nullptr) return false;
        if (!found->is_bool()) refuse(where + "." + std::string{name}, "this must be true or false.");
        return found->get_bool();
    }
};

json::value parsed(std::string_view text)
{
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        refuse("", "a JSON array of keys is required; [] when there is none.");
    json::error_code failed;
    json::value      found = json::parse(text, failed);
    if (failed) refuse("", "this is not valid JSON.");
    if (!found.is_array()) refuse("", "this must be a JSON array.");
    return found;
}

void warn(std::string_view key, const identity& of, sdk::log& log)
{
    if (characters_in(key) < shortest_unwarned)
        log.write(sdk::severity::warning, "short API key", {{"key_id", std::string_view{of.key_id}}});
    const auto blank   = [](char c) { return c == ' ' || c == '\t'; };
    const auto control = [](char c) { return (static_cast<unsigned char>(c) < 0x20U && c != '\t') || c == '\x7F'; };
    if (blank(key.front()) || blank(key.back()) || std::any_of(key.begin(), key.end(), control))
        log.write(sdk::severity::warning, "API key that no header can carry",
                  {{"key_id", std::string_view{of.key_id}}});
}

} // namespace

void declare(sdk::declaration& wire, settings& s)
{
    wire.is("KeySettings", "Who may call.");

    wire.needs("AUTH_API_KEYS", s.keys,
               "JSON array of the keys known at start, each with key_id, name, key, tenant_id and, if it may see all "
               "tenants' usage and "
               "make keys, is_superuser: true.");
}

std::vector<known_key> read_startup_keys(std::string_view text, sdk::log& log)
{
    const json::value      all = parsed(text);
    std::vector<known_key> keys;
    std::set<std::string>  key_ids;
    std::set<digest>       digests;
    for (const json::value& one : all.get_array())
    {
        const std::string where = "[" + std::to_string(keys.size()) + "]";
        if (!one.is_object()) refuse(where, "this must be an object.");
        const entry given{one.get_object(), where};

        const std::string_view name = given.name("name");
        const std::string_view key  = given.text("key");
        known_key              next{digest_of(key),
                       {.tenant_id    = std::string{given.name("tenant_id")},
                                     .key_id       = std::string{given.has("key_id") ? given.name("key_id") : name},
                                     .is_superuser = given.flag("is_superuser")}};
        if (!key_ids.insert(next.speaks_for.key_id).second)
            refuse(where + ".key_id", "an earlier key has the same one.");
        if (!digests.insert(next.of).second) refuse(where + ".key", "an earlier entry has the same one.");
        warn(key, next.speaks_for, log);
        keys.push_back(std::move(next));
    }
    return keys;
}

std::unique_ptr<keyring> make_keyring(const settings& given, sdk::log& log)
{
    return std::make_unique<keyring>(read_startup_keys(given.keys.reveal(), log));
}

} // namespace verbatim::core::auth
