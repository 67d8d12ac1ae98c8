#include "registry/private_library.hpp"

#include "settings/file_descriptor.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace verbatim::core::registry {

namespace {

using core::settings::file_descriptor;

/// Copies the first `size` bytes of the file.
bool copy_to_memory(const file_descriptor& source, const file_descriptor& memory, std::size_t size)
{
    while (size != 0)
    {
        const auto count = ::sendfile(memory.number(), source.number(), nullptr, size);
        if (count <= 0) return false;
        size -= static_cast<std::size_t>(count);
    }
    return true;
}

/// Whole pages of a loaded library that come from its file.
struct file_pages
{
    std::byte*  begin;
    std::size_t size;
    off_t       offset; ///< in the file
    int         protection;
    bool        is_writable; ///< pages may differ from the file
};

struct library_pages
{
    std::uintptr_t          address; ///< in the library
    std::vector<file_pages> pages;
    std::size_t             file_end    = 0;       ///< of the last segment in the file
    std::byte*              relro_begin = nullptr; ///< writable pages that the linker made read-only
    std::size_t             relro_size  = 0;
};

std::uintptr_t page_size() { return static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE)); }
std::uintptr_t page_start(std::uintptr_t address) { return address & ~(page_size() - 1); }

/// The end in the file of the last read-only page. Debug symbols follow and can be many times larger.
std::size_t end_of_constant_pages(const library_pages& library)
{
    std::size_t end = 0;
    for (const auto& pages : library.pages)
        if (!pages.is_writable) end = std::max(end, static_cast<std::size_t>(pages.offset) + pages.size);
    return end;
}

bool contains(const dl_phdr_info& library, std::uintptr_t address)
{
    return std::any_of(library.dlpi_phdr, library.dlpi_phdr + library.dlpi_phnum, [&](const auto& segment) {
        const auto begin = library.dlpi_addr + segment.p_vaddr;
        return segment.p_type == PT_LOAD && address >= begin && address - begin < segment.p_memsz;
    });
}

int collect(dl_phdr_info* library, std::size_t, void* data)
{
    auto& result = *static_cast<library_pages*>(data);
    if (!contains(*library, result.address)) return 0;
    for (int n = 0; n != library->dlpi_phnum; ++n)
    {
        const auto& segment = library->dlpi_phdr[n];
        const auto  begin   = page_start(library->dlpi_addr + segment.p_vaddr);
        if (segment.p_type == PT_GNU_RELRO)
        {
            result.relro_begin = reinterpret_cast<std::byte*>(begin);
            result.relro_size  = page_start(library->dlpi_addr + segment.p_vaddr + segment.p_memsz) - begin;
        }
        if (segment.p_type != PT_LOAD || segment.p_filesz == 0) continue;
        result.file_end       = std::max<std::size_t>(result.file_end, segment.p_offset + segment.p_filesz);
        const auto end        = library->dlpi_addr + segment.p_vaddr + segment.p_filesz;
        const int  protection = (segment.p_flags & PF_R ? PROT_READ : 0) | (segment.p_flags & PF_X ? PROT_EXEC : 0) |
                               (segment.p_flags & PF_W ? PROT_WRITE : 0);
        result.pages.push_back({.begin       = reinterpret_cast<std::byte*>(begin),
                                .size        = page_start(end + page_size() - 1) - begin,
                                .offset      = static_cast<off_t>(page_start(segment.p_offset)),
                                .protection  = protection,
                                .is_writable = (segment.p_flags & PF_W) != 0});
    }
    return 1;
}

// Sanitizers surround objects with bytes that their checked code must not touch; these functions handle whole pages.
#define VERBATIM_HANDLES_PAGES __attribute__((no_sanitize("address"), no_sanitize("thread")))

VERBATIM_HANDLES_PAGES bool are_equal(const std::byte* a, const std::byte* b, std::size_t size)
{
    for (std::size_t n = 0; n != size; ++n)
        if (a[n] != b[n]) return false;
    return true;
}

VERBATIM_HANDLES_PAGES void copy_bytes(const volatile std::byte* from, volatile std::byte* to, std::size_t size)
{
    for (std::size_t n = 0; n != size; ++n) to[n] = from[n];
}

bool move_over(std::byte* mapped, const file_pages& pages)
{
    if (::mremap(mapped, pages.size, pages.size, MREMAP_MAYMOVE | MREMAP_FIXED, pages.begin) != MAP_FAILED) return true;
    ::munmap(mapped, pages.size);
    return false;
}

/// Replaces read-only pages by those of the copy. False if the system refuses,
/// or if they differ because the file has changed.
bool replace_constant(const file_pages& pages, const file_descriptor& memory)
{
    void* const mapped = ::mmap(nullptr, pages.size, pages.protection, MAP_PRIVATE, memory.number(), pages.offset);
    if (mapped == MAP_FAILED) return false;
    auto* const bytes = static_cast<std::byte*>(mapped);
    if (are_equal(bytes, pages.begin, pages.size)) return move_over(bytes, pages);
    ::munmap(mapped, pages.size);
    return false;
}

/// Replaces writable pages by memory without a file: shortening a file removes even the written pages of its mappings.
bool replace_writable(const file_pages& pages, const library_pages& library)
{
    void* const mapped = ::mmap(nullptr, pages.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) return false;
    auto* const bytes = static_cast<std::byte*>(mapped);
    copy_bytes(pages.begin, bytes, pages.size);
    if (!move_over(bytes, pages)) return false;
    const bool has_relro =
        library.relro_size != 0 && library.relro_begin >= pages.begin && library.relro_begin < pages.begin + pages.size;
    return !has_relro || ::mprotect(library.relro_begin, library.relro_size, PROT_READ) == 0;
}

} // namespace

bool detach_from_file(const void* address, const std::filesystem::path& file)
{
    const file_descriptor memory{::memfd_create(file.filename().c_str(), MFD_CLOEXEC)};
    file_descriptor       source{::open(file.c_str(), O_RDONLY | O_CLOEXEC)};

    struct stat status
    {};
    if (memory.number() < 0 || source.number() < 0 || ::fstat(source.number(), &status) != 0) return false;

    library_pages library{.address = reinterpret_cast<std::uintptr_t>(address)};
    ::dl_iterate_phdr(&collect, &library);
    const auto size = static_cast<std::size_t>(status.st_size);
    if (library.pages.empty() || size < library.file_end) return false; // cut short since it was opened
    if (!copy_to_memory(source, memory, std::min(size, end_of_constant_pages(library)))) return false;

    // The linker tells libraries apart by their inodes: that of an open file is not used again.
    source.keep_open();
    return std::ranges::all_of(library.pages, [&](const file_pages& pages) {
        return pages.is_writable ? replace_writable(pages, library) : replace_constant(pages, memory);
    });
}

} // namespace verbatim::core::registry
