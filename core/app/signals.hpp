#pragma once

namespace verbatim::core::app {

/// The signals that end the process, kept from every thread that starts after this object: one thread waits for them.
/// Made first, in the main thread. A broken pipe is an error of a write, not a signal, from then on.
class signals
{
public:
    signals();

    /// Waits for SIGTERM or SIGINT. From then on a second one ends the process at once.
    void wait();
};

} // namespace verbatim::core::app
