#include "llm/make_model_client.hpp"

#include "identity/authorizing_transport.hpp"
#include "llm/chat_model_request.hpp"
#include "llm/connection_list.hpp"
#include "llm/json_client.hpp"
#include "llm/metered_llm.hpp"
#include "llm/server_facts.hpp"

#include "verbatim/sdk/token_estimate.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::core::llm {

namespace {

/// A prompt whose tokens are known: prose of 1,300 characters, so that templates of chats add little.
constexpr sdk::literal known_text =
    "The committee met in the school beside the river and spoke about the wells of the district. Most of the "
    "pumps were repaired before the rain came, but two of them have been dry since the spring. The women who "
    "fetch water walk for an hour in the morning and for another hour when the sun goes down. Some families "
    "have bought plastic tanks and share them with their neighbours, while others wait for the truck that "
    "comes on Monday and on Thursday. The driver of the truck said that the road is bad after the bridge and "
    "that he needs a larger engine. A teacher asked whether the school could get a tank of its own, because "
    "the children are thirsty at noon. The health worker answered that the clinic has the same problem and "
    "that clean water matters more than new chairs. In the end the committee agreed to write a letter to the "
    "office in the town, to name the two wells that are dry, and to ask for a visit before the end of the "
    "month. Everybody signed the letter, and the oldest man of the village carried it to the post office on "
    "the next day. He came back with a receipt and with the promise that somebody would read it within a week.\n"
    "Reply with OK.";

/// Tokens of its answer, for models that write on instead of OK. A model that reasons gets more: see
/// provider::complete().
constexpr std::size_t max_known_answer = 64;

client_statistics::connection statistics_of(const target_model& target, std::chrono::steady_clock::time_point now)
{
    const auto& state = target.connection;
    return {state.name, std::string{target.name}, state.breaker.read_state(now), state.statistics.read()};
}

/// Requires settings without problems.
std::optional<price> price_of(const fallback_settings& fallback)
{
    core::settings::setting_problems none;
    return fallback.price ? std::optional{read_price(*fallback.price, "", none)} : std::nullopt;
}

class metered_model_client final : public model_client
{
public:
    metered_model_client(const settings& config, model_client_dependencies dependencies)
        : capacity_{config.max_concurrency}
        , context_tokens_{config.context_tokens}
        , json_limits_{limits_of({}, config)}
        , transport_{dependencies.transport ? std::move(dependencies.transport)
                                            : http_client::make_curl_transport(config.max_concurrency)}
        , authorizing_transport_{dependencies.tokens
                                     ? identity::make_authorizing_transport(*transport_, *dependencies.tokens)
                                     : nullptr}
        , run_on_pool_{dependencies.run_on_pool}
        , planning_{.built_in = dependencies.local_model}
        , main_{connect(main_connection(config), config.fallbacks, "main", config, dependencies)}
        , judge_{connect(judge_connection(config), judge_fallbacks(config), "judge", config, dependencies)}
        , state_{
              .metering = {.prices     = std::move(dependencies.prices),
                           .limits     = {config.max_total_tokens, config.chars_per_token},
                           .time       = dependencies.time,
                           .server_id  = std::move(dependencies.server_id),
                           .intentions = dependencies.intentions},
              .slots = provider_slots{config.max_concurrency, config.max_tenant_share, dependencies.background_share},
              .failure_time = config.failure_time ? std::optional{in_milliseconds(*config.failure_time)} : std::nullopt,
              .random_fraction   = std::move(dependencies.random_fraction),
              .max_output_tokens = config.max_output_tokens}
    {
        for (const auto* connections : {&main_, &judge_})
            for (std::size_t n = 0; n != connections->size(); ++n)
                connections->state(n).context_tokens = config.context_tokens;
    }

    std::unique_ptr<sdk::llm> open(call_context caller, connection_role role) override
    {
        const auto& connections = role == connection_role::judge ? judge_ : main_;
        return std::make_unique<metered_llm>(state_, connections, run_on_pool_, planning_, std::move(caller));
    }

    json_client& open_json_client(std::string name, endpoint target) override
    {
        auto& transport = transport_to(target);
        auto client = std::make_unique<json_client>(state_, transport, run_on_pool_, std::move(name), std::move(target),
                                                    json_limits_);
        return *json_clients_.emplace_back(std::move(client));
    }

