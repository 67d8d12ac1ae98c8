#include "settings/file.hpp"

#include "settings/content.hpp"
#include "settings/wrong.hpp"

#include <boost/json.hpp>
#include <toml++/toml.h>

#include <charconv>
#include <sstream>

namespace verbatim::core::settings {

namespace {

namespace json = boost::json;

json::value to_json(const toml::node& one);

std::string spelled(const toml::node& scalar)
{
    std::ostringstream text;
    scalar.visit([&](const auto& value) {
        if constexpr (toml::is_date<decltype(value)> || toml::is_time<decltype(value)> ||
                      toml::is_date_time<decltype(value)>)
            text << value.get();
    });
    return text.str();
}

json::value to_json(const toml::array& list)
{
    json::array made;
    for (const auto& one : list) made.push_back(to_json(one));
    return made;
}

json::value to_json(const toml::table& table)
{
    json::object made;
    for (const auto& [key, one] : table) made[key.str()] = to_json(one);
    return made;
}

json::value to_json(const toml::node& one)
{
    if (const auto* table = one.as_table()) return to_json(*table);
    if (const auto* list = one.as_array()) return to_json(*list);
    if (const auto* text = one.as_string()) return json::value(text->get());
    if (const auto* number = one.as_integer()) return json::value(number->get());
    if (const auto* number = one.as_floating_point()) return json::value(number->get());
    if (const auto* truth = one.as_boolean()) return json::value(truth->get());
    return json::value(spelled(one));
}

/// As it would stand in the environment: texts without quotes, numbers as one writes them.
std::string to_text(const toml::node& one)
{
    if (const auto* text = one.as_string()) return text->get();
    if (const auto* number = one.as_floating_point())
    {
        char digits[32];
        return {digits, std::to_chars(digits, digits + sizeof digits, number->get()).ptr};
    }
    if (one.is_date() || one.is_time() || one.is_date_time()) return spelled(one);
    return json::serialize(to_json(one));
}

} // namespace

named_texts read_file(const std::filesystem::path& from)
{
    const auto text = content_of(from.string() + ":", from);
    try
    {
        named_texts made;
        for (const auto& [key, one] : toml::parse(text)) made.emplace(key.str(), to_text(one));
        return made;
    }
    catch (const toml::parse_error& bad)
    {
        // The parser's own words may quote the file, and with it a secret.
        const auto where = bad.source().begin;
        throw wrong{from.string() + ": line " + std::to_string(where.line) + ", column " +
                    std::to_string(where.column) + ": is not TOML"};
    }
}

} // namespace verbatim::core::settings
