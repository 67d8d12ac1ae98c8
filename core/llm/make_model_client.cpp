#include "llm/make_model_client.hpp"

#include "identity/authorizing_transport.hpp"
#include "llm/call_errors.hpp"
#include "llm/call_model.hpp"
#include "llm/codec.hpp"
#include "llm/endpoint.hpp"
#include "llm/output_text.hpp"
#include "llm/planned_call.hpp"
#include "llm/server_facts.hpp"
#include "llm/text_lengths.hpp"

#include "verbatim/sdk/text.hpp"
#include "verbatim/sdk/token_estimate.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::core::llm {

namespace asio = boost::asio;

namespace {

/// In bytes: below, a digest takes half a millisecond at most, also without SHA instructions.
constexpr std::size_t large_request = 256 * 1024;

/// In tokens: providers add the roles of messages, and instructions for structured output.
constexpr std::size_t added_by_provider = 1'024;

/// The shares of a context that prompts and outputs get. The rest is for estimates, which are up to a fifth too low,
/// and for judges, which may exceed the limit of a prompt by a tenth.
constexpr std::size_t prompt_share(std::size_t context) { return context / 5 * 3; }
constexpr std::size_t output_share(std::size_t context) { return context / 4; }

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

/// An answer is not stored if its usage rows take longer. They take milliseconds unless nothing can store them, and a
/// call with many answers waits for each.
constexpr std::chrono::seconds max_wait_for_rows{5};

/// A provider and the state of the connection to it.
struct connection
{
    std::unique_ptr<llm::provider> provider;
    std::optional<price>           own_price;
    connection_state               state;
};

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

/// At least 1, so that no positive setting means no time.
std::chrono::milliseconds in_milliseconds(std::chrono::duration<double> duration)
{
    return std::max(std::chrono::ceil<std::chrono::milliseconds>(duration), std::chrono::milliseconds{1});
}

retry_plan::connection_limits limits_of(const connection_settings& connection, const settings& config)
{
    retry_plan::connection_limits limits{.max_attempt = in_milliseconds(connection.timeout.value_or(config.timeout))};
    if (connection.max_retries) limits.max_retries = static_cast<int>(*connection.max_retries);
    return limits;
}

/// Of the settings that determine the answers of a role.
request_digest settings_digest(const std::string& role, const connection_settings& first,
                               std::span<const fallback_settings> fallbacks, const settings& config)
{
    std::vector<std::string> values{role, std::to_string(config.max_output_tokens),
                                    config.send_temperature ? std::to_string(config.temperature) : ""};
    const auto               add = [&](const connection_settings& connection) {
        values.push_back(connection.model);
        values.push_back(std::to_string(static_cast<int>(structure_of(connection))));
    };
    add(first);
    for (const auto& fallback : fallbacks) add(fallback.connection);
    const std::vector<std::string_view> texts{values.begin(), values.end()};
    return digest_of(texts);
}

/// The connections of a role, in the order of preference. Lives as long as the process.
class connection_list
{
public:
    explicit connection_list(const request_digest& settings)
        : settings_{settings}
    {}

    void add(std::unique_ptr<provider> added, std::string name, const retry_plan::connection_limits& limits,
             std::optional<price> own_price = {})
    {
        auto& last      = *connections_.emplace_back(std::make_unique<connection>());
        last.provider   = std::move(added);
        last.own_price  = own_price;
        last.state.name = std::move(name);
        targets_.push_back({last.provider->name(), last.provider->price_prefix(), last.state, last.provider->traced(),
                            limits, last.own_price ? &*last.own_price : nullptr});
    }

    provider&                     operator[](std::size_t index) const { return *connections_[index]->provider; }
    std::size_t                   size() const noexcept { return connections_.size(); }
    connection_state&             state(std::size_t index) const { return connections_[index]->state; }
    std::span<const target_model> targets() const noexcept { return targets_; }

    /// See model_client::replace_keys().
    bool replace_keys(const connection_settings& first, std::span<const fallback_settings> fallbacks)
    {
        bool all_replaced = connections_.size() == fallbacks.size() + 1;
        all_replaced      = connections_.front()->provider->replace_key(make_endpoint(first)) && all_replaced;
        for (std::size_t n = 0; n != std::min(fallbacks.size(), connections_.size() - 1); ++n)
        {
            const auto current = make_endpoint(fallbacks[n].connection);
            all_replaced       = connections_[n + 1]->provider->replace_key(current) && all_replaced;
        }
        return all_replaced;
    }

