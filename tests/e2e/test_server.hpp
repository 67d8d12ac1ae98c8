#pragma once

#include "support/provider_stub.hpp"
#include "support/raw_client.hpp"
#include "support/server_process.hpp"
#include "support/temporary_directory.hpp"

#include "verbatim/testing/test_server.hpp"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::e2e {

using testing::default_settings;
using testing::superuser_key;

/// The key of a tenant.
inline constexpr const char* key = testing::tenant_key;

/// Runs an SQL query on the SQLite database of the server with its state in `folder`; one line per row, columns
/// separated by '|'.
std::vector<std::string> query(const support::temporary_directory& folder, const std::string& sql);

/// The same for a database file, which statements may change.
std::vector<std::string> query(const std::filesystem::path& database, const std::string& sql);

/// Asks until the condition holds. Throws std::runtime_error with the message after a minute.
void until(const char* message, const std::function<bool()>& holds);

/// A server of this build. The destructor stores the responses in its log, unless plugins are missing.
struct test_server : testing::test_server
{
    explicit test_server(const support::server_process::environment& changes = {});
    ~test_server();

    std::vector<std::string> query(const std::string& sql) const { return e2e::query(folder, sql); }

private:
    bool all_plugins_enabled_;
};

/// Settings of a server whose model is this stub, and `extra`, which takes precedence.
support::server_process::environment provider_settings(const support::provider_stub&        provider,
                                                       support::server_process::environment extra = {});

/// A POST request as text, for clients that stay connected.
std::string raw_post(const std::string& target, const std::string& body, const std::string& api_key = key);

bool contains(std::string_view text, std::string_view part);

/// The string member of an object; throws if there is none.
std::string text(const boost::json::object& object, std::string_view member);

/// The error object of a response; throws if there is none.
boost::json::object error_of(const support::raw_response& response);

/// The error code of a response, or an empty string.
std::string code_of(const support::raw_response& response);

/// Resolves a reference to a shared response of the document.
const boost::json::value& resolved(const boost::json::value& document, const boost::json::value& response);

/// The query with the examples of the parameters that an operation requires, from `?` on; empty without any.
std::string required_query(const boost::json::value& operation);

/// The error codes that the document lists for a response; a single empty string for a success.
std::vector<std::string> codes_of(std::string_view status, const boost::json::value& response);

/// An analyze-bulk body with a single record.
std::string analysis_request(const std::string& content, const std::string& prompt = "Which problems are reported?");

} // namespace verbatim::e2e
