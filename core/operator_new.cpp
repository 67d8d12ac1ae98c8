// The operators of libmimalloc, which is written in C, end the process when no memory is left. These throw, as the
// standard requires: the server then refuses a request and serves on.
#include <cstddef>
#include <mimalloc.h>
#include <new>

namespace {

void* checked(void* memory)
{
    if (!memory) throw std::bad_alloc{};
    return memory;
}

} // namespace

void* operator new(std::size_t size) { return checked(::mi_malloc(size)); }
void* operator new[](std::size_t size) { return checked(::mi_malloc(size)); }

void* operator new(std::size_t size, std::align_val_t alignment)
{
    return checked(::mi_malloc_aligned(size, static_cast<std::size_t>(alignment)));
}

void* operator new[](std::size_t size, std::align_val_t alignment)
{
    return checked(::mi_malloc_aligned(size, static_cast<std::size_t>(alignment)));
}
