#pragma once

#include "verbatim/sdk/error.hpp"

#include <exception>
#include <string>
#include <string_view>

namespace verbatim::core::database {

/// Kind of a database error. The driver's own messages stay in this module: they quote the values of statements.
enum class error_kind
{
    unavailable, ///< cannot be opened or reached, or the connection broke
    refused,     ///< the server rejects the user, the password or the database name
    forbidden,   ///< the database user lacks a right
    busy,        ///< locked by another session for too long, or the statement took too long
    full,        ///< the disk is full
    read_only,
    corrupt,    ///< damaged, or not a database
    constraint, ///< the schema rejects a value
    io,         ///< the disk failed
    replaced,   ///< the open file was removed or replaced: other processes cannot see its commits
    newer,      ///< the schema belongs to a later version of this program
    other,
};

/// The name for logs, for example "full".
std::string_view to_string(error_kind kind) noexcept;

/// Whether the database cannot be reached now, as opposed to failing a statement.
constexpr bool is_unreachable(error_kind kind) noexcept
{
    return kind == error_kind::unavailable || kind == error_kind::refused || kind == error_kind::replaced;
}

/// Whether the state of the database fails the statement, not the statement itself: it succeeds once an operator or the
/// database has ended that state.
constexpr bool is_state(error_kind kind) noexcept
{
    using enum error_kind;
    return is_unreachable(kind) || kind == forbidden || kind == busy || kind == full || kind == read_only ||
           kind == io || kind == newer;
}

/// Thrown by everything in this module.
class failure : public std::exception
{
public:
    explicit failure(error_kind kind) noexcept
        : kind_{kind}
    {}

    error_kind  kind() const noexcept { return kind_; }
    const char* what() const noexcept override; ///< to_string(kind())

private:
    error_kind kind_;
};

/// The error of a request that a failure of the database ends: `code_of_state` for is_state(), otherwise
/// internal_error. The kind is its note.
inline sdk::error request_error(const failure& failure, sdk::errc code_of_state)
{
    return sdk::error{is_state(failure.kind()) ? code_of_state : sdk::errc::internal_error,
                      "database " + std::string{to_string(failure.kind())}};
}

} // namespace verbatim::core::database
