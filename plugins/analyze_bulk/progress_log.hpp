#pragma once

#include "verbatim/feedback/model_usage.hpp"
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
class progress_log
{
public:
    progress_log(sdk::log& log, std::size_t records, std::size_t concurrency);

    void begin(phase next); ///< ends the one before
    void set_chunk_count(std::size_t count) { chunks_ = count; }
    void end(const feedback::model_usage& spending);

private:
    void end_current();
    void write(std::string_view event, std::optional<double> seconds) const;

    sdk::log&                             log_;
    std::size_t                           records_;
    std::size_t                           concurrency_;
    std::size_t                           chunks_ = 0;
    std::optional<phase>                  current_;
    std::chrono::steady_clock::time_point since_;
    std::array<double, 6>                 seconds_{};
};

double seconds_since(std::chrono::steady_clock::time_point start);

/// One DEBUG line about one chunk; `how` says what became of it.
void log_chunk(sdk::log& log, std::string_view event, std::size_t index, std::size_t total, std::size_t records,
               double queued, double took, const sdk::log_field& outcome);

} // namespace verbatim::analyze_bulk
