#pragma once

#include "verbatim/feedback/model_usage.hpp"
#include "verbatim/sdk/call.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

namespace verbatim::hierarchy {

/// The phases of a hierarchical analysis, in order. One with themes has four others in place of map and reduce.
enum class phase
{
    anonymise,
    embed,
    cluster,
    map,
    reduce,
    induce,
    consolidate,
    assign,
    write,
    judge,
};
inline constexpr std::size_t phase_count = 10;

/// Logs, traces and reports each phase of a hierarchical analysis, and logs one summary at the end. Used on the call's
/// thread.
class progress_log
{
public:
    progress_log(sdk::call& call, std::size_t records, std::size_t concurrency);

    void begin(phase next); ///< ends the previous phase
    void set_chunk_count(std::size_t count) { chunks_ = count; }
    void end(const feedback::model_usage& usage);

private:
    void end_current();
    void write(std::string_view event, std::optional<double> seconds) const;

    sdk::call&                            call_;
    std::size_t                           records_;
    std::size_t                           concurrency_;
    std::size_t                           chunks_     = 0;
    bool                                  has_themes_ = false;
    std::optional<phase>                  current_;
    std::unique_ptr<sdk::phase>           traced_phase_;
    std::chrono::steady_clock::time_point since_;
    std::array<double, phase_count>       seconds_{};
};

double seconds_since(std::chrono::steady_clock::time_point start);

/// Logs one chunk at level debug. `queued` is the time before its model call, `took` that of the call, in seconds.
void log_chunk(sdk::log& log, std::string_view event, std::size_t position, std::size_t total, std::size_t records,
               double queued, double took, const sdk::log_field& outcome);

} // namespace verbatim::hierarchy
