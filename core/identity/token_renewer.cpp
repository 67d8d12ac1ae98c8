#include "identity/token_renewer.hpp"

#include "identity/token_exchange.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <exception>
#include <utility>

namespace verbatim::core::identity {

namespace {

using std::chrono::milliseconds;

milliseconds scaled(std::chrono::seconds time, double share)
{
    return std::chrono::duration_cast<milliseconds>(time * share);
}

} // namespace

milliseconds renewal_wait(std::chrono::seconds lifetime, double fraction)
{
    constexpr std::chrono::seconds least{10};
    return std::max<milliseconds>(scaled(lifetime, 0.5 - 0.05 * fraction), least);
}

milliseconds retry_wait(unsigned failures, double fraction)
{
    constexpr unsigned             most_doublings = 6;
    constexpr std::chrono::seconds most{60};
    const std::chrono::seconds     wait{1LL << std::min(failures - 1, most_doublings)};
    return scaled(std::min(wait, most), 0.5 + 0.5 * fraction);
}

namespace asio = boost::asio;

namespace {

constexpr std::chrono::seconds request_timeout{10};
constexpr std::chrono::minutes log_interval{1};
constexpr std::chrono::minutes early_renewal_interval{1}; ///< after rejections of a token

/// In bytes. A token has a few kilobytes.
constexpr std::size_t max_response_bytes = 64 * 1024;

} // namespace

token_renewer::token_renewer(const settings& s, std::string_view resource, sdk::log& log, dependencies further)
    : settings_{s}
    , resource_{resource}
    , log_{log}
    , dependencies_{std::move(further)}
    , wakeup_{thread_.context(0)}
{
    if (!dependencies_.transport) dependencies_.transport = http_client::make_curl_transport(1);
    if (!dependencies_.sleep)
        dependencies_.sleep = [this](std::chrono::milliseconds duration) { return default_sleep(duration); };
    asio::co_spawn(thread_.context(0), run(), asio::detached);
    thread_.start();
}

token_renewer::~token_renewer() { thread_.stop(); }

std::optional<sdk::secret> token_renewer::token() const
{
    const auto current = token_.get();
    if (!*current || dependencies_.now() >= (*current)->expiry) return std::nullopt;
    return (*current)->text;
}

void token_renewer::report_rejection(const sdk::secret& token) noexcept
try
{
    asio::post(thread_.context(0), [this, rejected = token] { renew_early(rejected); });
}
catch (...) // out of memory: the token is renewed later
{}

void token_renewer::wait_until(clock::time_point deadline)
{
    if (first_token_.get_future().wait_until(deadline) == std::future_status::ready) return;
    /// None 5 s after the start.
    log_.write(sdk::severity::warning, "identity_token_missing",
               {{"resource", std::string_view{resource_}}, {"source", to_string(source_of(settings_))}});
}

sdk::task<> token_renewer::run()
{
    for (;;)
    {
        const auto error = co_await request_token();
        if (error) report_failure(*error);
        else report_success();
        failures_       = error ? failures_ + 1 : 0;
        const auto wait = error ? retry_wait(failures_, dependencies_.random_fraction())
                                : renewal_wait(lifetime_, dependencies_.random_fraction());
        co_await dependencies_.sleep(wait);
    }
}

/// Returns why there is no new token.
sdk::task<std::optional<token_renewer::failure>> token_renewer::request_token()
{
    try
    {
        const auto                 parts = make_token_request(settings_, resource_);
        const http_client::request request{.method             = parts.method,
                                           .url                = parts.url,
                                           .headers            = parts.headers,
                                           .body               = parts.form,
                                           .content_type       = "application/x-www-form-urlencoded",
                                           .budget             = request_timeout,
                                           .max_response_bytes = max_response_bytes};
        const auto                 start    = dependencies_.now();
        const auto                 response = co_await dependencies_.transport->send(request);
        co_return accept(response, start);
    }
    catch (const core::settings::setting_error&)
    {
        co_return failure{"token_file"};
    }
    catch (const std::exception&) // out of memory
    {
        co_return failure{"internal"};
    }
}

/// The lifetime counts from the start of the request, since the response may have been slow.
std::optional<token_renewer::failure> token_renewer::accept(const http_client::response& response,
                                                            clock::time_point            request_time)
{
    if (response.exchange != http_client::response::exchange_status::completed)
        return failure{to_string(response.exchange)};
    if (response.status != 200) return failure{"status", response.status};
    auto issued = parse_token_response(response.body, std::chrono::system_clock::now());
    if (!issued) return failure{"response_unreadable", response.status};

    lifetime_ = issued->lifetime;
    token_.replace(access_token{std::move(issued->text), request_time + issued->lifetime});
    return std::nullopt;
}

/// Ends early when a token was rejected.
sdk::task<> token_renewer::default_sleep(std::chrono::milliseconds duration)
{
    wakeup_.expires_after(duration);
    co_await wakeup_.async_wait(asio::as_tuple(asio::use_awaitable));
}

void token_renewer::renew_early(const sdk::secret& rejected)
{
    const auto current = token();
    const auto now     = dependencies_.now();
    if (!current || current->reveal() != rejected.reveal()) return; // renewed meanwhile
    if (last_early_renewal_ && now - *last_early_renewal_ < early_renewal_interval) return;
    last_early_renewal_ = now;
    wakeup_.expires_at(clock::time_point::min());
}

void token_renewer::report_failure(const failure& error) noexcept
try
{
    const auto now = dependencies_.now();
    if (last_line_ && now - *last_line_ < log_interval) return;
    last_line_         = now;
    const auto current = token_.get();
    const auto left    = *current ? (*current)->expiry - now : clock::duration::zero();
    /// Not renewed. http_status 0: no response.
    log_.write(sdk::severity::warning, "identity_token_unavailable",
               {{"resource", std::string_view{resource_}},
                {"source", to_string(source_of(settings_))},
                {"error", error.error},
                {"http_status", error.http_status},
                {"valid_seconds", std::max(std::chrono::floor<std::chrono::seconds>(left).count(), 0L)}});
}
catch (...) // out of memory: attempts without a token are logged too
{}

/// Logs the first token, and the first one after a logged failure.
void token_renewer::report_success() noexcept
try
{
    if (!has_token_) first_token_.set_value();
    if (!std::exchange(has_token_, true) || last_line_)
        log_.write(sdk::severity::info, "identity_token_available",
                   {{"resource", std::string_view{resource_}},
                    {"source", to_string(source_of(settings_))},
                    {"valid_seconds", lifetime_.count()}});
    last_line_.reset();
}
catch (...) // out of memory
{}

} // namespace verbatim::core::identity
