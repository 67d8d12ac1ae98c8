#include "settings/setting_file.hpp"

#include "settings/file_descriptor.hpp"
#include "settings/setting_problem.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace verbatim::core::settings {

namespace {

/// In the largest unit that states it exactly.
std::string size_text(std::size_t bytes)
{
    if (bytes % (1u << 20) == 0) return std::to_string(bytes >> 20) + " MiB";
    if (bytes % (1u << 10) == 0) return std::to_string(bytes >> 10) + " KiB";
    return std::to_string(bytes) + " bytes";
}

} // namespace

std::string read_setting_file(std::string_view setting, const std::filesystem::path& file, std::size_t max_bytes)
{
    const auto refuse = [&](const std::string& problem) {
        throw setting_error{{std::string{setting}, "the file " + problem}};
    };
    const auto refuse_unreadable = [&] { refuse("cannot be read (" + std::generic_category().message(errno) + ")"); };

    // O_NONBLOCK: opening a pipe without a writer would block.
    const file_descriptor descriptor{::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    struct stat           status
    {};
    if (descriptor.number() < 0 || ::fstat(descriptor.number(), &status) != 0) refuse_unreadable();
    if (S_ISDIR(status.st_mode)) refuse("is a folder");
    if (!S_ISREG(status.st_mode)) refuse("is not a regular file");

    // The size is a hint: files of /proc report 0, and others may grow. The memory is allocated once where possible,
    // because a reallocation would leave a copy of a secret behind.
    std::string text(std::min(max_bytes, static_cast<std::size_t>(status.st_size)) + 4096, '\0');
    std::size_t length = 0;
    while (length <= max_bytes)
    {
        if (length == text.size()) text.resize(std::min(2 * length, max_bytes + 4096));
        const auto count = ::read(descriptor.number(), text.data() + length, text.size() - length);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) refuse_unreadable();
        if (count == 0) break;
        length += static_cast<std::size_t>(count);
    }
    if (length > max_bytes) refuse("is larger than " + size_text(max_bytes));
    text.resize(length);
    return text;
}

} // namespace verbatim::core::settings
