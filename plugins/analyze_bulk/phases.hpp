#pragma once

#include "verbatim/feedback/spending.hpp"
#include "verbatim/sdk/log.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string_view>

namespace verbatim::analyze_bulk {

/// The steps of a hierarchical analysis that take time, in their order.
enum class phase
{
    anonymise,
    embed,
    cluster,
    map,
    reduce,
    judge,
};

/// Tells the log where a hierarchical analysis is: a line when a phase begins and one when it ends, and at the very end
/// one line with everything. Lives on the call's thread.
class phases
{
public:
    phases(sdk::log& lines, std::size_t records, std::size_t at_once);

    void begin(phase next); ///< ends the one before
    void made_chunks(std::size_t count) { chunks_ = count; }
    void end(const feedback::spending& paid);

private:
    void end_current();
    void write(std::string_view event, std::optional<double> seconds) const;

    sdk::log&                             lines_;
    std::size_t                           records_;
    std::size_t                           at_once_;
    std::size_t                           chunks_ = 0;
    std::optional<phase>                  current_;
    std::chrono::steady_clock::time_point since_;
    std::array<double, 6>                 seconds_{};
};

double seconds_since(std::chrono::steady_clock::time_point when);

/// One DEBUG line about one chunk; `how` says what became of it.
void chunk_line(sdk::log& lines, std::string_view event, std::size_t index, std::size_t of, std::size_t records,
                double queued, double took, const sdk::fact& how);

} // namespace verbatim::analyze_bulk
