// Rows of the outbox file, damaged or not.
#include "target.hpp"

#include "recording/stored_columns.hpp"

#include <string>

namespace verbatim::fuzz {

namespace {

using core::recording::usage_row;

std::string write(const usage_row& row)
{
    const auto rows = core::recording::rows_to_json({&row, 1});
    return rows.substr(1, rows.size() - 2); // without the brackets of the list
}

} // namespace

void run(std::string_view input)
{
    const auto row = core::recording::row_from_json(input);
    if (!row) return;
    require(row->input_tokens >= 0 && row->output_tokens >= 0 && row->cost >= 0 && row->duration.count() >= 0 &&
                row->started.time_since_epoch().count() >= 0,
            "a row that is read has no negative numbers");
    const auto text  = write(*row);
    const auto again = core::recording::row_from_json(text);
    require(again && write(*again) == text, "a row that is written reads back equal");
}

} // namespace verbatim::fuzz
