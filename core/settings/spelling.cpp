#include "settings/spelling.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>

namespace verbatim::core::settings {

std::string as_toml(const sdk::field_note& one, const std::string& text)
{
    const bool is_object = text.find('{') != text.npos; // JSON's objects are not TOML's; as text they are accepted
    return one.quoted || one.secret || is_object ? boost::json::serialize(boost::json::string{text}) : text;
}

} // namespace verbatim::core::settings
