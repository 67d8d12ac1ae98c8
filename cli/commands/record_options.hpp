#pragma once

#include "cli/commands/session.hpp"
#include "cli/input/reader.hpp"
#include "cli/input/records.hpp"
#include "cli/option_list.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace verbatim::cli::commands {

/// Options of commands that read records from a file.
struct record_options
{
    input::record_choice choice;
    input::read_options  reading;
    bool                 skip_rejected = false;

    void declare_columns(option_list& options);
    void declare_reading(option_list& options);

    /// The file of the only argument, which the reader holds; reports on rows that are no records.
    input::file_table open(input::reader& reader, const std::vector<std::string>& arguments,
                           output::progress& progress) const;
    /// Its records; reports on the columns and on rows that differ.
    input::record_set read(const std::vector<std::string>& arguments, output::progress& progress) const;
};

/// Declares the options of a command that sends the records of a file as a job, and whose result has these tables.
void declare_record_job(option_list& options, record_options& records, session_options& session,
                        std::vector<std::string> tables);

/// Positions, below `count`, of the records that an error about a request names; `first` is that of its first record.
std::vector<std::size_t> named_records(const server::error_response& error, std::size_t first, std::size_t count);

/// Sends a request about records, and returns the answer. `send` makes the request from the records that are left,
/// beginning with the position `first`. Records that the server rejects are left out with --skip-rejected; the answer
/// is empty if none is left for the request. Throws error_response, and failure without any record.
std::string send_records(input::record_set& records, const record_options& options, output::progress& progress,
                         const std::function<std::string()>& send, std::size_t first = 0);

/// Turns an error of the server into a failure that names rows; `first` is the position of the first record of the
/// request.
[[noreturn]] void fail_with(const server::error_response& error, const input::record_set& records,
                            std::size_t first = 0);

/// Notes which records the next request has, if there are several requests of up to `batch` records.
void note_batch(output::progress& progress, const input::record_set& records, std::size_t first, std::size_t batch);

/// `62 records, 2026-02-02 to 2026-04-05`.
std::string describe_records(const input::record_set& records);

} // namespace verbatim::cli::commands
