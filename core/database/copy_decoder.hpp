#pragma once

#include "database/session.hpp"

#include <libpq-fe.h>

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// COPY … TO STDOUT (FORMAT BINARY), as PostgreSQL's manual describes it. Included by the session alone.
namespace verbatim::core::database {

/// COPY takes no values, so they are written into the query: numbers as they are, texts as libpq quotes them. A text
/// that the database cannot hold (U+0000, no UTF-8) is refused as `constraint`.
std::string inline_parameters(PGconn* connection, const std::string& query, std::span<const parameter> values);

/// Takes the rows out of what libpq hands over message by message. Throws failure{corrupt} when that is no COPY data.
class copy_decoder
{
public:
    void decode(std::string_view message, const std::function<void(const streamed_row&)>& on_row);

private:
    std::vector<std::string_view> columns_; ///< of the row being read
    bool                          header_read_ = false;
};

} // namespace verbatim::core::database
