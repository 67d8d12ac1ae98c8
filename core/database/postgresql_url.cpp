#include "database/postgresql_url.hpp"

#include "database/place.hpp"

#include <libpq-fe.h>

#include <map>
#include <memory>
#include <stdexcept>
#include <string_view>

namespace verbatim::core::database {
namespace {

using parameters = std::map<std::string, std::string>;

/// What an operator did not say. A server that does not answer is given up after seconds, not hours.
const parameters ours{{"connect_timeout", "5"},      {"keepalives_idle", "60"},
                      {"keepalives_interval", "10"}, {"keepalives_count", "3"},
                      {"tcp_user_timeout", "15000"}, {"fallback_application_name", "verbatimd"}};

std::string percent_encoded(std::string_view text)
{
    constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    constexpr std::string_view digit = "0123456789ABCDEF";
    std::string                all;
    for (const char one : text)
    {
        const auto byte = static_cast<unsigned char>(one);
        if (plain.find(one) != std::string_view::npos) all += one;
        else all.append({'%', digit[byte >> 4U], digit[byte & 15U]});
    }
    return all;
}

/// As a URL of nothing but parameters: SOCI takes a connection text apart at blanks and does not know quotes, and in
/// this form there is neither.
sdk::secret url_of(parameters all)
{
    all.insert(ours.begin(), ours.end());
    all["client_encoding"] = "UTF8";
    std::string url{"postgresql://"};
    char        before = '?';
    for (const auto& [name, value] : all)
    {
        url += before + name + '=' + percent_encoded(value);
        before = '&';
    }
    return sdk::secret{std::move(url)};
}

/// libpq looks at ports only when it connects, and then an operator would see a database that is away.
bool has_ports(const PQconninfoOption& first)
{
    for (const PQconninfoOption* one = &first; one->keyword != nullptr; ++one)
        if (one->val != nullptr && std::string_view{one->keyword} == "port")
            return std::string_view{one->val}.find_first_not_of("0123456789,") == std::string_view::npos;
    return true;
}

} // namespace

sdk::secret connection_of_url(const std::string& url)
{
    if (url.find('\0') != std::string::npos) throw std::runtime_error{"DB_URL holds U+0000, which no URL can."};
    const std::unique_ptr<PQconninfoOption, void (*)(PQconninfoOption*)> parsed{
        PQconninfoParse(url.c_str(), nullptr), &PQconninfoFree}; // its message would quote the URL
    if (!parsed || !has_ports(*parsed))
        throw std::runtime_error{"DB_URL: libpq does not understand this URL; it is written "
                                 "postgresql://user:password@host:port/name?parameter=value, with %xx for special "
                                 "characters."};
    parameters all;
    for (const PQconninfoOption* one = parsed.get(); one->keyword != nullptr; ++one)
        if (one->val != nullptr && *one->val != '\0') all[one->keyword] = one->val;
    return url_of(std::move(all));
}

sdk::secret connection_of_parts(const settings& given)
{
    parameters all{{"host", given.db_host}, {"port", std::to_string(given.db_port)}};
    if (!given.db_name.empty()) all["dbname"] = given.db_name;
    if (!given.db_user.empty()) all["user"] = given.db_user;
    if (!given.db_password.empty()) all["password"] = given.db_password.reveal();
    return url_of(std::move(all));
}

} // namespace verbatim::core::database
