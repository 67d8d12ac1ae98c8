#pragma once

#include <chrono>
#include <cstddef>

namespace verbatim::core::http {

/// Timeouts of a connection. One coarse clock per thread enforces them, up to a quarter of a second late.
struct connection_timeouts
{
    /// From a request's first byte to the end of its header block; also for a TLS handshake.
    std::chrono::milliseconds head{10'000};
    /// Without progress while a body is read or a response written.
    std::chrono::milliseconds stall{30'000};
    /// Minimum bytes per second of a body or a response, averaged over its whole time after the first stall timeout.
    std::size_t min_rate = 4 * 1024;
    /// For a whole body, which keeps its memory reserved meanwhile: 64 MiB must arrive at 219 KiB/s.
    std::chrono::milliseconds body{300'000};
    /// Wait for memory before a body is read.
    std::chrono::milliseconds body_memory{30'000};
    /// Between requests.
    std::chrono::milliseconds idle{75'000};
    /// For the client to read the last response, or to send the rest of a discarded body.
    std::chrono::milliseconds linger{5'000};
    /// During a drain: for a request that is under way on an idle connection, and instead of a longer `linger`.
    std::chrono::milliseconds drain_idle{2'000};
    /// Between two looks at the I/O threads; a thread that has not run between ten of them is blocked.
    std::chrono::milliseconds watch{250};
};

} // namespace verbatim::core::http
