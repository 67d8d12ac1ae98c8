#include "openapi/json_object.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/string_view.hpp>

namespace verbatim::core::openapi {

std::string quoted(std::string_view text) { return boost::json::serialize(boost::json::string_view{text}); }

json_object& json_object::member(std::string_view name, std::string_view json)
{
    if (!text_.empty()) text_ += ',';
    text_.append(quoted(name)).append(":").append(json);
    return *this;
}

std::string reference(std::string_view kind, std::string_view name)
{
    return json_object{}.text("$ref", "#/components/" + std::string{kind} + "/" + std::string{name}).str();
}

} // namespace verbatim::core::openapi
