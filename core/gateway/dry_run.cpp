#include "gateway/dry_run.hpp"

#include "exec/on_pool.hpp"
#include "gateway/deferral.hpp"
#include "gateway/descriptor_facts.hpp"
#include "gateway/json_response.hpp"
#include "gateway/request_steps.hpp"
#include "gateway/unknown_members.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace verbatim::core::gateway {

namespace {

class null_log final : public sdk::log
{
public:
    void write(sdk::severity, std::string_view, std::initializer_list<sdk::log_field>) override {}
    bool enabled(sdk::severity) const noexcept override { return false; }
};

planned_usage view_of(const llm::planned_usage& usage)
{
    return {.calls         = usage.calls,
            .input_tokens  = usage.input_tokens,
            .output_tokens = usage.output_tokens,
            .cost_usd      = usage.is_priced ? std::optional{recording::to_usd(usage.cost)} : std::nullopt};
}

std::optional<bool> covers(recording::micro_usd left, const llm::planned_usage& usage)
{
    return usage.is_priced ? std::optional{usage.cost <= left} : std::nullopt;
}

/// A model may have more calls in the first run, another in the second: together they are at most `max_calls`.
dry_run_response response_of(const operation_run& run, const std::vector<llm::planned_model>& models,
                             std::optional<recording::micro_usd> left, std::size_t max_calls)
{
    dry_run_response   response{.request_id = run.request_id(), .unknown_members = run.unknown_members()};
    llm::planned_usage expected;
    llm::planned_usage highest;
    for (const auto& model : models)
    {
        expected += model.expected;
        highest += model.highest;
        response.models.push_back({.connection = model.connection,
                                   .model      = model.model,
                                   .expected   = view_of(model.expected),
                                   .highest    = view_of(model.highest)});
    }
    highest.calls     = std::min(highest.calls, static_cast<std::int64_t>(max_calls));
    response.expected = view_of(expected);
    response.highest  = view_of(highest);
    if (left)
        response.budget = {.left_usd        = recording::to_usd(*left),
                           .covers_expected = covers(*left, expected),
                           .covers_highest  = covers(*left, highest)};
    return response;
}

sdk::task<> run_once(operation_run& run, const auth::identity& caller, std::shared_ptr<llm::dry_run> planned,
                     exec::compute_pool& pool)
{
    call_options options;
    options.planned = std::move(planned);
    run.open(caller, options);
    auto                        result = co_await run.execute();
    const std::function<void()> drop   = [&] { result.reset(); }; // may hold many texts
    co_await compute(pool, drop);
}

} // namespace

void declare(sdk::schema_builder& schema, dry_run_option& option)
{
    schema.name("DryRunOption", "A request for the cost.");
    schema.optional("dry_run", option.dry_run,
                    "Whether the response is the expected calls, tokens and cost, a `DryRun`. No model is called.");
}

void declare(sdk::schema_builder& schema, planned_usage& usage)
{
    schema.name("PlannedUsage", "Calls of models, with their tokens and cost.");
    schema.field("calls", usage.calls, "Number of calls.").example("26");
    schema.field("input_tokens", usage.input_tokens, "Prompt tokens.").example("91840");
    schema.field("output_tokens", usage.output_tokens, "Completion tokens.").example("5210");
    schema.field("cost_usd", usage.cost_usd, "Cost in US dollars; null: a model has no price.").example("0.3077");
}

void declare(sdk::schema_builder& schema, planned_model& model)
{
    schema.name("PlannedModel", "The calls of a model over a connection of the server.");
    schema.field("connection", model.connection, "`main`, `judge` or `embedding`.").example("main");
    schema.field("model", model.model, "Name, as configured.").example("gpt-5.4");
    schema.field("expected", model.expected, "With answers as the built-in model writes them.");
    schema.field("highest", model.highest, "The upper bound, without repeated calls.");
}

void declare(sdk::schema_builder& schema, budget_check& check)
{
    schema.name("BudgetCheck", "What the budgets of the tenant have left for the request.");
    schema.field("left_usd", check.left_usd, "US dollars, of the budget with less left.").example("6.65");
    schema
        .field("covers_expected", check.covers_expected,
               "Whether that is at least the expected cost; null: the cost is unknown.")
        .example("true");
    schema.field("covers_highest", check.covers_highest, "The same for the highest cost.").example("true");
}

void declare(sdk::schema_builder& schema, dry_run_response& response)
{
    schema.name("DryRun", "The model calls that a request would make.");
    schema.field("dry_run", response.dry_run, "Always true.").example("true");
    schema.field("request_id", response.request_id, "Id of this request.")
        .example("01a1fd72-0d5c-7c61-8f7e-2a6b5c4d3e2f");
    schema.field("expected", response.expected, "All models, with answers as the built-in model writes them.");
    schema.field("highest", response.highest, "All models, the upper bound without repeated calls.");
    schema.field("models", response.models, "Models with calls.");
    schema.field("budget", response.budget, "The budgets of the tenant; null: it has none.");
    schema.field("unknown_members", response.unknown_members, unknown_members_description);
}

bool has_dry_run(const sdk::descriptor& descriptor)
{
    return is_deferrable(descriptor) && descriptor.request && descriptor.response &&
           !has_field(descriptor.request.schema(), "dry_run");
}

sdk::log& silent_log() noexcept
{
    static null_log log;
    return log;
}

sdk::task<exec::fair_queue::slot> dry_run_queue::acquire(std::string_view tenant)
{
    auto slot = co_await queue_.acquire(tenant, std::chrono::steady_clock::now() + max_wait_);
    if (!slot) throw sdk::error{sdk::errc::overloaded, "dry runs"};
    co_return std::move(*slot);
}

sdk::task<http::response> plan(operation_run& run, const auth::identity& caller,
                               std::shared_ptr<llm::tenant_account> account, const services& available)
{
    auto& pool = available.pool;

    std::optional<recording::micro_usd> left;
    const std::function<void()>         read = [&] { left = account->read_left(); };
    if (account) co_await exec::run_on_pool(pool, read);

    const auto expected = std::make_shared<llm::dry_run>(llm::assumed_answers::expected);
    co_await run_once(run, caller, expected, pool);
    const auto longest = std::make_shared<llm::dry_run>(llm::assumed_answers::longest);
    if (run.has_reusable_value()) longest->add_embedding_calls(*expected);
    try
    {
        co_await run_once(run, caller, longest, pool);
    }
    catch (const sdk::error& failure) // the server refuses further calls of such a request
    {
        if (failure.code() != sdk::errc::payload_too_large) throw;
    }

    const auto models   = llm::combine(*expected, *longest);
    auto       response = json_response(response_of(run, models, left, available.limits.max_calls));
    response.status     = run.target().descriptor.success_status;
    response.headers.emplace_back("X-Key-Access", caller.access());
    co_return response;
}

} // namespace verbatim::core::gateway
