#pragma once

#include <memory>
#include <mutex>
#include <utility>

namespace verbatim::core::exec {

/// A value that is replaced as a whole. A reader keeps the immutable snapshot it took, however often the value is
/// replaced meanwhile, and never waits for a new value to be built. [any thread]
template <class T>
class published_value
{
public:
    explicit published_value(T value)
        : value_{std::make_shared<const T>(std::move(value))}
    {}

    std::shared_ptr<const T> get() const
    {
        const std::scoped_lock lock{mutex_};
        return value_;
    }

    void replace(T value)
    {
        auto snapshot = std::make_shared<const T>(std::move(value));

        const std::scoped_lock lock{mutex_};
        value_.swap(snapshot); // the old value is destroyed after the lock
    }

private:
    // Not std::atomic<std::shared_ptr>: that of g++ 12 takes a lock as well, and ThreadSanitizer reports a race in it.
    mutable std::mutex       mutex_;
    std::shared_ptr<const T> value_;
};

} // namespace verbatim::core::exec
