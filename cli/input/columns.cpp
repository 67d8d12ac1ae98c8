#include "cli/input/columns.hpp"

#include "cli/failure.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace verbatim::cli::input {

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

std::optional<std::vector<std::size_t>> named_columns(const table& rows, const std::optional<std::string>& name,
                                                      const std::string& option)
{
    if (!name) return std::nullopt;
    if (*name == "none") return std::vector<std::size_t>{};
    return std::vector{require_column(rows, *name, option)};
}

std::optional<std::vector<std::size_t>> named_codes(const table&                                   rows,
                                                    const std::optional<std::vector<std::string>>& names)
{
    if (!names) return std::nullopt;
    std::vector<std::size_t> columns;
    for (const auto& name : *names)
        if (name != "none") columns.push_back(require_column(rows, name, "--codes"));
    return columns;
}

std::optional<std::size_t> only(const std::vector<std::size_t>& columns)
{
    return columns.empty() ? std::nullopt : std::optional{columns.front()};
}

/// Columns of metadata, each once. The date and the codes are sent as metadata, too, under names of their own.
std::vector<std::size_t> metadata_columns(const table& rows, const std::vector<metadata_name>& names,
                                          const column_roles& roles)
{
    std::vector<std::pair<std::string, std::size_t>> sent;
    if (roles.date) sent.emplace_back("created", *roles.date);
    for (std::size_t level = 0; level != roles.codes.size(); ++level)
        sent.emplace_back("coding_level_" + std::to_string(level + 1), roles.codes[level]);
    std::vector<std::size_t> columns;
    for (const auto& item : names)
    {
        if (item.name == "none") continue;
        const auto  column = require_column(rows, item.name, item.option);
        const auto& name   = rows.columns()[column];
        const auto  other  = std::ranges::find(sent, name, &std::pair<std::string, std::size_t>::first);
        if (other == sent.end()) sent.emplace_back(name, column), columns.push_back(column);
        else if (other->second != column)
            throw failure{exit_status::input, "column " + name +
                                                  ": its name is that of the metadata made from column " +
                                                  rows.columns()[other->second] + ". Rename it"};
    }
    return columns;
}

} // namespace

std::size_t require_column(const table& rows, const std::string& name, const std::string& option)
{
    if (const auto exact = rows.find_column(name)) return *exact;
    if (const auto wanted = normalized(name); !wanted.empty())
        for (std::size_t column = 0; column != rows.columns().size(); ++column)
            if (normalized(rows.columns()[column]) == wanted) return column;
    std::string names;
    for (const auto& column : rows.columns()) names += (names.empty() ? "" : ", ") + column;
    throw failure{exit_status::input, option + ": there is no column " + name + ". The columns are: " + names};
}

column_roles find_columns(reader& reader, const table& rows, const column_names& names)
{
    const auto found = reader.choose({.text  = named_columns(rows, names.text, "--text"),
                                      .id    = named_columns(rows, names.id, "--id"),
                                      .date  = named_columns(rows, names.date, "--date"),
                                      .url   = named_columns(rows, names.url_id, "--url-id"),
                                      .codes = named_codes(rows, names.codes),
                                      .order = names.order});
    if (found.text.empty())
        throw failure{exit_status::input, "no column looks like the text of the feedback. Name it with --text COLUMN"};
    if (!found.certain_order)
        throw failure{exit_status::input, "column " + rows.columns()[found.date.front()] +
                                              ": day and month of its dates can be exchanged. Say which comes first: "
                                              "--date-order dmy or --date-order mdy"};
    column_roles roles{.text     = found.text.front(),
                       .id       = only(found.id),
                       .date     = only(found.date),
                       .url_id   = only(found.url),
                       .codes    = found.codes,
                       .metadata = {},
                       .days     = found.days,
                       .notes    = found.notes};
    std::erase(roles.codes, roles.text);
    roles.metadata = metadata_columns(rows, names.metadata, roles);
    return roles;
}

std::string describe(const table& rows, const column_roles& roles)
{
    const auto& columns = rows.columns();
    const auto  name    = [&](std::optional<std::size_t> column) {
        return column ? columns[*column] : std::string{"none"};
    };
    std::string text = "text: " + columns[roles.text] + ", id: " + name(roles.id) + ", date: " + name(roles.date);
    std::string codes;
    for (const auto column : roles.codes) codes += (codes.empty() ? "" : " + ") + columns[column];
    text += ", codes: " + (codes.empty() ? "none" : codes);
    for (const auto column : roles.metadata) text += ", also: " + columns[column];
    return text;
}

} // namespace verbatim::cli::input