    sdk::task<std::vector<connection_check>> check_connections(const call_context& caller) override
    {
        std::vector<connection_check>                 results(main_.targets().size() + judge_.targets().size());
        const std::function<sdk::task<>(std::size_t)> step = [&](std::size_t n) -> sdk::task<> {
            const auto  mains       = main_.targets().size();
            const auto& connections = n < mains ? main_ : judge_;
            results[n]              = co_await this->check(connections, n < mains ? n : n - mains, caller);
        };
        co_await sdk::for_each_bounded(results.size(), results.size(), step);
        co_return results;
    }

    sdk::task<bool> ask_servers(const call_context& caller) override
    {
        const auto all          = questions();
        bool       all_answered = true;
        for (std::size_t n = 0; n != all.size(); ++n)
        {
            const auto earlier = std::span{all}.first(n);
            if (std::ranges::any_of(earlier, [&](const auto& other) { return is_same_server(other, all[n]); }))
                continue;
            const bool answered = slots_.contains(all[n].server->target().url) || co_await ask(all[n], all, caller);
            all_answered        = all_answered && answered;
        }
        if (all_answered) apply_slots(all);
        co_return all_answered;
    }

    bool replace_keys(const settings& current) override
    {
        const bool of_main  = main_.replace_keys(main_connection(current), current.fallbacks);
        const bool of_judge = judge_.replace_keys(judge_connection(current), judge_fallbacks(current));
        return of_main && of_judge;
    }

    client_statistics statistics() const override
    {
        client_statistics result;
        const auto        now = state_.metering.time.now();
        for (const auto* connections : {&main_, &judge_})
            for (const auto& target : connections->targets()) result.connections.push_back(statistics_of(target, now));
        for (const auto& client : json_clients_) result.connections.push_back(statistics_of(client->target(), now));
        for (std::size_t n = 0; n != result.repairs.size(); ++n) result.repairs[n] = state_.repairs.read(n);
        result.refused   = state_.refused_calls;
        result.in_flight = state_.slots.in_flight();
        result.waiting   = state_.slots.waiting();
        result.capacity  = capacity_;
        result.limit     = state_.slots.limit();
        return result;
    }

private:
    /// A response shows how the server counts tokens.
    sdk::task<connection_check> check(const connection_list& connections, std::size_t index, const call_context& caller)
    {
        const sdk::chat_request request{.system = sdk::literal{"This call checks a connection."}, .user = known_text};
        const auto              chars_per_token = state_.metering.limits.chars_per_token;
        chat_model_request      call{connections, request, chars_per_token, max_known_answer};
        auto                    result = co_await check_connection(state_, connections.targets(), index, caller, call);
        if (call.has_response())
            connections.state(index).token_counts.learn(call.reported_input(),
                                                        estimate_tokens(call.characters(), chars_per_token));
        co_return result;
    }

    /// A connection whose server can be asked.
    struct question
    {
        const connection_list* connections;
        std::size_t            index;
        const keyed_endpoint*  server;
    };

    std::vector<question> questions() const
    {
        std::vector<question> result;
        for (const auto* connections : {&main_, &judge_})
            for (std::size_t n = 0; n != connections->size(); ++n)
                if (const auto* server = (*connections)[n].server(); server && answers_questions(server->target()))
                    result.push_back({connections, n, server});
        return result;
    }

    /// The server of the connection, and that of the others with the same model at the same address. False: it does not
    /// answer.
    sdk::task<bool> ask(const question& asked, std::span<const question> all, const call_context& caller)
    {
        const auto& target  = asked.server->target();
        const auto  headers = asked.server->headers();
        auto        facts   = co_await ask_server(target, *headers, transport_to(target));
        if (!facts) co_return false;
        std::optional<sdk::failure_cause> cause;
        if (facts->lists_models) // others are no model servers that a call would teach something about
        {
            cause = (co_await this->check(*asked.connections, asked.index, caller)).cause;
            // Ollama reports the context of a model that is loaded, which the call has done.
            if (!cause && facts->context_tokens == 0)
                facts = co_await ask_server(target, *headers, transport_to(target));
        }
        if (!facts) co_return false;

        const auto& counts = asked.connections->state(asked.index).token_counts;
        /// What a server answers: see docs/reference/provider.md#questions-to-a-server.
        /// slots 0: not reported.
        caller.log.write(sdk::severity::info, "llm_server_asked",
                         {{"connection", std::string_view{asked.connections->state(asked.index).name}},
                          {"model", std::string_view{target.name}},
                          {"context_tokens", facts->context_tokens},
                          {"slots", facts->slots},
                          {"counts_tokens", counts.found() == token_count_check::finding::plausible},
                          {"token_ratio", counts.ratio()}});
        for (const auto& other : all)
        {
            if (!is_same_server(other, asked)) continue;
            auto& state = other.connections->state(other.index);
            if (context_tokens_ == 0) state.context_tokens = facts->context_tokens;
            state.token_counts.copy(counts);
            state.has_slots = facts->slots != 0;
        }
        slots_[target.url] = facts->slots;
        co_return !cause || effects_of(*cause).retry == failure_effects::retry_rule::never;
    }

