#include "cli/commands/analysis_mode.hpp"

#include "cli/commands/dry_run.hpp"
#include "cli/failure.hpp"

namespace verbatim::cli::commands {

void analysis_mode::declare(option_list& options)
{
    options.add_text(
        "mode", "MODE",
        "single_pass: one model call reads all records; hierarchical: for any number of records; auto (default)", name);
}

void analysis_mode::check() const
{
    if (name != "auto" && name != "single_pass" && name != "hierarchical")
        throw failure{exit_status::usage, "--mode: use auto, single_pass or hierarchical"};
}

void analysis_mode::run(session& session, input::record_set& records, const record_options& options,
                        const std::string& path, const body_maker& make_body, const result_maker& make_result) const
try
{
    const auto send = [&](const std::string& mode) {
        if (session.is_dry_run())
            return dry_run(session, records, options, path, records.size(), json_shape::response,
                           [&](std::size_t) { return make_body(mode); });
        session.write(make_result(
            send_records(records, options, session.progress(), [&] { return session.run(path, make_body(mode)); })));
    };
    const auto mode = name == "auto" ? records.mode() : name;
    try
    {
        return send(mode);
    }
    catch (const server::error_response& error)
    {
        if (name != "auto" || mode != "single_pass" || error.code != "payload_too_large") throw;
    }
    session.progress().note("The records do not fit into one model call; using mode hierarchical.");
    send("hierarchical");
}
catch (const server::error_response& error)
{
    fail_with(error, records);
}

} // namespace verbatim::cli::commands