    /// The most estimated tokens of a prompt that each of the connections takes, as far as their contexts are known.
    std::size_t max_prompt_tokens(std::size_t configured) const noexcept
    {
        auto lowest = configured;
        for (const auto& connection : connections_)
        {
            const auto&       state   = connection->state;
            const std::size_t context = state.context_tokens;
            if (context == 0) continue;
            const bool is_known = state.token_counts.found() == token_count_check::finding::plausible;
            const auto ratio    = is_known ? state.token_counts.ratio() : 1;
            lowest = std::min(lowest, static_cast<std::size_t>(static_cast<double>(prompt_share(context)) / ratio));
        }
        return lowest;
    }

    /// Whether the model is built in. It has no fallbacks.
    bool is_free() const noexcept { return !targets_.front().price_prefix; }

    request_digest digest_of(const sdk::chat_request& request) const
    {
        const std::string_view settings{reinterpret_cast<const char*>(settings_.data()), settings_.size()};
        const auto             schema = request.output_schema ? *request.output_schema : sdk::output_schema{};
        const std::string_view texts[]{settings, request.system.text(), request.user.text(), schema.name,
                                       schema.json_schema};
        return llm::digest_of(texts);
    }

    /// Of the answers.
    text_lengths& lengths() const noexcept { return *lengths_; }

private:
    request_digest                           settings_;
    std::unique_ptr<text_lengths>            lengths_ = std::make_unique<text_lengths>();
    std::vector<std::unique_ptr<connection>> connections_;
    std::vector<target_model>                targets_;
};

/// One attempt over a connection, as a check of it.
sdk::task<connection_check> check(shared_state& state, std::span<const target_model> targets, std::size_t index,
                                  const call_context& caller, model_request& request)
{
    const auto&      target = targets[index];
    connection_check result{.name = target.connection.name, .model = std::string{target.name}, .cause = {}};
    if (!target.price_prefix) co_return result; // built in

    const auto start   = state.metering.time.now();
    const auto outcome = co_await call_once(state, targets, index, caller, request);
    result.cause       = outcome.cause;
    result.http_status = outcome.http_status;
    result.duration    = std::chrono::duration_cast<std::chrono::milliseconds>(state.metering.time.now() - start);
    co_return result;
}

/// A chat request over the connections of a role, and what its last reply held.
class chat_model_request final : public model_request
{
public:
    /// `max_output_tokens`: see call_context.
    chat_model_request(const connection_list& connections, const sdk::chat_request& request,
                       std::size_t chars_per_token, std::size_t max_output_tokens)
        : connections_{connections}
        , request_{request}
        , chars_per_token_{chars_per_token}
        , max_output_tokens_{max_output_tokens}
    {}

    sdk::task<attempt_result> attempt(std::size_t connection, caller_ids ids, attempt_time time) override
    {
        connection_              = connection;
        const auto context_limit = output_share(connections_.state(connection).context_tokens);
        return connections_[connection].complete(request(), ids, time, {max_output_tokens_, context_limit});
    }

    std::optional<sdk::failure_cause> rejection(const attempt_result& result) override
    {
        using enum sdk::failure_cause;
        has_response_      = true;
        reported_input_    = result.tokens.input;
        reply_             = request_.output_schema ? without_repeats(result.text) : clean_text(result.text);
        rejected_          = std::nullopt;
        const bool repeats = std::ranges::count(reply_.repairs, sdk::reply_repair::repetition) != 0;
        const bool is_short =
            result.truncated && !repeats && (request_.output_schema || sdk::utf8::is_blank(result.text));
        if (is_short && !allows_text_after_value()) return truncated;
        if (reported_input_ &&
            connections_.state(connection_)
                .token_counts.is_prompt_cut(*reported_input_, estimate_tokens(characters(), chars_per_token_),
                                            request_.system.text(), request_.user.text()))
            return prompt_cut;
        if (auto problem = problem_of_reply(result.is_reasoning))
        {
            if (is_short && !reads_prefix()) return truncated;
            if (repeats) problem->insert(0, "The answer repeats itself. ");
            const auto& shown = repeats ? reply_.text : result.text;
            rejected_ =
                sdk::rejected_reply{std::string{sdk::utf8::truncated(shown, max_rejected_bytes)}, std::move(*problem)};
            return is_short ? truncated : unreadable;
        }
        reply_.truncated |= result.truncated && !request_.output_schema;
        return std::nullopt;
    }

