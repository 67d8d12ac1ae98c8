#include "llm/reachability.hpp"

#include "http_client/url.hpp"
#include "identity/authorizing_transport.hpp"
#include "llm/endpoint.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/json/parse.hpp>

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <utility>

namespace verbatim::core::llm {

namespace {

namespace asio = boost::asio;
namespace json = boost::json;

using http_client::response;

constexpr std::chrono::seconds budget{10};

/// Whether a complete list of models lacks this one. False if the body is no such list.
bool lists_other_models_only(std::string_view body, const std::string& model)
{
    json::error_code failure;
    const auto       document = json::parse({body.data(), body.size()}, failure);
    const auto*      object   = document.if_object();
    const auto*      list     = object ? object->if_contains("data") : nullptr;
    if (failure || !list || !list->is_array() || list->get_array().empty() || object->contains("has_more"))
        return false;
    return std::ranges::none_of(list->get_array(), [&](const json::value& entry) {
        const auto* id = entry.is_object() ? entry.get_object().if_contains("id") : nullptr;
        return id && id->is_string() && id->get_string() == model;
    });
}

/// Why there is no response: the problem and its fix.
std::pair<std::string, std::string> problem_of(response::exchange_status exchange, const std::string& host)
{
    using enum response::exchange_status;
    switch (exchange)
    {
    case timed_out: return {host + " does not answer within 10 s", "check the address, and firewalls on the way"};
    case unresolved: return {"the name " + host + " has no address", "correct it, or check the DNS of this machine"};
    case not_connected: return {host + " accepts no connection", "check address, port and firewalls"};
    case tls_failed: return {"no TLS connection with " + host, "check that the address is that of an https server"};
    case untrusted:
        return {"the certificate of " + host + " is not trusted",
                "correct the name, or add its authority to the certificates of this machine"};
    case unauthorized: return {"there is no token of the managed identity", "check that this machine has the identity"};
    case completed:
    case disconnected:
    case too_large:
    case refused:
    case failed: break;
    }
    return {host + " sends no HTTP response", "check address and port"};
}

/// For a status other than 200.
reachability for_status(const tested_connection& tested, const std::string& host, int status)
{
    const bool identity  = uses_identity(tested.connection);
    const auto key       = setting_name(tested.prefix, identity ? "AUTH" : "API_KEY");
    const auto base      = setting_name(tested.prefix, "API_BASE");
    const auto in_status = " (status " + std::to_string(status) + ")";
    if (status == 401)
        return {{{key, "is rejected by " + host + in_status,
                  identity ? "give the identity a role at the provider" : "set a valid key of this provider"}},
                {}};
    if (status == 403)
        return {{{key, host + " denies access" + in_status,
                  "give the key or identity the right to use models, and allow this machine's address"}},
                {}};
    if (status >= 300 && status < 400)
        return {{{base, host + " redirects" + in_status, "set the address to which it redirects"}}, {}};
    if (status >= 500)
        return {{{base, host + " reports a failure of its own" + in_status,
                  "try again later, or ask the operator of that service"}},
                {}};
    return {{}, host + " answers" + in_status + ", but not with its models: the key was not tested"};
}

sdk::task<> test(const tested_connection& tested, http_client::transport& transport, reachability& result)
{
    const auto                 target = make_listing_endpoint(tested.connection);
    const http_client::request request{
        .method = http_client::request_method::get, .url = target.url, .headers = target.headers, .budget = budget};
    const auto answer = co_await transport.send(request);
    result            = to_reachability(tested, answer);
}

bool is_same(const tested_connection& left, const tested_connection& right)
{
    const auto first = make_listing_endpoint(left.connection), second = make_listing_endpoint(right.connection);
    return first.url == second.url && first.headers == second.headers && first.model == second.model &&
           first.uses_identity == second.uses_identity;
}

} // namespace

reachability to_reachability(const tested_connection& tested, const response& answer)
{
    const auto target = make_listing_endpoint(tested.connection);
    const auto host   = http_client::host_of(target.url);
    if (answer.exchange != response::exchange_status::completed)
    {
        const bool no_token       = answer.exchange == response::exchange_status::unauthorized;
        const auto [problem, fix] = problem_of(answer.exchange, host);
        return {{{setting_name(tested.prefix, no_token ? "AUTH" : "API_BASE"), problem, fix}}, {}};
    }
    if (answer.status != 200) return for_status(tested, host, answer.status);

    const bool has_key = uses_identity(tested.connection) || !tested.connection.api_key.empty();
    auto       result  = host + (has_key ? " accepts the key" : " answers without a key") +
                  "; the model was not called, because that costs money";
    if (!is_azure(target.kind) && lists_other_models_only(answer.body, target.model))
        result += "; " + target.model + " is not in its list of models";
    return {{}, result};
}

std::vector<reachability> test_reachability(std::span<const tested_connection> connections,
                                            identity::token_source*            tokens)
{
    std::vector<reachability>                     results(connections.size());
    const auto                                    plain = http_client::make_curl_transport(connections.size());
    const std::unique_ptr<http_client::transport> authorized =
        tokens ? identity::make_authorizing_transport(*plain, *tokens) : nullptr;
    asio::io_context context{1};
    std::size_t      running = 0;
    for (std::size_t n = 0; n != connections.size(); ++n)
    {
        const auto& tested = connections[n];
        if (make_listing_endpoint(tested.connection).kind == provider_kind::local)
        {
            results[n].result = "the built-in model needs no connection";
            continue;
        }
        const auto earlier = connections.first(n);
        const auto equal   = std::ranges::find_if(earlier, [&](const auto& other) { return is_same(other, tested); });
        if (equal != earlier.end())
        {
            results[n].result = "the same connection as " + setting_name(equal->prefix, "MODEL");
            continue;
        }
        auto& transport = uses_identity(tested.connection) && authorized ? *authorized : *plain;
        asio::co_spawn(context, test(tested, transport, results[n]), [&running](const std::exception_ptr& error) {
            --running;
            if (error) std::rethrow_exception(error);
        });
        ++running;
    }
    while (running != 0) context.run_one(); // not run(), because connections stay open for later requests
    return results;
}

} // namespace verbatim::core::llm
