#include "cli/output/write_file.hpp"

#include "cli/failure.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace verbatim::cli::output {

namespace {

[[noreturn]] void fail(const std::string& path)
{
    throw failure{exit_status::output,
                  (path == "-" ? "standard output" : path) + ": cannot be written: " + std::strerror(errno)};
}

bool write_all(int descriptor, std::string_view text)
{
    while (!text.empty())
    {
        const auto count = ::write(descriptor, text.data(), text.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

/// Devices, pipes and names of open files such as /dev/stdout are written directly: nothing can replace them.
bool is_special(const std::string& path)
{
    struct stat target, name;
    if (::stat(path.c_str(), &target) != 0) return false;
    const bool names_open_file = (path.starts_with("/dev/") || path.starts_with("/proc/")) &&
                                 ::lstat(path.c_str(), &name) == 0 && S_ISLNK(name.st_mode);
    return !S_ISREG(target.st_mode) || names_open_file;
}

void write_directly(const std::string& path, std::string_view text)
{
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) fail(path);
    const bool written = write_all(descriptor, text);
    const int  error   = errno;
    ::close(descriptor);
    errno = error;
    if (!written) fail(path);
}

/// The mode that a new file gets, or that of the file it replaces.
mode_t mode_of(const std::string& path, bool is_secret)
{
    if (is_secret) return 0600;
    struct stat status;
    if (::stat(path.c_str(), &status) == 0) return status.st_mode & 07777;
    const auto mask = ::umask(0);
    ::umask(mask);
    return 0666 & ~mask;
}

void replace(const std::string& path, std::string_view text, bool is_secret)
{
    auto      name       = path + ".XXXXXX";
    const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
    if (descriptor < 0) fail(path);
    bool written = write_all(descriptor, text) && ::fchmod(descriptor, mode_of(path, is_secret)) == 0;
    written      = ::close(descriptor) == 0 && written;
    if (written && ::rename(name.c_str(), path.c_str()) == 0) return;
    const int error = errno;
    ::unlink(name.c_str());
    errno = error;
    fail(path);
}

} // namespace

void write_output(const std::string& path, std::string_view text, bool is_secret)
{
    if (path == "-")
    {
        if (!write_all(STDOUT_FILENO, text) && errno != EPIPE) fail(path); // a reader such as head may have enough
    }
    else if (is_special(path)) write_directly(path, text);
    else replace(path, text, is_secret);
}

} // namespace verbatim::cli::output
