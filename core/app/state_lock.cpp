#include "app/state_lock.hpp"

#include "settings/setting_problem.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>

namespace verbatim::core::app {

namespace {

/// The file contains the process id of its owner. It stays behind, because removing it would race with another start.
constexpr const char* file_name = "server.lock";

/// The whole file, by descriptor: unlike the lock of a process, it is not lost when another descriptor is closed.
struct ::flock whole_file(short type)
{
    struct ::flock lock
    {};
    lock.l_type   = type;
    lock.l_whence = SEEK_SET;
    return lock;
}

/// " (process 123)" of the owner, if its file is readable.
std::string owner_of(int file)
{
    std::array<char, 16> digits{};
    const auto           count = ::pread(file, digits.data(), digits.size(), 0);
    std::string_view     text{digits.data(), count > 0 ? static_cast<std::size_t>(count) : 0U};
    text = text.substr(0, text.find_first_not_of("0123456789"));
    return text.empty() ? std::string{} : " (process " + std::string{text} + ")";
}

[[noreturn]] void refuse_second_server(int file)
{
    throw settings::setting_error{{"STATE_DIR", "is in use by another server" + owner_of(file),
                                   "stop that server, or name a directory of its own for each"}};
}

} // namespace

state_lock::state_lock(const std::filesystem::path& folder)
    : file_{::open((folder / file_name).c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)}
{
    const auto refuse = [](std::string_view problem) {
        throw settings::setting_error{
            {"STATE_DIR", std::string{problem} + " server.lock (" + std::generic_category().message(errno) + ")",
             "name a directory on a local disk that this user may write to"}};
    };
    if (file_.number() < 0) refuse("cannot open");
    const auto lock = whole_file(F_WRLCK);
    if (::fcntl(file_.number(), F_OFD_SETLK, &lock) != 0)
    {
        if (errno == EAGAIN || errno == EACCES) refuse_second_server(file_.number());
        refuse("cannot lock");
    }
    const auto owner = std::to_string(::getpid()) + "\n";
    if (::ftruncate(file_.number(), 0) != 0 ||
        ::pwrite(file_.number(), owner.data(), owner.size(), 0) != static_cast<ssize_t>(owner.size()))
        return; // a full disk: the lock holds without the process id
}

void state_lock::require_free(const std::filesystem::path& folder)
{
    const settings::file_descriptor file{::open((folder / file_name).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW)};
    auto                            lock = whole_file(F_WRLCK);
    if (file.number() >= 0 && ::fcntl(file.number(), F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK)
        refuse_second_server(file.number());
}

} // namespace verbatim::core::app
