#pragma once

#include "schema/table.hpp"
#include "schema/writer.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace verbatim::sdk::schema {

/// A JSON object while it is written.
class json_object
{
public:
    /// `json` is a whole JSON value.
    json_object& member(std::string_view name, std::string_view json)
    {
        text_ += text_.empty() ? '{' : ',';
        write_text(name, text_);
        text_ += ':';
        text_.append(json);
        return *this;
    }
    json_object& text(std::string_view name, std::string_view text) { return member(name, quoted(text)); }

    std::string done() && { return text_.empty() ? "{}" : std::move(text_) + '}'; }

    static std::string quoted(std::string_view text)
    {
        std::string made;
        write_text(text, made);
        return made;
    }

private:
    std::string text_;
};

/// A table in the words of JSON Schema 2020-12.
class describer
{
public:
    enum class style : unsigned char
    {
        document, ///< OpenAPI 3.1: bounds, formats, defaults, examples; objects are components
        strict ///< what a model fills: closed, all required, no bounds; objects are written in place unless they recur
    };

    explicit describer(style how)
        : how_{how}
    {}

    std::string object(const table& what);
    /// A query has no null: `without_null` leaves it out.
    std::string field_schema(const field& one, const table& in, bool without_null = false);

    /// Tables that were referred to, in order; only of recurring ones when strict.
    const std::vector<const table*>& referred() const noexcept { return referred_; }

private:
    void        members(const table& what, json_object& to);
    void        value(const shape& of, const limits& within, bool nullable, json_object& to);
    void        integer(const shape& of, const limits& within, json_object& to) const;
    void        nested(const table& what, bool nullable, json_object& to);
    std::string reference(const table& what);
    bool        strict() const noexcept { return how_ == style::strict; }

    style                     how_;
    std::vector<const table*> referred_;
};

/// The field's sentence; of an enumeration also what each of its words means.
std::string description_of(const field& one);

/// Whether a value of the table can hold another of it.
bool recurs(const table& what);

} // namespace verbatim::sdk::schema
