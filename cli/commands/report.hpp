#pragma once

#include "cli/input/records.hpp"
#include "cli/input/script.hpp"
#include "cli/option_list.hpp"
#include "cli/output/progress.hpp"

#include <string>

namespace verbatim::cli::commands {

/// Options of the report that a command writes beside its result: one HTML file, as the page /analyze makes it
/// (docs/reference/analyze-page.md#reports).
struct report_options
{
    std::string file;         ///< empty: no report
    std::string analyst;      ///< who is responsible for the analysis; empty: not named
    std::string language;     ///< of its words, one of those of the page; empty: English
    std::string translations; ///< file with the titles of its themes in another language; empty: none
    bool        with_records = false;

    /// `with_answer`: the report is that of an answer, which has records and a person who is responsible for it.
    void declare(option_list& options, bool with_answer);
    /// Throws failure for what cannot be a report, before anything is spent.
    void check() const;

    std::string language_or_default() const { return language.empty() ? "en" : language; }

    /// Writes the report of an answer. `request` is its body without records, as JSON; `file_name` names the records.
    void write(const std::string& answer, const std::string& request, const input::record_set& records,
               const std::string& file_name, output::progress& progress) const;

private:
    void prepare(input::script& script) const;
};

} // namespace verbatim::cli::commands
