#include "cli/commands/object_table.hpp"

#include "cli/json_access.hpp"

#include <utility>

namespace verbatim::cli::commands {

namespace json = boost::json;

object_column text_column(output::column description, std::string member, object_text shown)
{
    if (member.empty()) member = description.name;
    return {std::move(description), [member](const json::object& row) { return text_of(row, member); },
            std::move(shown)};
}

object_column number_column(output::column description, std::string member, object_text shown)
{
    if (member.empty()) member = description.name;
    description.is_number = true;
    return {std::move(description), [member](const json::object& row) { return number_text(row, member); },
            std::move(shown)};
}

object_column count_column(output::column description, const std::string& member)
{
    return number_column(std::move(description), member,
                         [member](const json::object& row) { return count_text(row, member); });
}

output::result_table object_table(std::string name, const json::array& rows, const std::vector<object_column>& columns)
{
    output::result_table            content{.name = std::move(name)};
    std::vector<const object_text*> cells;
    for (const auto& [description, cell, shown] : columns)
    {
        content.columns.push_back(description);
        cells.push_back(&cell);
        if (!shown) continue;
        content.columns.back().title.clear();
        content.columns.push_back(description);
        content.columns.back().name.clear();
        cells.push_back(&shown);
    }
    for (const auto& row : rows)
    {
        content.rows.begin_row();
        for (const auto* cell : cells) content.rows.add_cell((*cell)(object_of(row)));
    }
    return content;
}

} // namespace verbatim::cli::commands
