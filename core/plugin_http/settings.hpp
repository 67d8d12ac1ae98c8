#pragma once

#include "settings/setting_problem.hpp"

#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::sdk {
class schema_builder;
}

namespace verbatim::core::plugin_http {

struct settings
{
    std::vector<std::string> origins; ///< PLUGINS_HTTP_ORIGINS; empty: plugins send no request
};

void declare(sdk::schema_builder& schema, settings& settings);

core::settings::setting_problems problems(const settings& settings);

/// The servers that plugins may send requests to. Requires settings without problems(). [any thread]
class origin_list
{
public:
    explicit origin_list(const settings& settings);

    const std::vector<std::string>& origins() const noexcept { return origins_; }

    /// The index of an origin; none if it is not in the list.
    std::optional<std::size_t> find(std::string_view origin) const;

    /// Whether a connection to this IP address is allowed: it is public, or one of the list.
    bool permits(std::string_view address) const;

private:
    std::vector<std::string>                 origins_;
    std::vector<boost::asio::ip::network_v4> networks_v4_;
    std::vector<boost::asio::ip::network_v6> networks_v6_;
};

} // namespace verbatim::core::plugin_http
