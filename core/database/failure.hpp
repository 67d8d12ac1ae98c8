#pragma once

#include <exception>
#include <string_view>

namespace verbatim::core::database {

/// What kind of failure a database reported. All that leaves this room: the driver's own texts hold the values of
/// statements.
enum class error_kind
{
    unavailable, ///< cannot be opened or reached, or the connection broke
    refused,     ///< the server is there and lets nobody of that name and password in, or not into that database
    forbidden,   ///< the user of the database may not do this
    busy,        ///< somebody else kept it locked for too long
    full,        ///< no space is left
    read_only,
    corrupt,    ///< damaged, or not a database at all
    constraint, ///< a value that the schema refuses
    io,         ///< the disk failed
    replaced,   ///< the file is no longer the one that was opened: what was committed cannot be found by others
    newer,      ///< made by a later version of this program
    other,
};

/// The class word for logs, for example "full".
std::string_view to_string(error_kind kind) noexcept;

/// Thrown by everything in this room.
class failure : public std::exception
{
public:
    explicit failure(error_kind kind) noexcept
        : kind_{kind}
    {}

    error_kind  kind() const noexcept { return kind_; }
    const char* what() const noexcept override; ///< the class word

private:
    error_kind kind_;
};

} // namespace verbatim::core::database