    bool accepts_cut(const attempt_result& result) override
    {
        rejected_ = std::nullopt;
        reply_    = {.text = result.text, .truncated = true};
        return reads_prefix() && !problem_of_reply();
    }

    bool ask_again() override
    {
        if (!rejected_) return false;
        if (!repeated_) repeated_ = request_;
        repeated_->rejected = std::exchange(rejected_, std::nullopt);
        return true;
    }

    /// Of the last attempt that was not rejected.
    reply_text& reply() noexcept { return reply_; }

    /// Whether an attempt has completed, and the tokens of the prompt that the last one reported.
    bool                        has_response() const noexcept { return has_response_; }
    std::optional<std::int32_t> reported_input() const noexcept { return reported_input_; }

    std::size_t characters() const override
    {
        if (!characters_)
            characters_ = sdk::expected_length(request_.system.text()) + sdk::expected_length(request_.user.text());
        auto characters = *characters_;
        if (const auto& rejected = request().rejected)
            characters += sdk::expected_length(rejected->text) + sdk::expected_length(rejected->problem);
        return characters;
    }

    std::size_t bytes() const override
    {
        const auto  schema = request_.output_schema ? *request_.output_schema : sdk::output_schema{};
        std::size_t bytes  = added_by_provider + request_.system.text().size() + request_.user.text().size() +
                            schema.name.size() + schema.json_schema.size();
        if (const auto& rejected = request().rejected) bytes += rejected->text.size() + rejected->problem.size();
        return bytes;
    }

    bool has_output() const noexcept override { return true; }

    sdk::time_limits time() const override { return request_.time; }

private:
    static constexpr std::size_t max_rejected_bytes = 2'000;

    const sdk::chat_request& request() const noexcept { return repeated_ ? *repeated_ : request_; }

    bool allows_text_after_value() const { return request_.output_schema && request_.output_schema->read; }
    bool reads_prefix() const { return request_.output_schema && request_.output_schema->allows_prefix; }

    /// Reads the reply. None if the request accepts it.
    std::optional<std::string> problem_of_reply(bool is_reasoning = false)
    {
        if (!request_.output_schema && sdk::utf8::is_blank(reply_.text)) return "The answer is empty.";
        if (!request_.output_schema && is_reasoning) return "The answer holds reasoning and no answer.";
        auto reading = sdk::check_reply(request_, reply_.text);
        if (!reading.fits) return std::move(reading.problem);
        reply_.repairs.insert(reply_.repairs.end(), reading.repairs.begin(), reading.repairs.end());
        return std::nullopt;
    }

    const connection_list&             connections_;
    const sdk::chat_request&           request_;
    const std::size_t                  chars_per_token_;
    const std::size_t                  max_output_tokens_;
    std::size_t                        connection_   = 0; ///< of the last attempt
    bool                               has_response_ = false;
    std::optional<std::int32_t>        reported_input_;
    mutable std::optional<std::size_t> characters_; ///< of the messages without a rejected reply, once known
    std::optional<sdk::chat_request>   repeated_;   ///< with a rejected reply
    std::optional<sdk::rejected_reply> rejected_;   ///< the last reply
    reply_text                         reply_;
};

/// Makes the answers of dry runs, few at a time: other calls need the pool too.
struct planning_state
{
    completion_function built_in;
    exec::fair_queue    queue{4, 2};
};

/// The model of a single call.
class metered_llm final : public sdk::llm
{
public:
    metered_llm(shared_state& state, const connection_list& connections, const exec::pool_runner& run_on_pool,
                planning_state& planning, call_context caller)
        : state_{state}
        , connections_{connections}
        , run_on_pool_{run_on_pool}
        , planning_{planning}
        , caller_{std::move(caller)}
    {}

    sdk::token_limits limits() const noexcept override
    {
        auto limits             = state_.metering.limits;
        limits.max_total_tokens = connections_.max_prompt_tokens(limits.max_total_tokens);
        limits.is_enforced      = !caller_.planned || caller_.planned->answers() != assumed_answers::longest;
        return limits;
    }

    sdk::task<sdk::result<sdk::completion>> try_complete(const sdk::chat_request& request) override
    {
        if (caller_.planned) return plan(request);
        const bool uses_store = caller_.completions && !connections_.is_free();
        return uses_store ? ask_unless_stored(request) : ask_model(request);
    }

private:
    chat_model_request open_request(const sdk::chat_request& request) const
    {
        return {connections_, request, state_.metering.limits.chars_per_token, caller_.max_output_tokens};
    }

