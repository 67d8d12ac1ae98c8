#include "admin/entrance.hpp"

#include "metrics/catalogue.hpp"

namespace verbatim::core::admin {

namespace {

constexpr auto plain = "text/plain; charset=utf-8";

http::response said(int status, std::string_view words)
{
    http::response reply{
        .status = status, .content_type = plain, .headers = {}, .body = std::string{words} + "\n", .shared_body = {}};
    reply.headers.emplace_back("Cache-Control", "no-store");
    return reply;
}

std::string_view word_for(readiness now)
{
    switch (now)
    {
    case readiness::starting: return "starting";
    case readiness::ready: return "ready";
    case readiness::draining: return "draining";
    }
    return "draining";
}

} // namespace

std::optional<http::response> entrance::answer_at_once(const http::request_head& head)
{
    auto reply = reply_to(head.path);
    if (reply.status != 404 && head.method != "GET" && head.method != "HEAD")
    {
        reply = said(405, "GET and HEAD only");
        reply.headers.emplace_back("Allow", "GET, HEAD");
    }
    reply.head_only = head.method == "HEAD";
    return reply;
}

sdk::task<http::response> entrance::answer(http::exchange& one)
{
    co_return *answer_at_once(one.head()); // never asked: everything is answered at once
}

http::response entrance::refuse(int status) { return said(status, "refused"); }

http::response entrance::reply_to(std::string_view path) const
{
    if (path == "/livez") return from_.alive() ? said(200, "alive") : said(503, "stalled");
    if (path == "/readyz")
    {
        const auto now = ready_.load(std::memory_order_relaxed);
        return said(now == readiness::ready ? 200 : 503, word_for(now));
    }
    if (path != "/metrics") return said(404, "not found");
    try
    {
        auto reply         = said(200, {});
        reply.content_type = metrics::page_type;
        reply.body         = from_.metrics();
        return reply;
    }
    catch (...)
    {
        return said(500, "the figures cannot be read");
    }
}

} // namespace verbatim::core::admin
