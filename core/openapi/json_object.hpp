#pragma once

#include "verbatim/sdk/json_text.hpp"

#include <string>
#include <string_view>

namespace verbatim::core::openapi {

/// The text as a JSON string.
inline std::string json_string(std::string_view text)
{
    std::string json;
    sdk::append_json_string(text, json);
    return json;
}

/// Builds the text of a JSON object.
class json_object
{
public:
    /// Appends a member. `json` is a complete JSON value; no two members have the same name.
    json_object& member(std::string_view name, std::string_view json)
    {
        if (!text_.empty()) text_ += ',';
        text_.append(json_string(name)).append(":").append(json);
        return *this;
    }
    json_object& text(std::string_view name, std::string_view value) { return member(name, json_string(value)); }

    bool empty() const noexcept { return text_.empty(); }

    std::string str() const { return "{" + text_ + "}"; }

private:
    std::string text_;
};

/// `{"$ref":"#/components/KIND/NAME"}`
inline std::string reference(std::string_view kind, std::string_view name)
{
    return json_object{}.text("$ref", "#/components/" + std::string{kind} + "/" + std::string{name}).str();
}

} // namespace verbatim::core::openapi
