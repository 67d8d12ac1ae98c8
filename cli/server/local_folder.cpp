#include "cli/server/local_folder.hpp"

#include "cli/failure.hpp"

#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace verbatim::cli::server {

namespace {

constexpr std::string_view folder_prefix    = "verbatim-local-";
constexpr const char*      lock_name        = "verbatim-local.lock";
constexpr const char*      unnamed_lock     = "verbatim-local.lock.new";
constexpr mode_t           others_and_group = 077;

bool is_own(const struct stat& status) { return status.st_uid == ::geteuid(); }

/// -1 unless it is a folder that only this user can change, and no symbolic link.
int open_folder(const std::filesystem::path& path)
{
    const int   folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat status;
    if (folder < 0) return -1;
    if (::fstat(folder, &status) == 0 && is_own(status) && (status.st_mode & others_and_group) == 0) return folder;
    ::close(folder);
    return -1;
}

bool try_lock(int file) { return file >= 0 && ::flock(file, LOCK_EX | LOCK_NB) == 0; }

/// Locks the file before it gets its name, so that no process finds it unlocked. -1 if the file system has no locks.
int create_lock(int folder)
{
    const int file = ::openat(folder, unnamed_lock, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (try_lock(file) && ::renameat(folder, unnamed_lock, folder, lock_name) == 0) return file;
    if (file >= 0) ::close(file);
    return -1;
}

/// The locked file of a folder that no process uses; -1 if there is none. Another process that removes the folder at
/// the same time has the lock, or has removed the file.
int take_abandoned_lock(int folder)
{
    const int   file = ::openat(folder, lock_name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat status;
    if (try_lock(file) && ::fstat(file, &status) == 0 && S_ISREG(status.st_mode) && is_own(status) &&
        status.st_nlink == 1)
        return file;
    if (file >= 0) ::close(file);
    return -1;
}

/// Uses the open folder, because its name may be that of another one by now. Links are removed, not followed.
bool remove_contents(int folder)
{
    std::error_code                     error;
    std::filesystem::directory_iterator entry{"/proc/self/fd/" + std::to_string(folder) + "/", error};
    while (!error && entry != std::filesystem::directory_iterator{})
    {
        if (entry->path().filename() != lock_name) std::filesystem::remove_all(entry->path(), error);
        if (!error) entry.increment(error);
    }
    return !error;
}

/// The lock file is the last of its contents, so that the next process continues where this one ends.
void remove_folder(const std::filesystem::path& path, int folder)
{
    if (!remove_contents(folder)) return;
    ::unlinkat(folder, lock_name, 0);
    ::rmdir(path.c_str());
}

/// Removes the folder of a process that was killed before it had a lock: nothing else is in it. A folder of the last
/// minute may get its lock.
void remove_if_never_locked(const std::filesystem::path& path, int folder)
{
    constexpr std::chrono::minutes longest_start{1};
    struct stat                    status;
    if (::faccessat(folder, lock_name, F_OK, AT_SYMLINK_NOFOLLOW) == 0 || ::fstat(folder, &status) != 0) return;
    const auto changed = std::chrono::system_clock::from_time_t(status.st_mtime);
    if (std::chrono::system_clock::now() - changed < longest_start) return;
    ::unlinkat(folder, unnamed_lock, 0);
    ::rmdir(path.c_str());
}

void remove_if_abandoned(const std::filesystem::path& path)
{
    const int folder = open_folder(path);
    if (folder < 0) return;
    remove_if_never_locked(path, folder);
    if (const int file = take_abandoned_lock(folder); file >= 0)
    {
        remove_folder(path, folder);
        ::close(file);
    }
    ::close(folder);
}

void remove_abandoned_folders(const std::filesystem::path& parent)
{
    std::error_code                     error;
    std::filesystem::directory_iterator entry{parent, error};
    for (; !error && entry != std::filesystem::directory_iterator{}; entry.increment(error))
        if (entry->path().filename().native().starts_with(folder_prefix)) remove_if_abandoned(entry->path());
}

} // namespace

local_folder::local_folder()
{
    std::error_code error;
    const auto      parent = std::filesystem::temp_directory_path(error);
    if (!error) remove_abandoned_folders(parent);
    auto name = (parent / (std::string{folder_prefix} + "XXXXXX")).string();
    if (!error && ::mkdtemp(name.data())) folder_ = open_folder(name);
    if (folder_ < 0)
        throw failure{exit_status::failed,
                      "--local: cannot create a temporary folder. Set TMPDIR to a folder with room"};
    path_ = name;
    lock_ = create_lock(folder_);
}

local_folder::~local_folder()
{
    remove_folder(path_, folder_);
    if (lock_ >= 0) ::close(lock_);
    ::close(folder_);
}

void local_folder::pass_lock_on() const noexcept
{
    if (lock_ >= 0) ::fcntl(lock_, F_SETFD, 0);
}

} // namespace verbatim::cli::server
