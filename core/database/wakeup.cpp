#include "database/wakeup.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <iterator>
#include <system_error>

namespace verbatim::core::database {

wakeup::wakeup()
    : descriptor_{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)}
{
    if (descriptor_ < 0) throw std::system_error{errno, std::generic_category(), "eventfd"};
}

wakeup::~wakeup() { ::close(descriptor_); }

void wakeup::notify() noexcept { ::eventfd_write(descriptor_, 1); }

void wakeup::wait(std::chrono::milliseconds timeout, int other_descriptor) noexcept
{
    pollfd descriptors[]{{.fd = descriptor_, .events = POLLIN, .revents = 0},
                         {.fd = other_descriptor, .events = POLLIN, .revents = 0}};
    ::poll(descriptors, std::size(descriptors), static_cast<int>(timeout.count()));
    eventfd_t count = 0;
    ::eventfd_read(descriptor_, &count);
}

} // namespace verbatim::core::database
