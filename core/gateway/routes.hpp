#pragma once

#include "gateway/statistics.hpp"
#include "http/static_resource.hpp"

#include "verbatim/sdk/operation.hpp"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::gateway {

/// An operation with its possible errors. The registry owns the operation, which outlives every call.
struct endpoint
{
    endpoint(const sdk::descriptor& about, const sdk::operation& served, std::string_view served_by);

    /// Whether the descriptor documents this error.
    bool may_fail_with(const sdk::error& failure) const;

    const sdk::operation*            operation;
    std::string_view                 plugin; ///< empty for operations of the server itself
    sdk::descriptor                  descriptor;
    std::vector<sdk::errc>           host_errors;
    std::vector<sdk::declared_error> own_errors;
};

/// Maps paths to operations and static resources. Filled at start, then read by all threads.
class routes
{
public:
    void add(http::static_resource resource);
    /// `descriptor` is the operation's definition(); its texts and the plugin's name must outlive the routes.
    void add(const sdk::descriptor& descriptor, const sdk::operation& operation, std::string_view plugin = {});

    struct match
    {
        bool                         path_known = false; ///< else 404
        const http::static_resource* resource   = nullptr;
        const endpoint*              operation  = nullptr; ///< neither: 405
        std::string                  allowed;              ///< with 405: the value of Allow
        route_statistics*            statistics = nullptr; ///< counts its responses; never null
    };

    /// Ignores one trailing slash.
    match find(std::string_view method, std::string_view path) const;

    /// Counts the requests that were refused before routing.
    route_statistics& refused() const noexcept { return *refused_; }

    /// The responses of each route. Unknown paths share one entry, so the number of routes never grows.
    std::vector<route_statistics::snapshot> statistics() const;

private:
    struct path_entry
    {
        route_statistics*                            statistics = nullptr;
        std::unique_ptr<http::static_resource>       resource;
        std::map<std::string, endpoint, std::less<>> operations; ///< by verb
    };

    route_statistics* statistics_of(std::string route);

    std::map<std::string, path_entry, std::less<>>                        paths_;
    std::map<std::string, std::unique_ptr<route_statistics>, std::less<>> statistics_; ///< by route
    std::unique_ptr<route_statistics> unknown_ = std::make_unique<route_statistics>("unknown");
    std::unique_ptr<route_statistics> refused_ = std::make_unique<route_statistics>("refused");
};

} // namespace verbatim::core::gateway
