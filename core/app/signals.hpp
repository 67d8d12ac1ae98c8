#pragma once

namespace verbatim::core::app {

/// Requests of an operator.
enum class signal_action
{
    reload, ///< SIGHUP
    stop,   ///< SIGTERM or SIGINT
};

/// The signals of the process, kept from every thread that starts after this object: one thread waits for them. Made
/// first, in the main thread. A broken pipe is an error of a write, not a signal, from then on.
class signal_waiter
{
public:
    signal_waiter();

    /// Waits for the next signal. After `stop`, another SIGTERM or SIGINT kills the process.
    signal_action wait();
};

} // namespace verbatim::core::app
