#include "plugin_http/settings.hpp"

#include "http_client/url.hpp"

#include "verbatim/sdk/schema.hpp"

#include <boost/asio/ip/address.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace verbatim::core::plugin_http {

namespace ip = boost::asio::ip;

namespace {

/// Special-purpose addresses of the IANA registries: private, shared, loopback, link-local, for documentation and
/// tests, multicast, reserved.
constexpr const char* special_v4[]{"0.0.0.0/8",      "10.0.0.0/8",     "100.64.0.0/10", "127.0.0.0/8",
                                   "169.254.0.0/16", "172.16.0.0/12",  "192.0.0.0/24",  "192.0.2.0/24",
                                   "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24",
                                   "203.0.113.0/24", "224.0.0.0/4",    "240.0.0.0/4"};
/// Of the public addresses, 2000::/3: Teredo, benchmarks, documentation, and 6to4, which contains an IPv4 address.
constexpr const char* special_v6[]{"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"};

template <class Network, class Address>
bool holds(const Network& network, const Address& address)
{
    return Network{address, network.prefix_length()}.canonical() == network.canonical();
}

bool is_public(const ip::address_v4& address)
{
    return std::ranges::none_of(special_v4,
                                [&](const char* text) { return holds(ip::make_network_v4(text), address); });
}

bool is_public(const ip::address_v6& address)
{
    return holds(ip::make_network_v6("2000::/3"), address) && std::ranges::none_of(special_v6, [&](const char* text) {
               return holds(ip::make_network_v6(text), address);
           });
}

/// The address in a host of a URL, such as `[::1]`. An IPv4 address mapped to IPv6 is the IPv4 address.
std::optional<ip::address> address_in(std::string_view host)
{
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    boost::system::error_code error;
    const auto                address = ip::make_address(host, error);
    if (error) return std::nullopt;
    const bool is_mapped = address.is_v6() && address.to_v6().is_v4_mapped();
    return is_mapped ? ip::make_address_v4(ip::v4_mapped, address.to_v6()) : address;
}

/// `https://host` or `http://host:port`, in lower case.
bool is_origin(std::string_view entry)
{
    const auto host = http_client::host_of(entry);
    if (!http_client::is_base_url(entry)) return false;
    const auto rest = entry.substr(entry.find("://") + 3);
    if (!rest.starts_with(host)) return false; // capital letters
    const auto port = rest.substr(host.size());
    if (port.empty()) return true;
    std::uint16_t number{};
    const auto    parsed = std::from_chars(port.data() + 1, port.data() + port.size(), number);
    return port.front() == ':' && parsed.ec == std::errc{} && parsed.ptr == port.data() + port.size() && number != 0;
}

/// A network such as `10.0.0.0/8`; false if the entry is none. One of IPv4 addresses mapped to IPv6 is that of the IPv4
/// addresses, and one of these and others would not apply to them.
bool add_network(const std::string& entry, std::vector<ip::network_v4>& v4, std::vector<ip::network_v6>& v6)
{
    boost::system::error_code error;
    const auto                network_v4 = ip::make_network_v4(entry, error);
    if (!error) return v4.push_back(network_v4), true;
    const auto network_v6 = ip::make_network_v6(entry, error);
    if (error) return false;
    if (!network_v6.address().is_v4_mapped()) return v6.push_back(network_v6), true;
    constexpr int mapped_bits = 96;
    const auto    bits        = network_v6.prefix_length() - mapped_bits;
    if (bits < 0) return false;
    v4.emplace_back(ip::make_address_v4(ip::v4_mapped, network_v6.address()), static_cast<unsigned short>(bits));
    return true;
}

} // namespace

void declare(sdk::schema_builder& schema, settings& settings)
{
    schema.name("PluginRequests", "Requests of plugins to other servers.");

    schema
        .optional("PLUGINS_HTTP_ORIGINS", settings.origins,
                  "Servers that plugins may send requests to, each as https://HOST or with a port; http:// is not "
                  "encrypted. A private address that a host resolves to needs an entry with its network, too. Default: "
                  "none.")
        .example(R"(["https://geo.example.org","http://search.internal:8080","10.1.0.0/16"])");
}

core::settings::setting_problems problems(const settings& settings)
{
    core::settings::setting_problems result;
    std::vector<ip::network_v4>      v4;
    std::vector<ip::network_v6>      v6;
    for (std::size_t n = 0; n != settings.origins.size(); ++n)
        if (const auto& entry = settings.origins[n]; !is_origin(entry) && !add_network(entry, v4, v6))
            result.push_back({"PLUGINS_HTTP_ORIGINS[" + std::to_string(n) + "]",
                              "is neither an origin in lower case without a path nor a network",
                              "write https://geo.example.org or 10.1.0.0/16"});
    return result;
}

origin_list::origin_list(const settings& settings)
{
    for (const auto& entry : settings.origins)
    {
        if (add_network(entry, networks_v4_, networks_v6_)) continue;
        origins_.push_back(entry);
        const auto address = address_in(http_client::host_of(entry)); // listed as an origin, so permitted
        if (address && address->is_v4()) networks_v4_.emplace_back(address->to_v4(), 32);
        else if (address) networks_v6_.emplace_back(address->to_v6(), 128);
    }
}

std::optional<std::size_t> origin_list::find(std::string_view origin) const
{
    const auto found = std::ranges::find(origins_, origin);
    if (found == origins_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - origins_.begin());
}

bool origin_list::permits(std::string_view address) const
{
    const auto parsed = address_in(address);
    if (!parsed) return false;
    if (parsed->is_v6())
    {
        const auto v6 = parsed->to_v6();
        return is_public(v6) || std::ranges::any_of(networks_v6_, [&](const auto& net) { return holds(net, v6); });
    }
    const auto v4 = parsed->to_v4();
    return is_public(v4) || std::ranges::any_of(networks_v4_, [&](const auto& net) { return holds(net, v4); });
}

} // namespace verbatim::core::plugin_http
