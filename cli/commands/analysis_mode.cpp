#include "cli/commands/analysis_mode.hpp"

#include "cli/commands/dry_run.hpp"
#include "cli/failure.hpp"

namespace verbatim::cli::commands {

namespace {

/// Characters that surely exceed the default of LLM_MAX_TOTAL_TOKENS, 100,000 tokens of 4 characters.
constexpr std::size_t surely_too_long = 400'000;

bool is_too_long(const server::error_response& error)
{
    return error.code == "payload_too_large" && error.message.find("hierarchical") != std::string::npos;
}

} // namespace

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

/// The first mode to try.
std::string analysis_mode::first(const input::record_set& records) const
{
    if (name != "auto") return name;
    return records.content_length() > surely_too_long ? "hierarchical" : "single_pass";
}

void analysis_mode::run(session& session, input::record_set& records, const record_options& options,
                        const std::string& path, const body_maker& make_body, const result_maker& make_result) const
{
    if (session.is_dry_run())
        return dry_run(session, records, options, path, records.size(), json_shape::response,
                       [&](std::size_t) { return make_body(first(records)); });
    session.write(make_result(answer_to(session, records, options, path, make_body)));
}

std::string analysis_mode::answer_to(session& session, input::record_set& records, const record_options& options,
                                     const std::string& path, const body_maker& make_body) const
try
{
    const auto mode = first(records);
    try
    {
        return send_records(records, options, session.progress(), [&] { return session.run(path, make_body(mode)); });
    }
    catch (const server::error_response& error)
    {
        if (name != "auto" || mode != "single_pass" || !is_too_long(error)) throw;
    }
    session.progress().note("The records do not fit into one model call; using mode hierarchical.");
    return send_records(records, options, session.progress(),
                        [&] { return session.run(path, make_body("hierarchical")); });
}
catch (const server::error_response& error)
{
    fail_with(error, records);
}

} // namespace verbatim::cli::commands
