#pragma once

#include "cli/output/terminal_text.hpp"

#include <boost/json/object.hpp>

#include <chrono>
#include <cstddef>
#include <string>

namespace verbatim::cli::output {

/// Reports on stderr how far the command is: a bar on a terminal, lines elsewhere.
class progress
{
public:
    /// A quiet one prints nothing.
    explicit progress(bool is_quiet);
    ~progress() { clear(); }
    progress(const progress&)            = delete;
    progress& operator=(const progress&) = delete;

    /// A line that stays.
    void note(const std::string& line);

    /// A job as docs/reference/jobs.md#job describes it.
    void show_job(const boost::json::object& job);

    /// Steps of a phase; 0 steps in all: their number is unknown.
    void show(const std::string& phase, std::size_t done, std::size_t total, const std::string& cost = {});

    /// Draws the bar again, so that its clock moves.
    void tick();

    /// Removes the bar.
    void clear();

private:
    void draw();
    void print_step();

    bool                                  is_quiet_;
    terminal                              terminal_;
    std::string                           phase_, cost_;
    std::size_t                           done_ = 0, total_ = 0;
    std::string                           printed_phase_;
    std::size_t                           printed_tenth_ = 0;
    bool                                  is_drawn_      = false;
    std::chrono::steady_clock::time_point start_         = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point drawn_at_{};
};

/// Dollars with as many digits as small amounts need: `$0.0031`, `$12.40`.
std::string dollars(double amount);

} // namespace verbatim::cli::output
