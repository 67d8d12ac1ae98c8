#pragma once

#include "verbatim/testing/raw_client.hpp"
#include "verbatim/testing/server_process.hpp"
#include "verbatim/testing/temporary_directory.hpp"

#include <filesystem>
#include <map>
#include <string>

namespace verbatim::testing {

/// The keys of a test_server: of a tenant, and of a superuser.
inline constexpr const char* tenant_key    = "tenant-key-0123456789";
inline constexpr const char* superuser_key = "superuser-key-0123456789";

/// A verbatimd on a free port with SQLite, the built-in model, two keys, and its state in a temporary directory. Logs
/// are JSON at level debug. The destructor ends it.
///
///     testing::test_server server{VERBATIMD, {{"PLUGINS_DIR", PLUGINS_DIR}}};
///     const auto response = server.post("/v1/hello", R"({"feedback_record": …})");
struct test_server
{
    /// `program` is the path of verbatimd; `changes` are settings that replace the ones above.
    explicit test_server(const std::filesystem::path& program, const server_process::environment& changes = {});

    using fields = std::map<std::string, std::string>;

    /// Both wait until the server listens. An empty key sends none.
    raw_response get(const std::string& target, const fields& headers = {});
    raw_response post(const std::string& target, const std::string& body, const std::string& key = tenant_key);

    temporary_directory folder; ///< STATE_DIR
    server_process      process;
};

/// The settings of a test_server with its state in `folder`.
server_process::environment default_settings(const temporary_directory& folder);

} // namespace verbatim::testing
