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

    using body_maker   = std::function<std::string(const std::string& mode)>;
    using result_maker = std::function<output::result(const std::string& answer)>;

    /// Sends all records in one request and writes the result, or what the request would use with --dry-run. For `auto`
    /// the records name the mode; a server that has too little room for `single_pass` is asked for `hierarchical`:
    /// docs/reference/operations/analyze-bulk.md#choice-of-the-mode.
    void run(session& session, input::record_set& records, const record_options& options, const std::string& path,
             const body_maker& make_body, const result_maker& make_result) const;
};

} // namespace verbatim::cli::commands
