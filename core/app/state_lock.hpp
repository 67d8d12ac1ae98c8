#pragma once

#include "settings/file_descriptor.hpp"

#include <filesystem>

namespace verbatim::core::app {

/// Keeps other servers out of a STATE_DIR: two servers would replay the same outbox. The lock ends with this object, or
/// with the process.
class state_lock
{
public:
    /// The directory exists. Throws settings::setting_error if another server has the lock, or if the directory cannot
    /// be locked.
    explicit state_lock(const std::filesystem::path& folder);

    /// Throws settings::setting_error if another server has the lock. Takes no lock and creates no file.
    static void require_free(const std::filesystem::path& folder);

private:
    settings::file_descriptor file_;
};

} // namespace verbatim::core::app
