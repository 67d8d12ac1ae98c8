#pragma once

#include "database/session.hpp"

#include <soci/soci.h>

#include <deque>
#include <functional>
#include <string>

/// What both sessions do with SOCI. Included by them alone.
namespace verbatim::core::database {

/// SOCI binds by reference: the values have to stay where they are until the statement has run. A text with U+0000,
/// which it would cut there without a word, is refused as `constraint`.
class bound_parameters
{
public:
    bound_parameters(soci::statement& statement, std::span<const parameter> values)
    {
        for (const parameter& p : values)
        {
            if (const auto* number = std::get_if<std::int64_t>(&p.value))
                statement.exchange(soci::use(numbers_.emplace_back(*number), p.name));
            else statement.exchange(soci::use(checked_text(std::get<std::string_view>(p.value)), p.name));
        }
    }

private:
    const std::string& checked_text(std::string_view value)
    {
        if (value.find('\0') != std::string_view::npos) throw failure{error_kind::constraint};
        return texts_.emplace_back(value);
    }

    std::deque<long long>   numbers_;
    std::deque<std::string> texts_;
};

/// Runs one statement that writes; returns the number of rows it wrote.
inline std::int64_t execute_with_soci(soci::session& connection, const std::string& statement,
                                      std::span<const parameter> values)
{
    soci::statement        prepared{connection};
    const bound_parameters bound{prepared, values};
    prepared.alloc();
    prepared.prepare(statement, soci::details::st_one_time_query);
    prepared.define_and_bind();
    prepared.execute(true);
    return static_cast<std::int64_t>(prepared.get_affected_rows());
}

/// Runs one statement that reads. Into texts, never into soci::row: that one cuts an integer column to 32 bits.
inline void for_each_row_with_soci(soci::session& connection, const std::string& statement, std::size_t columns,
                                   std::span<const parameter> values, const std::function<void(const row&)>& on_row)
{
    std::vector<std::string>     texts(columns);
    std::vector<soci::indicator> present(columns);
    soci::statement              prepared{connection};
    for (std::size_t column = 0; column < columns; ++column)
        prepared.exchange(soci::into(texts[column], present[column]));
    const bound_parameters bound{prepared, values};
    prepared.alloc();
    prepared.prepare(statement, soci::details::st_one_time_query);
    prepared.define_and_bind();
    prepared.execute(false);

    row next(columns);
    while (prepared.fetch())
    {
        for (std::size_t column = 0; column < columns; ++column)
            if (present[column] == soci::i_ok) next[column] = texts[column];
            else next[column].reset();
        on_row(next);
    }
}

} // namespace verbatim::core::database
