#include "admin/admin_handler.hpp"

#include "metrics/metric_registry.hpp"

namespace verbatim::core::admin {

namespace {

constexpr auto plain_text = "text/plain; charset=utf-8";

http::response text_response(int status, std::string_view text)
{
    http::response response{.status       = status,
                            .content_type = plain_text,
                            .headers      = {},
                            .body         = std::string{text} + "\n",
                            .shared_body  = {}};
    response.headers.emplace_back("Cache-Control", "no-store");
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

} // namespace

std::optional<http::response> admin_handler::immediate_response(const http::request_head& head)
{
    auto response = respond_to(head.path);
    if (response.status != 404 && head.method != "GET" && head.method != "HEAD")
    {
        response = text_response(405, "GET and HEAD only");
        response.headers.emplace_back("Allow", "GET, HEAD");
    }
    response.head_only = head.method == "HEAD";
    return response;
}

sdk::task<http::response> admin_handler::respond(http::exchange& exchange)
{
    co_return *immediate_response(exchange.head()); // never called: every response is immediate
}

http::response admin_handler::refuse(int status) { return text_response(status, "refused"); }

http::response admin_handler::respond_to(std::string_view path) const
{
    if (path == "/livez")
    {
        const auto fault = sources_.fault();
        return fault.empty() ? text_response(200, "alive") : text_response(503, fault);
    }
    if (path == "/readyz")
    {
        const auto state = readiness_.load(std::memory_order_relaxed);
        return text_response(state == readiness::ready ? 200 : 503, name_of(state));
    }
    if (path != "/metrics") return text_response(404, "not found");
    try
    {
        auto response         = text_response(200, {});
        response.content_type = metrics::text_content_type;
        response.body         = sources_.metrics();
        return response;
    }
    catch (...)
    {
        return text_response(500, "the metrics cannot be read");
    }
}

} // namespace verbatim::core::admin
