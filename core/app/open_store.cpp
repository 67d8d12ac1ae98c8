#include "app/open_store.hpp"

#include "database/failure.hpp"

#include <stdexcept>
#include <string>

namespace verbatim::core::app {

std::unique_ptr<usage::store> open_store(const database::settings& chosen)
{
    const auto where = database::locate(chosen);
    database::prepare_folders(chosen, where);
    try
    {
        return usage::make_store(where);
    }
    catch (const database::failure& failed)
    {
        throw std::runtime_error{"The database of DB_URL cannot be used: " + std::string{failed.what()}};
    }
}

} // namespace verbatim::core::app
