#pragma once

#include "auth/keyring.hpp"
#include "gateway/statistics.hpp"
#include "http/message.hpp"
#include "http/static_resource.hpp"

#include "verbatim/sdk/operation.hpp"
#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/task.hpp"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::gateway {

/// A request with a valid key and query. All members are borrowed until the task of its function ends.
struct resource_request
{
    http::exchange&       exchange;
    const auth::identity& caller;
    std::string_view      id;    ///< the segment of the path in place of `{…}`; empty without one
    const void*           query; ///< a value of the descriptor's request type
    std::string_view      request_id;
    std::string&          error_code; ///< for the log: set it if the response is a stored error
};

/// The query of a route without parameters.
struct no_query
{};
inline void declare(sdk::schema_builder& schema, no_query&) { schema.name("NoQuery", "No parameters."); }

/// Makes the whole response of a route of the server itself: no operation, no model call. Throws sdk::error. [may wait]
/// [any thread]
using resource_function = std::function<sdk::task<http::response>(const resource_request& request)>;

/// An operation with its possible errors. The registry owns the operation, which outlives every call.
struct endpoint
{
    endpoint(const sdk::descriptor& about, const sdk::operation& served, std::string_view served_by);
    endpoint(const sdk::descriptor& about, resource_function function);

    /// Whether the descriptor documents this error.
    bool may_fail_with(const sdk::error& failure) const;

    const sdk::operation*            operation = nullptr; ///< or
    resource_function                respond;
    std::string_view                 plugin; ///< empty for operations of the server itself
    sdk::descriptor                  descriptor;
    std::vector<sdk::errc>           host_errors;
    std::vector<sdk::declared_error> own_errors;
    bool                             is_explainable  = false; ///< see gateway::is_explainable
    bool                             has_dry_run     = false; ///< see gateway::has_dry_run
    bool                             refuses_explain = false; ///< true would do nothing: no model is called
    bool                             refuses_dry_run = false; ///< the same
};

/// Maps paths to operations and static resources. Filled at start, then read by all threads.
class routes
{
public:
    void add(http::static_resource resource);
    /// `descriptor` is the operation's definition(); its texts and the plugin's name must outlive the routes.
    void add(const sdk::descriptor& descriptor, const sdk::operation& operation, std::string_view plugin = {});
    /// The path may have one segment `{…}`, which stands for any text.
    void add(const sdk::descriptor& descriptor, resource_function respond);

    /// A route whose operation is not available: 503 instead of 404 or 405.
    void add_unavailable(std::string verb, std::string path);

    struct match
    {
        bool                         path_known     = false; ///< else 404
        const http::static_resource* resource       = nullptr;
        const endpoint*              operation      = nullptr; ///< neither: 405
        bool                         is_unavailable = false;   ///< neither: 503
        std::string                  allowed;                  ///< with 405: the value of Allow
        route_statistics*            statistics = nullptr;     ///< counts its responses; never null
        std::string_view             id;                       ///< see resource_request; borrows from the path
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
        std::map<std::string, endpoint, std::less<>> operations;  ///< by verb
        std::set<std::string, std::less<>>           unavailable; ///< verbs
    };

    using path_map = std::map<std::string, path_entry, std::less<>>;

    /// A path with a segment `{…}`.
    struct path_template
    {
        std::string              prefix;
        std::string              suffix;
        path_map::const_iterator entry;
    };

    path_entry&              entry_of(const sdk::descriptor& descriptor);
    path_map::const_iterator find_path(std::string_view path, std::string_view& id) const;
    route_statistics*        statistics_of(std::string route);

    path_map                                                              paths_;
    std::vector<path_template>                                            templates_;
    std::map<std::string, std::unique_ptr<route_statistics>, std::less<>> statistics_; ///< by route
    std::unique_ptr<route_statistics> unknown_ = std::make_unique<route_statistics>("unknown");
    std::unique_ptr<route_statistics> refused_ = std::make_unique<route_statistics>("refused");
};

} // namespace verbatim::core::gateway
