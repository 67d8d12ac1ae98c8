#pragma once

#include <filesystem>

namespace verbatim::cli::server {

/// A new folder of this user in the temporary folder, removed with its contents by the destructor. A file in it is
/// locked until this object, and each process that keeps the lock, has ended. The constructor first removes folders of
/// processes that were killed: those whose lock file is not locked, and those without one that have been empty for a
/// minute. All other folders stay, whatever their name.
class local_folder
{
public:
    /// Throws failure.
    local_folder();
    ~local_folder();
    local_folder(const local_folder&)            = delete;
    local_folder& operator=(const local_folder&) = delete;

    const std::filesystem::path& path() const noexcept { return path_; }

    /// A program that this process starts afterwards keeps the lock. Safe after a fork.
    void pass_lock_on() const noexcept;

private:
    std::filesystem::path path_;
    int                   folder_ = -1;
    int                   lock_   = -1; ///< none if the file system has no locks: then no process removes the folder
};

} // namespace verbatim::cli::server
