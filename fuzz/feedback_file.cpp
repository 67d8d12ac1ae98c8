// The reader of CSV files: any bytes are rows, or an error for people; rows that are written as CSV read back equal.
#include "target.hpp"

#include "cli/failure.hpp"
#include "cli/input/csv.hpp"
#include "cli/input/encoding.hpp"
#include "cli/output/formats.hpp"

#include <optional>
#include <string>

namespace verbatim::fuzz {

namespace {

using cli::table;

std::optional<table> read(std::string_view input)
try
{
    return cli::input::parse_csv(cli::input::to_utf8(std::string{input}), input.starts_with(';') ? ';' : ',');
}
catch (const cli::failure& error)
{
    require(*error.what() != '\0', "an error names its reason");
    return std::nullopt;
}

std::string write(const table& rows)
{
    cli::output::result_table content{.name = "rows", .columns = {}, .rows = rows};
    for (const auto& name : rows.columns()) content.columns.push_back({name});
    cli::output::result result;
    result.sections.push_back({.heading = "", .content = std::move(content)});
    return cli::output::as_csv(result, {});
}

void require_equal(const table& first, const table& second)
{
    require(first.columns() == second.columns(), "columns that are written read back equal");
    require(first.row_count() == second.row_count(), "rows that are written read back");
    for (std::size_t row = 0; row != first.row_count(); ++row)
        for (std::size_t column = 0; column != first.columns().size(); ++column)
            require(first.cell(row, column) == second.cell(row, column), "cells that are written read back equal");
}

} // namespace

void run(std::string_view input)
{
    (void)cli::input::guess_delimiter(input);
    const auto rows = read(input);
    if (!rows) return;
    require_equal(*rows, cli::input::parse_csv(write(*rows), ','));
}

} // namespace verbatim::fuzz
