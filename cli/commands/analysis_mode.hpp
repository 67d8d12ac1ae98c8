#pragma once

#include "cli/commands/record_options.hpp"

#include <functional>
#include <string>

namespace verbatim::cli::commands {

/// The mode of an analysis or a summary: `auto` reads all records at once where that is possible.
struct analysis_mode
{
    std::string name = "auto";

    void declare(option_list& options);
    void check() const;

    /// The first mode to try.
    std::string first(const input::record_set& records) const;

    /// Runs the request; a corpus that does not fit into one model call is sent again in mode hierarchical.
    std::string run(session& session, input::record_set& records, const record_options& options,
                    const std::string&                                         path,
                    const std::function<std::string(const std::string& mode)>& make_body) const;
};

} // namespace verbatim::cli::commands
