#pragma once

#include "verbatim/sdk/spelled.hpp"

#include <filesystem>

namespace verbatim::sdk {
class declaration;
}

namespace verbatim::core::database {

/// The settings that say where the store is, as given.
struct settings
{
    sdk::secret db_url; ///< DB_URL; it may hold a password. Empty: the file `verbatim.db` in the state folder
    sdk::path   state_dir{"./var"}; ///< STATE_DIR
};

void declare(sdk::declaration& wire, settings& s);

/// A database that can be opened.
struct place
{
    std::filesystem::path file; ///< of the embedded store
};

/// Reads DB_URL; `sqlite:///path` is relative to the working folder, `sqlite:////path` absolute. Nothing is touched on
/// disk. Throws std::runtime_error with one sentence for the operator that names the setting and never quotes it: it
/// may hold a password.
place locate(const settings& given);

/// Makes the state folder, and the folder of the database, if they do not exist: mode 0700, since usage is nobody
/// else's business. Throws std::runtime_error with one sentence for the operator.
void prepare_folders(const settings& given, const place& where);

} // namespace verbatim::core::database
