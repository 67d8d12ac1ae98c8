#include "settings/toml_format.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>

namespace verbatim::core::settings {

namespace {

/// TOML strings are JSON strings, except that TOML requires DEL to be escaped.
std::string with_delete_escaped(std::string text)
{
    for (auto offset = text.find('\x7f'); offset != text.npos; offset = text.find('\x7f', offset))
        text.replace(offset, 1, "\\u007F");
    return text;
}

} // namespace

std::string to_toml_value(const sdk::field_documentation& field, const std::string& text)
{
    // A JSON object is not a TOML table, but a setting accepts it as text.
    const bool is_object = text.find('{') != text.npos;
    const bool is_text   = field.is_text || field.secret || is_object;
    return with_delete_escaped(is_text ? boost::json::serialize(boost::json::string{text}) : text);
}

} // namespace verbatim::core::settings
