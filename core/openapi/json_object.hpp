#pragma once

#include <string>
#include <string_view>

namespace verbatim::core::openapi {

/// The text as a JSON string.
std::string quoted(std::string_view text);

/// Builds the text of a JSON object.
class json_object
{
public:
    /// Appends a member. `json` is a complete JSON value; no two members have the same name.
    json_object& member(std::string_view name, std::string_view json);
    json_object& text(std::string_view name, std::string_view value) { return member(name, quoted(value)); }

    bool empty() const noexcept { return text_.empty(); }

    std::string str() const { return "{" + text_ + "}"; }

private:
    std::string text_;
};

/// `{"$ref":"#/components/KIND/NAME"}`
std::string reference(std::string_view kind, std::string_view name);

} // namespace verbatim::core::openapi