    /// Returns a stored completion; otherwise asks the model and stores its completion.
    sdk::task<sdk::result<sdk::completion>> ask_unless_stored(const sdk::chat_request& request)
    {
        const auto digest = co_await digest_of(request);
        if (auto accepted = take_accepted(request, digest)) co_return std::move(*accepted);
        auto completion = co_await ask_model(request);
        // If the server is killed before the rows are durable, another one must not find an answer without them.
        const auto latest = std::min(caller_.deadline, state_.metering.time.now() + max_wait_for_rows);
        if (completion && co_await caller_.ledger->flushed(latest)) caller_.completions->add(digest, *completion);
        co_return completion;
    }

    sdk::task<sdk::result<sdk::completion>> ask_model(const sdk::chat_request& request)
    {
        auto call   = open_request(request);
        auto result = co_await call_model(state_, connections_.targets(), caller_, call);
        if (!result) co_return result.error();
        auto& reply = call.reply();
        for (const auto repair : reply.repairs) state_.repairs.add(static_cast<std::size_t>(repair));
        if (has_usual_length(request) && !connections_.is_free())
            connections_.lengths().learn(caller_.tenant_id, request.system.text(), sdk::expected_length(reply.text));
        co_return sdk::completion{.text              = std::move(reply.text),
                                  .model             = std::move(result->model),
                                  .prompt_tokens     = result->tokens.input.value_or(0),
                                  .completion_tokens = result->tokens.output.value_or(0),
                                  .truncated         = reply.truncated,
                                  .repairs           = std::move(reply.repairs)};
    }

    /// Answers the request of a dry run.
    sdk::task<sdk::result<sdk::completion>> plan(const sdk::chat_request& request)
    {
        const auto slot = co_await planning_.queue.acquire(caller_.tenant_id, caller_.deadline, caller_.urgency);
        if (!slot) co_return deadline_error();
        auto         call = open_request(request);
        planned_call planned{state_, connections_.targets(), caller_, call};
        if (planned.refusal()) co_return *planned.refusal();

        const auto                  per_token = state_.metering.limits.chars_per_token;
        const assumed_lengths       lengths{.longest = state_.max_output_tokens * per_token,
                                            .usual = connections_.lengths().mean(caller_.tenant_id, request.system.text())};
        attempt_result              result{.cause = std::nullopt};
        std::size_t                 tokens = 0;
        const std::function<void()> answer = [&] {
            result.text = assumed_answer(request, caller_.planned->answers(), lengths, planning_.built_in);
            tokens      = estimate_tokens(sdk::expected_length(result.text), per_token);
        };
        co_await run_on_pool_(answer);
        const auto usage = planned.finish(tokens);
        if (const auto cause = rejection_of(call, result)) co_return attempt_error(failed_attempt(*cause));
        if (request.output_schema) result.text = std::move(call.reply().text);
        co_return sdk::completion{.text              = std::move(result.text),
                                  .model             = std::string{connections_.targets().front().name},
                                  .prompt_tokens     = static_cast<int>(usage.input_tokens),
                                  .completion_tokens = static_cast<int>(usage.output_tokens)};
    }

    /// Lets other work of the thread proceed: a call may find thousands of completions.
    sdk::task<request_digest> digest_of(const sdk::chat_request& request)
    {
        request_digest              digest{};
        const std::function<void()> compute = [&] { digest = connections_.digest_of(request); };
        if (request.system.text().size() + request.user.text().size() < large_request)
        {
            co_await asio::post(co_await asio::this_coro::executor, asio::use_awaitable);
            compute();
        }
        else co_await run_on_pool_(compute);
        co_return digest;
    }

    /// A completion of an earlier run that the request accepts again. None once a limit of the call was exceeded.
    std::optional<sdk::completion> take_accepted(const sdk::chat_request& request, const request_digest& digest)
    {
        if (caller_.spending && caller_.spending->refusal()) return std::nullopt;
        auto call = open_request(request);
        while (auto completion = caller_.completions->take(digest))
        {
            attempt_result result;
            result.cause     = std::nullopt;
            result.text      = std::move(completion->text);
            result.truncated = completion->truncated;
            if (rejection_of(call, result)) continue;
            completion->text = std::move(call.reply().text);
            return completion;
        }
        return std::nullopt;
    }

    shared_state&            state_;
    const connection_list&   connections_;
    const exec::pool_runner& run_on_pool_;

