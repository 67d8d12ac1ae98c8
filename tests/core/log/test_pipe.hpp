#pragma once

#include <fcntl.h>
#include <stdexcept>
#include <string>
#include <unistd.h>

namespace verbatim::testing {

/// A pipe that the code under test writes to and the test reads from.
class test_pipe
{
public:
    test_pipe()
    {
        if (::pipe2(ends_, O_CLOEXEC) != 0) throw std::runtime_error{"no pipe"};
    }
    test_pipe(const test_pipe&)            = delete;
    test_pipe& operator=(const test_pipe&) = delete;
    ~test_pipe()
    {
        close_reader();
        close_writer();
    }

    int  writer() const noexcept { return ends_[1]; }
    void close_reader() noexcept { close(ends_[0]); }
    void close_writer() noexcept { close(ends_[1]); }

    /// Fills the pipe, as with a reader that has stopped.
    void fill()
    {
        const auto flags = ::fcntl(ends_[1], F_GETFL);
        ::fcntl(ends_[1], F_SETFL, flags | O_NONBLOCK);
        const std::string filling(4'096, '.');
        while (::write(ends_[1], filling.data(), filling.size()) > 0)
        {}
        ::fcntl(ends_[1], F_SETFL, flags);
    }

    /// Waits for at least one byte and returns all available; empty at the end.
    std::string read_some()
    {
        std::string text(1 << 16, '\0');
        const auto  count = ::read(ends_[0], text.data(), text.size());
        text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
        return text;
    }

    std::string read_all()
    {
        std::string text;
        for (auto chunk = read_some(); !chunk.empty(); chunk = read_some()) text += chunk;
        return text;
    }

private:
    static void close(int& end) noexcept
    {
        if (end >= 0) ::close(end);
        end = -1;
    }
    int ends_[2]{-1, -1};
};

} // namespace verbatim::testing
