#pragma once

#include "gateway/figures.hpp"
#include "http/page.hpp"

#include "verbatim/sdk/operation.hpp"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::gateway {

/// One operation as it is served. The operation is the registry's and outlives every call.
struct endpoint
{
    sdk::operation* operation = nullptr;
    sdk::descriptor about;
};

/// Which path is answered by what. Filled at start, read by all threads afterwards.
class routes
{
public:
    void add(http::page one);
    void add(const sdk::descriptor& about, sdk::operation& one); ///< the descriptor's texts outlive the routes

    struct match
    {
        bool              path_known = false; ///< else 404
        const http::page* host       = nullptr;
        const endpoint*   operation  = nullptr; ///< neither of both: 405
        std::string       allowed;              ///< with 405: what Allow says
        route_figures*    counted = nullptr;    ///< where its answer is counted; never null
    };

    /// A trailing slash on a known path is overlooked.
    match find(std::string_view method, std::string_view path) const;

    /// Where requests are counted that were refused before there was a path to look up.
    route_figures& refused() const noexcept { return *refused_; }

    /// How each route was answered. A path nobody serves is none: whatever callers ask for, the number of routes stays
    /// what it was at the start.
    std::vector<route_figures::reading> figures() const;

private:
    struct verbs
    {
        route_figures*                               counted = nullptr;
        std::unique_ptr<http::page>                  host;
        std::map<std::string, endpoint, std::less<>> operations; ///< by verb
    };

    route_figures* counted_as(std::string route);

    std::map<std::string, verbs, std::less<>>                          paths_;
    std::map<std::string, std::unique_ptr<route_figures>, std::less<>> figures_; ///< by route
    std::unique_ptr<route_figures> unknown_ = std::make_unique<route_figures>("unknown");
    std::unique_ptr<route_figures> refused_ = std::make_unique<route_figures>("refused");
};

} // namespace verbatim::core::gateway
