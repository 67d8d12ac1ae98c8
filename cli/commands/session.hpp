#pragma once

#include "cli/option_list.hpp"
#include "cli/output/progress.hpp"
#include "cli/output/result.hpp"
#include "cli/server/error_response.hpp"
#include "cli/server/http_client.hpp"
#include "cli/server/job_run.hpp"
#include "cli/server/local_server.hpp"

#include <boost/json/object.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace verbatim::cli::commands {

/// Options that every command has: the server, its key, and where the result goes.
struct session_options
{
    std::string              server, key_file, ca_file;
    bool                     local   = false;
    bool                     quiet   = false;
    bool                     dry_run = false;
    server::run_options      run;
    std::vector<std::string> outputs, tables;
    std::string              format, table;
    bool                     for_excel     = false;
    char                     csv_delimiter = ',';

    void declare_server(option_list& options, bool with_local);
    void declare_run(option_list& options);
    /// `tables` are those of the result.
    void declare_output(option_list& options, std::vector<std::string> tables);
    /// Throws failure for outputs whose format or table is not known, before anything is spent.
    void check() const;
};

/// The server of a command, its progress and its result.
class session
{
public:
    explicit session(const session_options& options);

    /// Also waits for the server of --local.
    server::job_run&  jobs();
    output::progress& progress() noexcept { return progress_; }
    bool              is_dry_run() const noexcept { return options_.dry_run; }

    /// Requests without a body, and deletions, as JSON.
    boost::json::object get(const std::string& path);
    boost::json::object send(const server::http_request& request);

    /// Runs a request as a job, and returns the body of the answer. Throws as job_run::run does.
    std::string run(const std::string& path, const std::string& body);

    /// Writes the result to the files of --output, or to standard output.
    void write(const output::result& result);

private:
    void connect();

    const session_options&                options_;
    output::progress                      progress_;
    std::unique_ptr<server::local_server> local_;
    std::unique_ptr<server::http_client>  client_;
    std::unique_ptr<server::job_run>      jobs_;
};

} // namespace verbatim::cli::commands
