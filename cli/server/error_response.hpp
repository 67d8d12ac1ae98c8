#pragma once

#include "cli/failure.hpp"
#include "cli/server/http_client.hpp"

#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::cli::server {

/// An error that the server answered, docs/reference/errors.md#envelope.
class error_response : public std::exception
{
public:
    explicit error_response(const http_response& response);

    int                                              status = 0;
    std::string                                      code, message, request_id;
    std::vector<std::pair<std::string, std::string>> fields; ///< path and issue

    const char* what() const noexcept override { return message.c_str(); }

    exit_status exit() const noexcept;
};

/// The sentences for people. `place_of` names the record at a position of `feedback_records` or `records`, such as "row
/// 12".
std::string explain(const error_response& error, const std::function<std::string(std::size_t)>& place_of);

/// The position in a path such as `feedback_records[3].content`, with the rest behind it.
struct record_path
{
    std::size_t position = 0;
    std::string member;
};
std::optional<record_path> read_record_path(const std::string& field);

} // namespace verbatim::cli::server
