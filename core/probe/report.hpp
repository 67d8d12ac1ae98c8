#pragma once

#include "recording/durable_recorder.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace verbatim::core::probe {

/// The outcome for a model connection or the database.
struct check
{
    std::string               name;            ///< main, judge, embedding, database and so on
    std::string               model;           ///< as configured; empty for the database
    std::string               cause;           ///< empty: it works
    int                       http_status = 0; ///< 0: no HTTP response
    std::chrono::milliseconds duration{0};     ///< 0 for a built-in model, which is not called

    bool ok() const noexcept { return cause.empty(); }
};

/// The outcome of one run.
struct report
{
    std::vector<check>             checks;
    recording::recorder_statistics rows;

    bool ok() const noexcept;
};

/// docs/operations.md#probe
std::string to_json(const report& r, std::chrono::seconds age);

} // namespace verbatim::core::probe
