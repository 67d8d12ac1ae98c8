#pragma once

#include "http_client/transport.hpp"
#include "http_client/url.hpp"
#include "llm/make_model_client.hpp"

#include "core/llm/test_doubles.hpp"
#include "support/provider_stub.hpp"
#include "support/run_task.hpp"

#include <boost/json.hpp>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::testing {

/// Providers without a network. Each host answers by a function.
struct scripted_providers
{
    using exchange = core::http_client::response;
    using answer   = std::function<exchange(const core::http_client::request&)>;

    std::map<std::string, answer> answers;         ///< by host; a host without an entry completes the request
    std::vector<std::string>      hosts;           ///< of the requests, in order
    std::vector<long>             budgets;         ///< of the requests, in milliseconds
    std::function<sdk::task<>()>  during_exchange; ///< awaited in each request

    /// The same answer to every request of a host.
    void always(const std::string& host, exchange response)
    {
        answers[host] = [response = std::move(response)](const auto&) { return response; };
    }
};

inline scripted_providers::exchange completed(const support::stub_response& response)
{
    scripted_providers::exchange result{.exchange    = scripted_providers::exchange::exchange_status::completed,
                                        .status      = response.status,
                                        .retry_after = {},
                                        .body        = response.body};
    for (const auto& [name, value] : response.headers)
        if (name == "Retry-After") result.retry_after = std::chrono::seconds{std::stoi(value)};
    return result;
}

/// The output "half" that ended for this reason.
inline scripted_providers::exchange completed_with(std::string_view finish_reason)
{
    auto body = boost::json::parse(support::stub_response::chat("half", 1'000, 100).body);
    body.as_object()["choices"].at(0).as_object()["finish_reason"] = finish_reason;
    return completed({.body = boost::json::serialize(body)});
}

inline scripted_providers::exchange status(int code) { return completed(support::stub_response::error(code)); }

inline scripted_providers::exchange broken(scripted_providers::exchange::exchange_status how)
{
    return {.exchange = how, .status = 0, .retry_after = {}, .body = {}};
}

class scripted_transport final : public core::http_client::transport
{
public:
    explicit scripted_transport(scripted_providers& providers)
        : providers_{providers}
    {}

    sdk::task<core::http_client::response> send(const core::http_client::request& request) override
    {
        const std::string host{core::http_client::host_of(request.url)};
        providers_.hosts.push_back(host);
        providers_.budgets.push_back(request.budget.count());
        if (providers_.during_exchange) co_await providers_.during_exchange();
        const auto answer = providers_.answers.find(host);
        if (answer != providers_.answers.end()) co_return answer->second(request);
        co_return completed(support::stub_response::chat("From " + host, 1'000, 100, "model-of-" + host));
    }

private:
    scripted_providers& providers_;
};

/// A model client of scripted providers on a fake clock. The main connection is `main`, its fallbacks are `second` and
/// `third`, as far as connect() is called.
struct scripted_client
{
    scripted_providers                     providers;
    fake_clock                             time;
    std::shared_ptr<recording_ledger>      ledger = std::make_shared<recording_ledger>();
    std::shared_ptr<core::llm::price_list> prices = std::make_shared<core::llm::price_list>(core::llm::price_table{});
    recording_log                          log;
    core::llm::settings                    config;
    double                                 random     = 1.0;
    bool                                   intentions = false;
    std::chrono::seconds                   time_limit{120};
    sdk::chat_request request{.system = sdk::prompt_text{"system words"}, .user = sdk::prompt_text{"user words"}};
    std::unique_ptr<core::llm::model_client>     client;
    std::shared_ptr<core::llm::request_spending> spending;
    std::shared_ptr<completion_list>             completions; ///< null: none is stored
    std::shared_ptr<core::llm::tenant_account>   account;     ///< null: the tenant has no limits
    std::shared_ptr<core::llm::dry_run>          planned;     ///< null: providers are called

    scripted_client()
    {
        config.main   = connection("main");
        config.stream = false; // a stream may take as long as the call
    }

    static core::llm::connection_settings connection(const std::string& host)
    {
        return {.model       = "openai/" + host,
                .api_key     = sdk::secret{host + "-key"},
                .api_base    = "https://" + host,
                .api_version = {}};
    }

    void add_fallback(const std::string& host)
    {
        config.fallbacks.push_back({.connection = connection(host), .price = {}});
    }

    core::llm::call_context caller()
    {
        return {.tenant_id   = "tenant-1",
                .operation   = "summarize",
                .request_id  = "6f1c1f0e-0000-4000-8000-000000000001",
                .deadline    = time.now() + time_limit,
                .ledger      = ledger,
                .log         = log,
                .spending    = spending,
                .completions = completions,
                .account     = account,
                .planned     = planned};
    }

    std::unique_ptr<sdk::llm> open(core::llm::connection_role role = core::llm::connection_role::main)
    {
        if (!client) client = core::llm::make_model_client(config, dependencies());
        return client->open(caller(), role);
    }

    std::vector<core::llm::connection_check> check_connections()
    {
        if (!client) client = core::llm::make_model_client(config, dependencies());
        const auto context = caller();
        return support::run(client->check_connections(context));
    }

    sdk::result<sdk::completion> complete(core::llm::connection_role role = core::llm::connection_role::main)
    {
        const auto model = open(role);
        return support::run(model->try_complete(request));
    }

    /// Completes until the main connection is suspended.
    void suspend_main()
    {
        providers.always("main", status(401));
        for (int n = 0; n != core::llm::circuit_breaker::min_attempts; ++n) (void)complete();
        providers.hosts.clear();
    }

    core::llm::client_statistics::connection statistics(std::string_view name) const
    {
        for (auto& connection : client->statistics().connections)
            if (connection.name == name) return connection;
        throw std::invalid_argument{"no connection of this name"};
    }

private:
    core::llm::model_client_dependencies dependencies()
    {
        return {.prices      = prices,
                .local_model = [](const sdk::chat_request&) { return std::string{"Extracted text."}; },
                .run_on_pool = [](const std::function<void()>& work) -> sdk::task<> {
                    work();
                    co_return;
                },
                .transport       = std::make_unique<scripted_transport>(providers),
                .time            = time,
                .random_fraction = [this] { return random; },
                .intentions      = intentions};
    }
};

} // namespace verbatim::testing
