#include "identity/token_exchange.hpp"

#include "http_client/url.hpp"
#include "settings/setting_file.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>

namespace verbatim::core::identity {

namespace {

using sdk::ascii::percent_encoded;

/// In bytes. A token of a service account has about one kilobyte.
constexpr std::size_t max_federated_token = 64 * 1024;

std::string read_federated_token(const settings& s)
{
    constexpr auto* setting = "AZURE_FEDERATED_TOKEN_FILE";
    const auto      text = core::settings::read_setting_file(setting, s.federated_token_file.text, max_federated_token);
    const auto      token = sdk::ascii::trimmed(text);
    if (token.empty()) throw core::settings::setting_error{{setting, "the file is empty"}};
    return std::string{token};
}

token_request federated_request(const settings& s, std::string_view resource)
{
    const auto host = http_client::without_trailing_slashes(s.authority_host);
    return {.method = http_client::request_method::post,
            .url    = std::string{host} + '/' + percent_encoded(s.tenant_id) + "/oauth2/v2.0/token",
            .form   = "grant_type=client_credentials&client_id=" + percent_encoded(s.client_id) +
                    "&scope=" + percent_encoded(std::string{resource} + "/.default") + "&client_assertion_type=" +
                    percent_encoded("urn:ietf:params:oauth:client-assertion-type:jwt-bearer") +
                    "&client_assertion=" + percent_encoded(read_federated_token(s))};
}

token_request local_request(std::string url, std::string_view version, const settings& s, std::string_view resource,
                            std::string header)
{
    url.append("?api-version=").append(version).append("&resource=").append(percent_encoded(resource));
    if (!s.client_id.empty()) url.append("&client_id=").append(percent_encoded(s.client_id));
    return {.url = std::move(url), .headers = {std::move(header)}};
}

} // namespace

token_request make_token_request(const settings& s, std::string_view resource)
{
    switch (source_of(s))
    {
    case source_kind::federated_token: return federated_request(s, resource);
    case source_kind::identity_endpoint:
        return local_request(s.endpoint, "2019-08-01", s, resource, "X-IDENTITY-HEADER: " + s.endpoint_header.reveal());
    case source_kind::instance_metadata: break;
    }
    const auto host = http_client::without_trailing_slashes(s.metadata_host);
    return local_request(std::string{host} + "/metadata/identity/oauth2/token", "2018-02-01", s, resource,
                         "Metadata: true");
}

namespace json = boost::json;

namespace {

constexpr std::size_t        max_token_length = 16 * 1024; ///< tokens with many groups have a few kilobytes
constexpr std::chrono::hours max_lifetime{24};

std::string_view string_or_empty(const json::value* value)
{
    if (!value || !value->is_string()) return {};
    return {value->as_string().data(), value->as_string().size()};
}

/// A number, or a text of decimal digits. A number that does not fit becomes the nearest one that does.
std::optional<std::int64_t> to_seconds(const json::value* value)
{
    constexpr std::int64_t most = 1LL << 53; // exact as a double
    if (!value) return std::nullopt;
    if (value->is_uint64()) return most;
    if (value->is_int64()) return value->as_int64();
    if (value->is_double())
        return static_cast<std::int64_t>(std::clamp<double>(value->as_double(), 0, static_cast<double>(most)));
    const auto   text    = string_or_empty(value);
    std::int64_t seconds = 0;
    const auto   end     = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (end.ec == std::errc::result_out_of_range) return most;
    return end.ec == std::errc{} && end.ptr == text.data() + text.size() ? std::optional{seconds} : std::nullopt;
}

std::optional<std::chrono::seconds> lifetime_of(const json::object& response, std::chrono::system_clock::time_point now)
{
    constexpr std::int64_t most     = std::chrono::seconds{max_lifetime}.count();
    const auto             now_unix = std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch()).count();
    auto                   lifetime = to_seconds(response.if_contains("expires_in"));
    if (!lifetime)
        if (const auto end = to_seconds(response.if_contains("expires_on")); end && *end > now_unix)
            lifetime = *end - now_unix;
    if (!lifetime || *lifetime <= 0) return std::nullopt;
    return std::chrono::seconds{std::min(*lifetime, most)};
}

bool is_bearer(const json::value* type)
{
    return !type || sdk::ascii::equals_ignoring_case(string_or_empty(type), "bearer");
}

/// A line break in a header would end it.
bool is_usable(std::string_view token)
{
    return !token.empty() && token.size() <= max_token_length && http_client::is_visible_ascii(token);
}

} // namespace

std::optional<issued_token> parse_token_response(std::string_view body, std::chrono::system_clock::time_point now)
{
    boost::system::error_code failure;
    const auto                response = json::parse({body.data(), body.size()}, failure);
    if (failure || !response.is_object()) return std::nullopt;

    const auto& object   = response.as_object();
    const auto  token    = string_or_empty(object.if_contains("access_token"));
    const auto  lifetime = lifetime_of(object, now);
    if (!is_usable(token) || !is_bearer(object.if_contains("token_type")) || !lifetime) return std::nullopt;
    return issued_token{.text = sdk::secret{std::string{token}}, .lifetime = *lifetime};
}

} // namespace verbatim::core::identity
