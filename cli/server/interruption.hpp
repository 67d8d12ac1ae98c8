#pragma once

#include <chrono>
#include <exception>

namespace verbatim::cli::server {

/// The command was interrupted while it waited.
class interrupted : public std::exception
{};

/// Makes SIGINT and SIGTERM set interruption() instead of ending the process. The second one ends it.
void catch_interruptions();

/// The signal that arrived, or 0. [any thread]
int interruption() noexcept;

/// The latest signal that arrived, also after clear_interruption(). [any thread]
int last_interruption() noexcept;

/// Forgets the signal, so that the job can be cancelled.
void clear_interruption() noexcept;

/// Waits, at most until an interruption; returns whether there is one.
bool wait_for_interruption(std::chrono::milliseconds duration);

} // namespace verbatim::cli::server
