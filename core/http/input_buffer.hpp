#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

namespace verbatim::core::http {

/// Bytes received and not consumed yet. Lives as long as its connection, grows on demand and releases large memory when
/// empty. Consuming never moves bytes, so it is allowed during a read into `prepare`d space.
class input_buffer
{
public:
    struct free_space
    {
        char*       data;
        std::size_t size;
    };

    std::string_view bytes() const noexcept { return {memory_.get() + first_, last_ - first_}; }
    std::size_t      size() const noexcept { return last_ - first_; }
    bool             empty() const noexcept { return first_ == last_; }

    /// Space for at least one byte, and for `wanted` bytes together with those held. Moves bytes: earlier views become
    /// invalid.
    free_space prepare(std::size_t wanted);

    /// `count` bytes of the prepared space were filled.
    void commit(std::size_t count) noexcept { last_ += count; }
    void consume(std::size_t count) noexcept { first_ += count; }

private:
    std::unique_ptr<char[]> memory_;
    std::size_t             capacity_ = 0;
    std::size_t             first_    = 0;
    std::size_t             last_     = 0;
};

} // namespace verbatim::core::http
