#pragma once

#include "database/session.hpp"

#include <libpq-fe.h>

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// COPY … TO STDOUT (FORMAT BINARY), as the PostgreSQL manual defines it.
namespace verbatim::core::database {

/// Replaces `:name` by literals, since COPY takes no parameters; libpq quotes the texts. A text that the database
/// cannot store (U+0000, invalid UTF-8) is rejected as `constraint`.
std::string inline_parameters(PGconn* connection, const std::string& query, std::span<const parameter> values);

/// Decodes rows from the messages that libpq delivers. Throws failure{corrupt} for anything that is not COPY data.
class copy_decoder
{
public:
    void decode(std::string_view message, const std::function<void(const streamed_row&)>& on_row);

private:
    std::vector<std::string_view> columns_; ///< of the current row
    bool                          header_read_ = false;
};

} // namespace verbatim::core::database
