#include "plugin_http/client.hpp"

#include "plugin_http/outgoing_request.hpp"

#include "verbatim/sdk/openapi.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <utility>

namespace verbatim::core::plugin_http {

using exchange_status = http_client::response::exchange_status;
using http_client::request_method;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace {

constexpr std::array<std::string_view, outcomes> outcome_names{"response", "refused",   "failed",
                                                               "timeout",  "too_large", "cancelled"};

/// Texts of this size are compared on the thread of the call.
constexpr std::size_t max_inline_bytes = 64u << 10;

sdk::failure_cause cause_of(exchange_status exchange)
{
    using enum exchange_status;
    using sdk::failure_cause;
    switch (exchange)
    {
    case unresolved: return failure_cause::dns;
    case not_connected: return failure_cause::connect;
    case tls_failed: return failure_cause::tls;
    case untrusted: return failure_cause::certificate;
    case disconnected: return failure_cause::disconnected;
    case timed_out: return failure_cause::timeout;
    case completed:
    case too_large:
    case unauthorized:
    case refused:
    case failed: break;
    }
    return failure_cause::interrupted;
}

outcome outcome_of(const sdk::result<sdk::http_response>& result)
{
    if (result) return outcome::response;
    const auto code = result.error().code_name();
    if (code == sdk::http_refused.code.view()) return outcome::refused;
    if (code == sdk::http_timeout.code.view()) return outcome::timeout;
    return code == sdk::http_too_large.code.view() ? outcome::too_large : outcome::failed;
}

} // namespace

class service::client final : public sdk::http_client
{
public:
    client(service& service, sending_call call)
        : service_{service}
        , call_{call}
    {}

    sdk::task<sdk::result<sdk::http_response>> try_send(const sdk::http_request& request) override
    {
        if (call_.is_planned) co_return co_await send(request); // sends nothing, so nothing is counted
        counted ended{service_, call_.plugin};
        auto    result = co_await send(request);
        ended.type     = outcome_of(result);
        co_return result;
    }

private:
    /// Counts a request, also one that is cancelled.
    struct counted
    {
        counted(service& service, std::string_view plugin)
            : owner{service}
            , name{plugin}
        {}
        ~counted() { owner.count(name, type); }
        counted(const counted&)            = delete;
        counted& operator=(const counted&) = delete;

        service&         owner;
        std::string_view name;
        outcome          type = outcome::cancelled;
    };

    sdk::task<sdk::result<sdk::http_response>> send(const sdk::http_request& request)
    {
        const auto origin = service_.origins_.find(request.origin);
        if (!origin) co_return sdk::error{sdk::http_refused, "origin"};
        if (const auto problem = problem_of(request); !problem.empty())
            co_return sdk::error{sdk::http_refused, std::string{problem}};
        const bool has_text = co_await has_record_text(request);
        if (has_text) co_return sdk::error{sdk::http_refused, "record_text"};
        if (call_.is_planned) co_return request.expected;

        auto now  = steady_clock::now();
        auto left = std::chrono::ceil<milliseconds>(call_.deadline - now);
        if (left <= milliseconds::zero()) co_return sdk::error{sdk::http_timeout, "deadline"};
        auto& [breaker, places] = service_.states_[*origin];
        const auto place        = co_await places.acquire(call_.tenant_id, now + std::min(request.timeout, left));
        if (!place) co_return sdk::error{sdk::http_timeout, "queue"};
        now  = steady_clock::now();
        left = std::chrono::ceil<milliseconds>(call_.deadline - now);
        if (left <= milliseconds::zero()) co_return sdk::error{sdk::http_timeout, "deadline"};
        auto permit = breaker.admit(now);
        if (!permit)
        {
            sdk::error suspended{sdk::http_failed, "suspended"};
            suspended.cause = breaker.cause();
            co_return suspended;
        }

        const auto                       url     = url_of(request);
        const auto                       headers = header_lines(request);
        const bool                       is_post = request.method == sdk::http_method::post;
        const core::http_client::request message{.method       = is_post ? request_method::post : request_method::get,
                                                 .url          = url,
                                                 .headers      = headers,
                                                 .body         = request.body,
                                                 .content_type = request.content_type,
                                                 .budget       = std::min(request.timeout, left),
                                                 .max_response_bytes =
                                                     std::min(request.max_response_bytes, max_response_bytes)};
        auto                             response = co_await service_.transport_->send(message);

        const bool has_response = response.exchange == exchange_status::completed;
        if (response.exchange == exchange_status::refused) co_return sdk::error{sdk::http_refused, "address"};
        if (response.exchange == exchange_status::too_large)
        {
            report(*origin, permit->succeed(steady_clock::now()), {}); // the server responds, which ends a suspension
            co_return sdk::error{sdk::http_too_large};
        }
        // A request that the deadline of the call cut says nothing about its server.
        const bool was_cut = response.exchange == exchange_status::timed_out && left < request.timeout;
        if (has_response && response.status < 500) report(*origin, permit->succeed(steady_clock::now()), {});
        else if (!was_cut)
        {
            const auto cause = has_response ? sdk::failure_cause::server_error : cause_of(response.exchange);
            report(*origin, permit->fail(cause, steady_clock::now()), cause);
        }
        if (has_response) co_return sdk::http_response{response.status, std::move(response.body)};
        sdk::error failure{response.exchange == exchange_status::timed_out ? sdk::http_timeout : sdk::http_failed,
                           std::string{core::http_client::to_string(response.exchange)}};
        failure.cause = cause_of(response.exchange);
        co_return failure;
    }

