#include "cli/input/columns.hpp"

#include "cli/failure.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/json/array.hpp>

#include <algorithm>
#include <string_view>

namespace verbatim::cli::input {

namespace json = boost::json;

namespace {

/// Letters and digits in lower case; letters outside ASCII stay.
std::string normalized(std::string_view name)
{
    std::string result;
    for (const char c : name)
        if (sdk::ascii::is_alphanumeric(static_cast<unsigned char>(c)) || static_cast<unsigned char>(c) >= 0x80)
            result += sdk::ascii::to_lower(c);
    return result;
}

/// The indexes of these columns, each once.
json::array indexes(const table& columns, const std::vector<metadata_name>& names)
{
    json::array list;
    for (const auto& [name, option] : names)
    {
        if (name == "none") continue;
        const json::value column(require_column(columns, name, option));
        if (std::ranges::find(list, column) == list.end()) list.push_back(column);
    }
    return list;
}

std::vector<metadata_name> with_option(const std::vector<std::string>& names, const char* option)
{
    std::vector<metadata_name> result;
    for (const auto& name : names) result.push_back({name, option});
    return result;
}

} // namespace

std::size_t require_column(const table& columns, const std::string& name, const std::string& option)
{
    if (const auto exact = columns.find_column(name)) return *exact;
    if (const auto wanted = normalized(name); !wanted.empty())
        for (std::size_t column = 0; column != columns.columns().size(); ++column)
            if (normalized(columns.columns()[column]) == wanted) return column;
    std::string names;
    for (const auto& column : columns.columns()) names += (names.empty() ? "" : ", ") + column;
    throw failure{exit_status::input, option + ": there is no column " + name + ". The columns are: " + names};
}

json::object match_values(const table& columns, const record_choice& choice)
{
    json::object chosen{{"group", indexes(columns, choice.metadata)}};
    const auto   set = [&](const char* role, const std::vector<std::string>& names, const char* option) {
        chosen[role] = indexes(columns, with_option(names, option));
    };
    if (!choice.text.empty()) set("text", choice.text, "--text");
    if (choice.id) set("id", {*choice.id}, "--id");
    if (choice.date) set("date", {*choice.date}, "--date");
    if (choice.url_id) set("url", {*choice.url_id}, "--url-id");
    if (choice.codes) set("codes", *choice.codes, "--codes");
    json::object values{{"chosen", std::move(chosen)}, {"apart", choice.apart}, {"asIs", choice.as_is}};
    if (choice.order) values["order"] = *choice.order;
    if (choice.separator) values["separator"] = *choice.separator;
    return values;
}

} // namespace verbatim::cli::input
