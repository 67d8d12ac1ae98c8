#include "admin/admin_handler.hpp"

#include "metrics/metric_registry.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/asio/ip/address.hpp>

#include <algorithm>
#include <memory>
#include <utility>

namespace verbatim::core::admin {

namespace {

constexpr auto plain_text = "text/plain; charset=utf-8";

http::response uncached_response(int status, std::string_view content_type, std::string_view text)
{
    http::response response{.status = status, .content_type = content_type, .body = std::string{text} + "\n"};
    response.headers.emplace_back("Cache-Control", "no-store");
    return response;
}

http::response text_response(int status, std::string_view text)
{
    auto response = uncached_response(status, plain_text, text);
    if (status == 503) response.headers.emplace_back("Retry-After", "1");
    return response;
}

http::response wrong_method(std::string_view text, std::string allowed)
{
    auto response = text_response(405, text);
    response.headers.emplace_back("Allow", std::move(allowed));
    return response;
}

std::string_view name_of(readiness state)
{
    switch (state)
    {
    case readiness::starting: return "starting";
    case readiness::ready: return "ready";
    case readiness::draining: return "draining";
    }
    return "draining";
}

/// Without the port and without the brackets of an IPv6 address; empty if it is malformed.
std::string_view without_port(std::string_view host)
{
    const bool in_brackets = host.starts_with('[');
    const auto end         = in_brackets ? host.find(']') + 1 : std::min(host.find(':'), host.size());
    const auto port        = host.substr(end);
    if (!port.empty() && (port.front() != ':' || !std::ranges::all_of(port.substr(1), sdk::ascii::is_digit))) return {};
    return in_brackets ? host.substr(1, end - 2) : host.substr(0, end);
}

bool is_address(std::string_view host)
{
    boost::system::error_code failure;
    boost::asio::ip::make_address(host, failure);
    return !failure;
}

/// Clients that may read the metrics at a time. They may read slowly or not at all; the other connections of the
/// listener are for probes.
constexpr std::size_t max_open_pages = 16;

} // namespace

/// Counts as open until its connection has sent it or is closed.
class admin_handler::metrics_page
{
public:
    metrics_page(std::size_t& open_pages, std::string text)
        : open_pages_{open_pages}
        , text_{std::move(text)}
    {
        ++open_pages_;
    }
    ~metrics_page() { --open_pages_; }
    metrics_page(const metrics_page&)            = delete;
    metrics_page& operator=(const metrics_page&) = delete;

    const std::string& text() const noexcept { return text_; }

private:
    std::size_t&      open_pages_;
    const std::string text_;
};

std::optional<http::response> admin_handler::immediate_response(const http::request_head& head)
{
    if (!is_own_host(head.host)) return text_response(421, "Host is no name of this listener: see NETWORK_ADMIN_NAMES");
    if (head.path == "/probe")
        return head.method == "GET" ? std::nullopt : std::optional{wrong_method("GET only", "GET")};
    auto response = respond_to(head.path);
    if (response.status != 404 && head.method != "GET" && head.method != "HEAD")
        response = wrong_method("GET and HEAD only", "GET, HEAD");
    response.head_only = head.method == "HEAD";
    return response;
}

/// Called for GET /probe only: every other response is immediate.
sdk::task<http::response> admin_handler::respond(http::exchange&)
{
    const auto result = co_await sources_.probe();
    if (!result) co_return text_response(503, "no report");
    auto response = uncached_response(result->ok ? 200 : 503, "application/json", result->json);
    if (!result->ok) response.headers.emplace_back("Retry-After", "30"); // the least interval of runs
    co_return response;
}

http::response admin_handler::refuse(int status) { return text_response(status, "refused"); }

/// No page of a browser can send an address that it was not loaded from, nor leave the field out.
bool admin_handler::is_own_host(std::string_view host) const
{
    const auto name    = without_port(host);
    const auto is_same = [name](std::string_view own) { return sdk::ascii::equals_ignoring_case(name, own); };
    return host.empty() || is_address(name) || is_same("localhost") || std::ranges::any_of(names_, is_same);
}

http::response admin_handler::respond_to(std::string_view path)
{
    if (path == "/livez")
    {
        const auto fault = sources_.fault();
        return fault.empty() ? text_response(200, "alive") : text_response(503, fault);
    }
    if (path == "/readyz")
    {
        const auto state = readiness_.load(std::memory_order_relaxed);
        if (state != readiness::ready) return text_response(503, name_of(state));
        const auto obstacle = sources_.obstacle();
        return obstacle.empty() ? text_response(200, name_of(state)) : text_response(503, obstacle);
    }
    return path == "/metrics" ? respond_with_metrics() : text_response(404, "not found");
}

http::response admin_handler::respond_with_metrics()
{
    if (open_pages_ >= max_open_pages) return text_response(503, "too many clients read the metrics");
    try
    {
        const auto page       = std::make_shared<metrics_page>(open_pages_, sources_.metrics());
        auto       response   = text_response(200, {});
        response.content_type = metrics::text_content_type;
        response.shared_body  = {page, &page->text()};
        return response;
    }
    catch (...)
    {
        return text_response(500, "the metrics cannot be read");
    }
}

} // namespace verbatim::core::admin
