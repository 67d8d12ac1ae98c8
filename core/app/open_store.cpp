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
        auto rows = usage::make_store(where);
        rows->make_ready();
        return rows;
    }
    catch (const database::failure& failed)
    {
        if (failed.kind() == database::trouble::newer)
            throw std::runtime_error{
                "The database of DB_URL was made by a later version of this program; start that version"};
        throw std::runtime_error{"The database of DB_URL cannot be used (" + std::string{failed.what()} + ")"};
    }
}

} // namespace verbatim::core::app
