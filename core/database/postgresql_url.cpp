#include "database/postgresql_url.hpp"

#include "database/connection_info.hpp"
#include "settings/setting_problem.hpp"

#include <boost/url/encode.hpp>
#include <boost/url/rfc/unreserved_chars.hpp>

#include <libpq-fe.h>

#include <map>
#include <memory>
#include <string_view>

namespace verbatim::core::database {

namespace urls = boost::urls;

namespace {

using parameters = std::map<std::string, std::string>;

/// Used unless the operator sets them. Waiting for an unresponsive server ends after seconds, not hours.
const parameters defaults{{"connect_timeout", "5"},      {"keepalives_idle", "60"},
                          {"keepalives_interval", "10"}, {"keepalives_count", "3"},
                          {"tcp_user_timeout", "15000"}, {"fallback_application_name", "verbatimd"}};

/// A URL that consists of parameters only: SOCI splits connection strings at blanks without regard to quotes, and this
/// form contains neither.
sdk::secret url_of(parameters values)
{
    values.insert(defaults.begin(), defaults.end());
    values["client_encoding"] = "UTF8";
    std::string url{"postgresql://"};
    char        separator = '?';
    for (const auto& [name, value] : values)
    {
        url += separator + name + '=' + urls::encode(value, urls::unreserved_chars);
        separator = '&';
    }
    return sdk::secret{std::move(url)};
}

/// libpq checks ports only on connecting, when a typing error would look like an unavailable database.
bool has_valid_ports(const PQconninfoOption& first)
{
    for (const PQconninfoOption* option = &first; option->keyword != nullptr; ++option)
        if (option->val != nullptr && std::string_view{option->keyword} == "port")
            return std::string_view{option->val}.find_first_not_of("0123456789,") == std::string_view::npos;
    return true;
}

} // namespace

sdk::secret connection_from_url(const std::string& url)
{
    using core::settings::setting_error;
    if (url.find('\0') != std::string::npos) throw setting_error{{"DB_URL", "contains U+0000", "remove it"}};
    const std::unique_ptr<PQconninfoOption, void (*)(PQconninfoOption*)> parsed{
        PQconninfoParse(url.c_str(), nullptr), &PQconninfoFree}; // no message, since that would quote the URL
    if (!parsed || !has_valid_ports(*parsed))
        throw setting_error{{"DB_URL", "libpq cannot parse this URL",
                             "write postgresql://user:password@host:port/name?parameter=value, with %xx for special "
                             "characters"}};
    parameters values;
    for (const PQconninfoOption* option = parsed.get(); option->keyword != nullptr; ++option)
        if (option->val != nullptr && *option->val != '\0') values[option->keyword] = option->val;
    return url_of(std::move(values));
}

sdk::secret connection_from_parts(const settings& config)
{
    parameters values{{"host", config.db_host}, {"port", std::to_string(config.db_port)}};
    if (!config.db_name.empty()) values["dbname"] = config.db_name;
    if (!config.db_user.empty()) values["user"] = config.db_user;
    if (!config.db_password.empty()) values["password"] = config.db_password.reveal();
    return url_of(std::move(values));
}

} // namespace verbatim::core::database
