#pragma once

#include <unistd.h>

namespace verbatim::core::settings {

/// Owns an open file, or the negative result of a failed call.
class file_descriptor
{
public:
    explicit file_descriptor(int number) noexcept
        : number_{number}
    {}
    ~file_descriptor()
    {
        if (number_ >= 0) ::close(number_);
    }
    file_descriptor(const file_descriptor&)            = delete;
    file_descriptor& operator=(const file_descriptor&) = delete;

    int number() const noexcept { return number_; }

    /// The file stays open for the life of the process.
    void keep_open() noexcept { number_ = -1; }

private:
    int number_;
};

} // namespace verbatim::core::settings