    planning_state& planning_;
    call_context    caller_;
};

/// A JSON request to a provider, such as embeddings.
class json_model_request final : public model_request
{
public:
    json_model_request(const keyed_endpoint& target, http_client::transport& transport,
                       const exec::pool_runner& run_on_pool, const json_request& request)
        : endpoint_{target}
        , transport_{transport}
        , run_on_pool_{run_on_pool}
        , request_{request}
    {}

    sdk::task<attempt_result> attempt(std::size_t, caller_ids ids, attempt_time time) override
    {
        const auto headers = endpoint_.headers();
        const auto post =
            make_post(endpoint_.target().url, *headers, ids, request_.body, time.budget, request_.max_response_bytes);
        const auto                  response = co_await transport_.send(post);
        attempt_result              result;
        const std::function<void()> work = [&] { result = to_attempt_result(response, request_.parse); };
        co_await run_on_pool_(work);
        co_return result;
    }

    std::size_t                       characters() const override { return request_.characters; }
    std::size_t                       bytes() const override { return request_.body.size(); }
    bool                              has_output() const noexcept override { return false; }
    std::optional<sdk::failure_cause> rejection(const attempt_result&) override
    {
        return std::nullopt; // json_request::parse decides
    }

private:
    const keyed_endpoint&    endpoint_;
    http_client::transport&  transport_;
    const exec::pool_runner& run_on_pool_;
    const json_request&      request_;
};

class metered_json_client final : public json_client
{
public:
    metered_json_client(shared_state& state, http_client::transport& transport, exec::pool_runner run_on_pool,
                        std::string name, endpoint target, const retry_plan::connection_limits& limits)
        : state_{state}
        , transport_{transport}
        , run_on_pool_{std::move(run_on_pool)}
        , endpoint_{std::move(target)}
        , traced_{to_traced_model(endpoint_.target(), "embeddings")}
        , connection_{.name = std::move(name)}
        , target_{endpoint_.target().name, endpoint_.target().prefix, connection_, traced_, limits}
    {}

    sdk::task<sdk::result<attempt_result>> send(const call_context& caller, const json_request& request) override
    {
        json_model_request call{endpoint_, transport_, run_on_pool_, request};
        if (caller.planned) co_return plan(caller, call);
        co_return co_await llm::call_model(state_, {&target_, 1}, caller, call);
    }

    sdk::task<connection_check> check(const call_context& caller, const json_request& request) override
    {
        json_model_request call{endpoint_, transport_, run_on_pool_, request};
        co_return co_await llm::check(state_, {&target_, 1}, 0, caller, call);
    }

    bool replace_key(const endpoint& current) override { return endpoint_.replace_key(current); }

    const target_model& target() const noexcept { return target_; }

private:
    /// Completed, without a body.
    sdk::result<attempt_result> plan(const call_context& caller, const model_request& request)
    {
        planned_call planned{state_, {&target_, 1}, caller, request};
        if (planned.refusal()) return *planned.refusal();
        planned.finish(0);
        return attempt_result{.cause = std::nullopt};
    }

    shared_state&           state_;
    http_client::transport& transport_;
    const exec::pool_runner run_on_pool_;
    keyed_endpoint          endpoint_;
    const traced_model      traced_;
    connection_state        connection_;
    const target_model      target_;
};

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
              .metering = {.prices               = std::move(dependencies.prices),
                           .limits               = {config.max_total_tokens, config.chars_per_token},
                           .time                 = dependencies.time,
                           .server_id            = std::move(dependencies.server_id),
                           .intentions           = dependencies.intentions,
                           .unpriced_models      = {},
                           .models_without_usage = {}},
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
        auto  client    = std::make_unique<metered_json_client>(state_, transport, run_on_pool_, std::move(name),
                                                            std::move(target), json_limits_);
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
        auto                    result = co_await llm::check(state_, connections.targets(), index, caller, call);
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
        co_return !cause || !is_temporary(*cause);
    }

    static bool is_same_server(const question& left, const question& right)
    {
        const auto &first = left.server->target(), &second = right.server->target();
        return first.url == second.url && first.model == second.model;
    }

    static bool is_temporary(sdk::failure_cause cause)
    {
        using enum sdk::failure_cause;
        return cause == server_error || cause == rate_limited || cause == timeout || cause == connect || cause == dns ||
               cause == disconnected || cause == interrupted;
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
        connection_list connections{settings_digest(name, first, fallbacks, config)};
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

    std::vector<std::unique_ptr<metered_json_client>> json_clients_;

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