    static bool is_same_server(const question& left, const question& right)
    {
        const auto &first = left.server->target(), &second = right.server->target();
        return first.url == second.url && first.model == second.model;
    }

    /// The slots of all servers, if each remote connection leads to one that reports them.
    void apply_slots(std::span<const question> all)
    {
        std::size_t sum = 0, remote = 0;
        for (const auto* connections : {&main_, &judge_}) remote += connections->is_free() ? 0 : connections->size();
        if (remote != all.size()) return;
        for (const auto& [url, slots] : slots_)
        {
            if (slots == 0) return;
            sum += slots;
        }
        if (sum != 0) state_.slots.bound(sum);
    }

    connection_list connect(const connection_settings& first, std::span<const fallback_settings> fallbacks,
                            const std::string& name, const settings& config,
                            const model_client_dependencies& dependencies)
    {
        connection_list connections{name, first, fallbacks, config};
        connections.add(make_provider(first, config, dependencies), name, limits_of(first, config));
        for (std::size_t n = 0; n != fallbacks.size(); ++n)
            connections.add(make_provider(fallbacks[n].connection, config, dependencies),
                            name + "_fallback_" + std::to_string(n + 1), limits_of(fallbacks[n].connection, config),
                            price_of(fallbacks[n]));
        return connections;
    }

    std::unique_ptr<provider> make_provider(const connection_settings& connection, const settings& config,
                                            const model_client_dependencies& dependencies)
    {
        auto target = make_endpoint(connection);
        if (target.kind == provider_kind::local)
            return make_local_provider(dependencies.local_model, dependencies.run_on_pool);
        auto&           transport = transport_to(target);
        request_options options{.structure      = structure_of(connection),
                                .max_tokens     = config.max_output_tokens,
                                .with_tenant_id = config.send_tenant_id,
                                .names_prefix   = config.prompt_cache.value_or(accepts_prefix(target)),
                                .temperature =
                                    config.send_temperature ? std::optional{config.temperature} : std::nullopt};
        options.stream      = config.stream;
        options.max_silence = std::chrono::ceil<std::chrono::milliseconds>(config.token_timeout);
        return make_remote_provider(std::move(target), options, transport, dependencies.run_on_pool);
    }

    http_client::transport& transport_to(const endpoint& target) const
    {
        return target.uses_identity ? *authorizing_transport_ : *transport_;
    }

    const std::size_t                       capacity_;
    const std::size_t                       context_tokens_; ///< LLM_CONTEXT_TOKENS
    const retry_plan::connection_limits     json_limits_;
    std::unique_ptr<http_client::transport> transport_;
    std::unique_ptr<http_client::transport> authorizing_transport_; ///< null if no connection uses a managed identity
    const exec::pool_runner                 run_on_pool_;
    planning_state                          planning_;
    connection_list                         main_;
    connection_list                         judge_;
    shared_state                            state_;

    std::vector<std::unique_ptr<json_client>> json_clients_;

    std::map<std::string, std::size_t> slots_; ///< by URL; of servers that have answered. [one question at a time]
};

} // namespace

std::unique_ptr<model_client> make_model_client(const settings& config, model_client_dependencies dependencies)
{
    sdk::set_tokenizer(tokenizer_of(config) == assumed_tokenizer::cl100k ? sdk::tokenizer::cl100k
                                                                         : sdk::tokenizer::o200k);
    return std::make_unique<metered_model_client>(config, std::move(dependencies));
}

} // namespace verbatim::core::llm
