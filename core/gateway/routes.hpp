#pragma once

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
    };

    /// A trailing slash on a known path is overlooked.
    match find(std::string_view method, std::string_view path) const;

private:
    struct verbs
    {
        std::unique_ptr<http::page>                  host;
        std::map<std::string, endpoint, std::less<>> operations; ///< by verb
    };

    std::map<std::string, verbs, std::less<>> paths_;
};

} // namespace verbatim::core::gateway
