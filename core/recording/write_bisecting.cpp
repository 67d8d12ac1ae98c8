#include "recording/write_bisecting.hpp"

namespace verbatim::core::recording {

std::optional<database::error_kind> write_bisecting(store& target, std::span<const usage_row> rows,
                                                    const std::function<void(const usage_row&)>& on_rejected)
{
    try
    {
        target.write(rows);
        return std::nullopt;
    }
    catch (const database::failure& error)
    {
        if (error.kind() != database::error_kind::constraint) return error.kind();
    }
    catch (const std::exception&)
    {
        return database::error_kind::other; // no memory
    }
    if (rows.size() == 1)
    {
        on_rejected(rows.front());
        return std::nullopt;
    }
    const auto error = write_bisecting(target, rows.first(rows.size() / 2), on_rejected);
    return error ? error : write_bisecting(target, rows.subspan(rows.size() / 2), on_rejected);
}

} // namespace verbatim::core::recording
