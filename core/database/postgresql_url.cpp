#include "database/postgresql_url.hpp"

#include "settings/loopback.hpp"
#include "settings/setting_problem.hpp"

#include "verbatim/sdk/text.hpp"

#include <libpq-fe.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <ranges>
#include <string_view>

namespace verbatim::core::database {

namespace {

using parameters = std::map<std::string, std::string>;

/// Used unless the operator sets them. Waiting for an unresponsive server ends after seconds, not hours.
const parameters defaults{{"connect_timeout", "5"},      {"keepalives_idle", "60"},
                          {"keepalives_interval", "10"}, {"keepalives_count", "3"},
                          {"tcp_user_timeout", "15000"}, {"fallback_application_name", "verbatimd"}};

/// The certificate authorities that Debian trusts. libpq 15 itself has none, and verifies nothing without a file.
constexpr const char* system_authorities = "/etc/ssl/certs/ca-certificates.crt";

std::string name_of(ssl_mode mode)
{
    const auto names = declare(mode);
    return std::string{names.find_by_value(static_cast<std::int64_t>(mode))->name.view()};
}

/// The value of a parameter, from the environment of libpq if the operator did not set it in the URL.
std::string value_of(const parameters& values, const char* name, const char* variable)
{
    if (const auto it = values.find(name); it != values.end()) return it->second;
    const char* value = std::getenv(variable);
    return value ? value : "";
}

/// Whether a host is this machine by its spelling: a Unix socket, by path or abstract name, or a loopback address.
bool is_on_this_machine(std::string_view host)
{
    return host.empty() || host.starts_with('/') || host.starts_with('@') || core::settings::is_loopback(host);
}

/// Whether one of the hosts, a list with commas, is beyond this machine.
bool crosses_a_network(const parameters& values)
{
    const auto address = value_of(values, "hostaddr", "PGHOSTADDR");
    const auto hosts   = address.empty() ? value_of(values, "host", "PGHOST") : address;
    return !std::ranges::all_of(hosts | std::views::split(','), [](auto host) {
        return is_on_this_machine({host.begin(), host.end()});
    });
}

/// Usage rows and key digests cross a network only encrypted and to a verified server, unless the operator decides
/// otherwise.
void protect(parameters& values, std::optional<ssl_mode> mode)
{
    if (!value_of(values, "sslmode", "PGSSLMODE").empty()) return;
    if (!mode && crosses_a_network(values)) mode = ssl_mode::verify_full;
    if (!mode) return;
    values["sslmode"]   = name_of(*mode);
    const bool verifies = *mode == ssl_mode::verify_ca || *mode == ssl_mode::verify_full;
    if (verifies && value_of(values, "sslrootcert", "PGSSLROOTCERT").empty())
        values["sslrootcert"] = system_authorities;
}

/// A token gives access to everything that its identity may use.
void protect_tokens(const parameters& values, const settings& config, const char* setting)
{
    using core::settings::setting_error;
    if (config.db_auth != authentication::managed_identity) return;
    if (values.contains("password"))
        throw setting_error{{std::string_view{setting} == "DB_HOST" ? "DB_PASSWORD" : setting,
                             "contains a password, but DB_AUTH is managed_identity", "remove the password"}};
    const auto mode = value_of(values, "sslmode", "PGSSLMODE");
    if (crosses_a_network(values) && (mode == "disable" || mode == "allow" || mode == "prefer"))
        throw setting_error{{"DB_SSLMODE", "would send tokens in clear text", "use verify-full"}};
}

/// The URL consists of parameters only: SOCI splits connection strings at blanks without regard to quotes, and this
/// form contains neither.
connection_info connection_with(parameters values, const settings& config, const char* setting)
{
    values.insert(defaults.begin(), defaults.end());
    values["client_encoding"] = "UTF8";
    protect(values, config.db_sslmode);
    protect_tokens(values, config, setting);
    sdk::secret password;
    if (const auto it = values.find("password"); it != values.end())
    {
        password = sdk::secret{std::move(it->second)};
        values.erase(it);
    }
    std::string url{"postgresql://"};
    char        separator = '?';
    for (const auto& [name, value] : values)
    {
        url += separator + name + '=' + sdk::ascii::percent_encoded(value);
        separator = '&';
    }
    return {.url      = sdk::secret{std::move(url)},
            .sslmode  = value_of(values, "sslmode", "PGSSLMODE"),
            .password = std::move(password),
            .setting  = setting};
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

connection_info connection_from_url(const settings& config, const char* setting, const sdk::secret& secret_url)
{
    using core::settings::setting_error;
    const auto& url = secret_url.reveal();
    if (url.find('\0') != std::string::npos) throw setting_error{{setting, "contains U+0000", "remove it"}};
    const std::unique_ptr<PQconninfoOption, void (*)(PQconninfoOption*)> options{
        PQconninfoParse(url.c_str(), nullptr), &PQconninfoFree}; // no message, since that would quote the URL
    if (!options || !has_valid_ports(*options))
        throw setting_error{{setting, "libpq cannot parse this URL",
                             "write postgresql://user:password@host:port/name?parameter=value, with %xx for special "
                             "characters"}};
    parameters values;
    for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option)
        if (option->val != nullptr && *option->val != '\0') values[option->keyword] = option->val;
    return connection_with(std::move(values), config, setting);
}

connection_info connection_from_parts(const settings& config)
{
    parameters values{{"host", config.db_host}, {"port", std::to_string(config.db_port)}};
    if (!config.db_name.empty()) values["dbname"] = config.db_name;
    if (!config.db_user.empty()) values["user"] = config.db_user;
    if (!config.db_password.empty()) values["password"] = config.db_password.reveal();
    return connection_with(std::move(values), config, "DB_HOST");
}

sdk::secret with_password(const sdk::secret& url, const sdk::secret& password)
{
    return sdk::secret{url.reveal() + "&password=" + sdk::ascii::percent_encoded(password.reveal())};
}

} // namespace verbatim::core::database
