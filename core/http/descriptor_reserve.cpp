#include "http/descriptor_reserve.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

namespace verbatim::core::http {

descriptor_reserve::~descriptor_reserve()
{
    while (give_up())
    {}
}

void descriptor_reserve::fill() noexcept
{
    while (!is_full())
    {
        const int descriptor = ::eventfd(0, EFD_CLOEXEC); // needs no file
        if (descriptor < 0) return;
        descriptors_[count_++] = descriptor;
    }
}

bool descriptor_reserve::give_up() noexcept
{
    if (count_ == 0) return false;
    ::close(descriptors_[--count_]);
    return true;
}

} // namespace verbatim::core::http
