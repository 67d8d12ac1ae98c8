#include "cli/commands/record_table.hpp"

#include <algorithm>

namespace verbatim::cli::commands {

record_table::record_table(const input::record_set& records, const std::vector<std::string>& added)
    : records_{records}
    , content_{.name = "records"}
{
    const auto& columns = records.rows().columns();
    if (!records.has_ids()) content_.columns.push_back({"record_id"});
    if (records.has_questions()) content_.columns.push_back({"question"});
    for (const auto& name : columns)
        content_.columns.push_back({std::ranges::find(added, name) == added.end() ? name : "earlier_" + name});
    for (const auto& name : added) content_.columns.push_back({name});
}

void record_table::add(std::size_t row, const input::record* record, const std::vector<std::string>& cells)
{
    content_.rows.begin_row();
    if (!records_.has_ids())
        content_.rows.add_cell(record ? record->id : "R" + std::to_string(records_.rows().place(row)));
    if (records_.has_questions()) content_.rows.add_cell(record ? record->question : "");
    for (std::size_t column = 0; column != records_.rows().columns().size(); ++column)
        content_.rows.add_cell(records_.rows().cell(row, column));
    for (const auto& cell : cells) content_.rows.add_cell(cell);
}

} // namespace verbatim::cli::commands
