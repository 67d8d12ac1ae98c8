// Reading from named texts: a query string, the environment.
#include "verbatim/sdk/json_text.hpp"

#include "schema/reader.hpp"
#include "schema/utf8.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>

#include <stdexcept>

namespace verbatim::sdk::schema {

namespace json = boost::json;

std::optional<json::value> parsed(std::string_view text)
{
    json::parse_options within;
    within.max_depth = deepest;
    json::error_code failure;
    auto             made = json::parse(json::string_view{text.data(), text.size()}, failure, {}, within);
    if (failure) return std::nullopt;
    return made;
}

namespace {

json::value as_text(std::string_view text) { return json::value(json::string_view{text.data(), text.size()}); }

json::value boolean_of(std::string_view text)
{
    if (text == "true" || text == "1") return true;
    if (text == "false" || text == "0") return false;
    return as_text(text);
}

} // namespace

json::value value_of(const shape& of, std::string_view text)
{
    if (!is_utf8(text)) // what can never be right, so that reading names the kind that was wanted
        return beneath(of).is == kind::list ? json::value(false) : json::value(json::array());
    if (is_textual(of)) return as_text(text);
    const auto& held = beneath(of);
    if (held.is == kind::boolean) return boolean_of(text);

    auto       made      = parsed(text);
    const bool is_scalar = held.is == kind::integer || held.is == kind::number;
    if (!made || (is_scalar && !made->is_number())) return as_text(text);
    return std::move(*made);
}

} // namespace verbatim::sdk::schema

namespace verbatim::sdk {

namespace {

void refuse_borrowing(const table& what)
{
    if (schema::borrows(what))
        throw std::logic_error{
            what.name + ": a member borrows its text, and here nothing outlives the reading; make it a std::string"};
}

} // namespace

bool borrows(const table& what) { return schema::borrows(what); }

std::optional<std::vector<field_issue>> read_text(const table& what, std::string_view text, void* into)
{
    refuse_borrowing(what);
    const auto from = schema::parsed(text);
    if (!from) return std::nullopt;
    return read(what, *from, into);
}

std::vector<field_issue> read(const table&                                                       what,
                              const std::function<std::optional<std::string>(std::string_view)>& from, void* into)
{
    refuse_borrowing(what);
    boost::json::object named;
    for (const auto& one : what.fields)
        if (const auto text = from(one.name)) named.emplace(one.name, schema::value_of(*one.is, *text));
    return read(what, boost::json::value(std::move(named)), into);
}

} // namespace verbatim::sdk
