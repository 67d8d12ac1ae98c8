#pragma once

#include "support/raw_client.hpp"
#include "support/server_process.hpp"
#include "support/temporary_directory.hpp"

#include <boost/json/value.hpp>

#include <string>
#include <utility>
#include <vector>

namespace verbatim::e2e {

/// The secret of the one ordinary key of these tests, and that of the superuser.
inline constexpr const char* key           = "ordinary-key-0123456789";
inline constexpr const char* superuser_key = "superuser-key-0123456789";

/// Settings of a server with embedded defaults, its state in `folder`, two keys, a port of the system's choice and JSON
/// logs at debug level.
support::server_process::environment default_settings(const support::temporary_directory& folder);

/// Runs one SQL query on the SQLite file of the server whose state is in `folder`; one line a row, columns joined by
/// '|'.
std::vector<std::string> query(const support::temporary_directory& folder, const std::string& sql);

/// A running server of one's own, stopped at the end.
struct test_server
{
    explicit test_server(const support::server_process::environment& changes = {});

    using fields = std::map<std::string, std::string>;

    support::raw_response get(const std::string& target, const fields& headers = {});
    support::raw_response post(const std::string& target, const std::string& body, const std::string& api_key = key);

    std::vector<std::string> query(const std::string& sql) const { return e2e::query(folder, sql); }

    support::temporary_directory folder;
    support::server_process      process;
};

/// The error object of an envelope; throws when the body is none.
boost::json::object error_of(const support::raw_response& response);

/// The code of the envelope, or an empty text.
std::string code_of(const support::raw_response& response);

/// The codes that the document tells of a response; of a success, one that is empty.
std::vector<std::string> codes_of(const boost::json::value& response);

/// An analyze-bulk body with one record of this content.
std::string analysis_request(const std::string& content, const std::string& prompt = "What is said?");

} // namespace verbatim::e2e
