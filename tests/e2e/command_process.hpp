#pragma once

#include "support/temporary_directory.hpp"

#include <map>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace verbatim::e2e {

/// What a run of the command left.
struct command_result
{
    int         status = -1; ///< exit status, or 128 plus the signal
    std::string output;      ///< stdout
    std::string messages;    ///< stderr
    long        peak_kib = 0;
};

/// A running `verbatim` of this build. Its environment holds `variables` and the options of sanitizers, nothing else.
class command_process
{
public:
    /// `input` is its standard input; without a value it is a pipe that stays open.
    command_process(const std::vector<std::string>& arguments, const std::map<std::string, std::string>& variables,
                    const std::string* input);
    ~command_process();
    command_process(const command_process&)            = delete;
    command_process& operator=(const command_process&) = delete;

    pid_t pid() const noexcept { return pid_; }
    void  signal(int number) const;
    /// stderr so far.
    std::string messages() const;

    command_result wait();

private:
    support::temporary_directory folder_;
    pid_t                        pid_   = -1;
    int                          input_ = -1;
};

/// Runs it to its end.
command_result run_command(const std::vector<std::string>&           arguments,
                           const std::map<std::string, std::string>& variables = {}, const std::string& input = {});

/// The command on a terminal of 80 columns, which is its standard input, output and error. Waits throw
/// std::runtime_error after two minutes without output.
class terminal_process
{
public:
    terminal_process(const std::vector<std::string>& arguments, const std::map<std::string, std::string>& variables);
    ~terminal_process();
    terminal_process(const terminal_process&)            = delete;
    terminal_process& operator=(const terminal_process&) = delete;

    /// "\x03" is Ctrl-C.
    void type(std::string_view keys) const;
    void wait_for_output(const std::string& text);

    /// All output is in command_result::output.
    command_result wait();

private:
    bool read_more();

    pid_t       pid_      = -1;
    int         terminal_ = -1;
    std::string output_;
};

} // namespace verbatim::e2e
