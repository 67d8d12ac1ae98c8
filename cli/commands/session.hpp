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
    std::string              server, key_file, ca_file; ///< empty: not named
    bool                     local   = false;
    bool                     quiet   = false;
    bool                     dry_run = false;
    server::run_options      run;
    std::vector<std::string> outputs;       ///< files, or `-` for standard output; empty: standard output
    std::vector<std::string> tables;        ///< names of the tables of the result in CSV
    std::string              format, table; ///< empty: not named
    bool                     for_excel     = false;
    char                     csv_delimiter = ',';

    // `options` write to the members, so this object must outlive them and not move.
    void declare_server(option_list& options, bool with_local);
    void declare_run(option_list& options);
    void declare_output(option_list& options, std::vector<std::string> tables_of_result);

    /// Throws failure for an unknown format or table, and for --local with another server, before anything is spent.
    void check() const;
};

/// The server of a command, its progress and its result.
class session
{
public:
    /// Borrows the options. Throws as their check() does. Starts the server of --local, without waiting for it.
    explicit session(const session_options& options);

    /// Sends requests. Finds the server and its key on first use, or waits for the server of --local; throws failure
    /// without them.
    server::job_run&  jobs();
    output::progress& progress() noexcept { return progress_; }
    bool              is_dry_run() const noexcept { return options_.dry_run; }

    /// The JSON object that answers a request without a job. Throws as job_run::send does, and failure for other JSON.
    boost::json::object get(const std::string& path);
    boost::json::object send(const server::http_request& request);

    /// Runs a request as a job, and returns the body of the answer. Throws as job_run::run does.
    std::string run(const std::string& path, const std::string& body);

    /// Writes the result to the files of --output, or to standard output. Throws failure for what cannot be written.
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
