#pragma once

#include "cli/failure.hpp"
#include "cli/table.hpp"

#include <string>
#include <vector>

namespace verbatim::cli {

/// The cells of a table, with its columns as the first row.
inline std::vector<std::vector<std::string>> rows_of(const table& rows)
{
    std::vector<std::vector<std::string>> result{rows.columns()};
    for (std::size_t row = 0; row != rows.row_count(); ++row)
    {
        result.emplace_back();
        for (std::size_t column = 0; column != rows.columns().size(); ++column)
            result.back().emplace_back(rows.cell(row, column));
    }
    return result;
}

/// A table for tests; the first row names the columns.
inline table table_of(const std::vector<std::vector<std::string>>& rows)
{
    table result;
    for (const auto& name : rows.front()) result.add_column(name);
    for (std::size_t row = 1; row != rows.size(); ++row)
    {
        result.begin_row(row + 1);
        for (const auto& cell : rows[row]) result.add_cell(cell);
    }
    return result;
}

/// The message of the failure that `act` throws; empty without one.
template <class Act>
std::string failure_of(Act act)
{
    try
    {
        act();
    }
    catch (const failure& error)
    {
        return error.what();
    }
    return {};
}

} // namespace verbatim::cli
