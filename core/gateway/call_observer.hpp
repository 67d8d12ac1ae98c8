#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace verbatim::core::gateway {

/// Follows a call whose client does not wait.
class call_observer
{
public:
    virtual ~call_observer() = default;

    /// `phase` is a constant of a plugin, and plugins are never unloaded. [call's thread]
    virtual void on_progress(std::string_view phase, std::size_t done, std::size_t total) = 0;

    /// An attempt at a model has ended; `cost` in millionths of a US dollar. [any thread]
    virtual void on_attempt(std::int64_t cost) noexcept = 0;
};

} // namespace verbatim::core::gateway
