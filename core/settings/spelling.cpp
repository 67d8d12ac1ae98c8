#include "settings/spelling.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>

namespace verbatim::core::settings {

namespace {

/// JSON's texts are TOML's but for one character, which TOML wants escaped too.
std::string with_delete_escaped(std::string text)
{
    for (auto at = text.find('\x7f'); at != text.npos; at = text.find('\x7f', at)) text.replace(at, 1, "\\u007F");
    return text;
}

} // namespace

std::string as_toml(const sdk::field_note& one, const std::string& text)
{
    const bool is_object = text.find('{') != text.npos; // JSON's objects are not TOML's; as text they are accepted
    const bool is_text   = one.quoted || one.secret || is_object;
    return with_delete_escaped(is_text ? boost::json::serialize(boost::json::string{text}) : text);
}

} // namespace verbatim::core::settings
