#include "settings/loopback.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/asio/ip/address.hpp>

namespace verbatim::core::settings {

bool is_loopback(std::string_view host)
{
    if (sdk::ascii::lowercase(host) == "localhost") return true;
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);

    boost::system::error_code failure;
    const auto                address = boost::asio::ip::make_address(host, failure);
    return !failure && address.is_loopback();
}

} // namespace verbatim::core::settings
