#pragma once

#include "support/temporary_directory.hpp"

#include <map>
#include <string>
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

} // namespace verbatim::e2e