    sdk::task<bool> has_record_text(const sdk::http_request& request)
    {
        const bool has_values = !request.segments.empty() || !request.query.empty() || !request.headers.empty();
        if (!has_values || !call_.schema) co_return false;
        const auto  texts = sdk::screened_texts(*call_.schema, call_.request);
        std::size_t bytes = 0;
        for (const auto text : texts) bytes += text.size();
        if (bytes <= max_inline_bytes) co_return holds_text(request, texts);
        bool                        has_text = false;
        const std::function<void()> compare  = [&] { has_text = holds_text(request, texts); };
        co_await service_.run_on_pool_(compare);
        co_return has_text;
    }

    void report(std::size_t origin, llm::circuit_breaker::change change, std::optional<sdk::failure_cause> cause)
    {
        using effect     = llm::circuit_breaker::change::type;
        const auto& name = service_.origins_.origins()[origin];
        if (change.effect == effect::suspended)
            call_.log->write(sdk::severity::warning, "plugin_origin_suspended",
                             {{"origin", std::string_view{name}},
                              {"error_class", to_string(*cause)},
                              {"seconds", change.suspension.count()}});
        if (change.effect == effect::resumed)
            call_.log->write(sdk::severity::info, "plugin_origin_resumed", {{"origin", std::string_view{name}}});
    }

    service&           service_;
    const sending_call call_;
};

service::service(const settings& settings, std::vector<std::string> plugins, exec::pool_runner run_on_pool)
    : origins_{settings}
    , plugins_{std::move(plugins)}
    , run_on_pool_{std::move(run_on_pool)}
    , transport_{http_client::make_filtered_transport(
          [this](std::string_view address) { return origins_.permits(address); })}
    , states_(origins_.origins().size())
    , sums_{plugins_.size() * outcomes}
{}

std::unique_ptr<sdk::http_client> service::open(sending_call call) { return std::make_unique<client>(*this, call); }

void service::count(std::string_view plugin, outcome ended) noexcept
{
    const auto found = std::ranges::lower_bound(plugins_, plugin);
    if (found != plugins_.end() && *found == plugin)
        sums_.add(static_cast<std::size_t>(found - plugins_.begin()) * outcomes + static_cast<std::size_t>(ended));
}

void service::add_to(metrics::metric_registry& registry) const
{
    registry.add_counter(
        "verbatim_plugin_http_requests_total",
        "Requests of plugins to other servers, by plugin and outcome. Plugins that sent none are left out.", [this] {
            std::vector<metrics::sample> samples;
            for (std::size_t n = 0; n != plugins_.size(); ++n)
                for (std::size_t k = 0; k != outcomes; ++k)
                    if (const auto sum = sums_.read(n * outcomes + k); sum != 0)
                        samples.push_back({{{"plugin", plugins_[n]}, {"outcome", std::string{outcome_names[k]}}},
                                           static_cast<double>(sum)});
            return samples;
        });
}

} // namespace verbatim::core::plugin_http
