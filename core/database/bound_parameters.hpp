#pragma once

#include "database/session.hpp"

#include <soci/soci.h>

#include <deque>
#include <functional>
#include <string>

/// Shared by both sessions and included by them only.
namespace verbatim::core::database {

/// The parameters of a SOCI statement. SOCI binds by reference, so this object must outlive the run of the statement. A
/// text with U+0000, which SOCI would cut there silently, throws failure{constraint}.
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

/// Runs one statement that writes. Returns the number of affected rows. Throws soci::soci_error and failure.
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

/// Runs one statement that reads. Reads texts, because soci::row truncates integer columns to 32 bits. Throws
/// soci::soci_error and failure.
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
