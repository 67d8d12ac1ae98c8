#include "gateway/operation_run.hpp"

#include "exec/call_executor.hpp"
#include "gateway/content_negotiation.hpp"
#include "gateway/dry_run.hpp"

#include <boost/asio/this_coro.hpp>

#include <utility>

namespace verbatim::core::gateway {

namespace asio = boost::asio;

namespace {

/// Near their deadline operations leave calls out, and a plan without them would be too small. The operation of a dry
/// run therefore gets a deadline this many times as far, and fails as a whole at its own one.
constexpr int planning_time_factor = 10;

/// The calls that `planned` already holds are spent; null: none.
std::shared_ptr<llm::request_spending> spending_of(const llm::request_limits& limits, const llm::dry_run* planned)
{
    auto spending = std::make_shared<llm::request_spending>(limits);
    if (!planned) return spending;
    for (const auto& model : planned->models())
        spending->add(static_cast<std::size_t>(model.expected.calls),
                      static_cast<std::size_t>(model.expected.input_tokens + model.expected.output_tokens));
    return spending;
}

/// Reports the row of every ended attempt to the observer of its call and to the recorder of its provenance.
class observed_ledger final : public recording::ledger
{
public:
    /// `observer` or `recorder` may be null.
    observed_ledger(std::shared_ptr<recording::ledger> rows, std::shared_ptr<call_observer> observer,
                    std::shared_ptr<provenance_recorder> recorder)
        : rows_{std::move(rows)}
        , observer_{std::move(observer)}
        , recorder_{std::move(recorder)}
    {}

    void add(recording::usage_row row) noexcept override
    {
        const bool has_ended = row.error != recording::error_class::unfinished;
        if (observer_ && has_ended) observer_->on_attempt(row.cost);
        if (recorder_ && has_ended) record(row);
        rows_->add(std::move(row));
    }

    sdk::task<bool> flushed(std::chrono::steady_clock::time_point deadline) override
    {
        return rows_->flushed(deadline);
    }

private:
    void record(const recording::usage_row& row) noexcept
    try
    {
        recorder_->add(row);
    }
    catch (...) // out of memory: the provenance lacks a call
    {}

    std::shared_ptr<recording::ledger>   rows_;
    std::shared_ptr<call_observer>       observer_;
    std::shared_ptr<provenance_recorder> recorder_;
};

} // namespace

operation_run::operation_run(services& available, log::logger& logger, abandonment_statistics& statistics,
                             const endpoint& target, std::string request_id,
                             std::shared_ptr<tracing::request_trace> trace)
    : services_{available}
    , statistics_{statistics}
    , target_{target}
    , request_id_{std::move(request_id)}
    , trace_{std::move(trace)}
    , log_{logger, request_id_, trace_ ? std::string_view{trace_->id()} : std::string_view{}}
    , request_{target.descriptor.request}
    , label_{.plugin     = target.plugin,
             .operation  = target.descriptor.name,
             .request_id = request_id_,
             .max_hold   = target.descriptor.deadline}
{}

void operation_run::negotiate(std::string_view accept)
{
    representation_ = preferred_to_json(target_.descriptor.representations, accept);
}

void operation_run::open(const auth::identity& caller, const call_options& options)
{
    if (!call_) start_ = std::chrono::steady_clock::now();
    tenant_id_      = caller.tenant_id;
    label_.tenant   = tenant_id_;
    label_.deadline = start_ + options.deadline.value_or(target_.descriptor.deadline);
    const auto end  = options.planned ? start_ + planning_time_factor * target_.descriptor.deadline : label_.deadline;
    usage_rows_     = services_.usage.open();
    if (is_explained_ && !options.planned)
        recorder_ = std::make_shared<provenance_recorder>(services_.version, unknown_members_);
    if (options.observer || recorder_)
        usage_rows_ = std::make_shared<observed_ledger>(usage_rows_, options.observer, recorder_);
    spending_ = spending_of(services_.limits, options.planned.get());
    llm::call_context               client{.tenant_id         = caller.tenant_id,
                                           .key_id            = caller.key_id,
                                           .operation         = std::string{target_.descriptor.usage_label},
                                           .request_id        = request_id_,
                                           .deadline          = end,
                                           .ledger            = usage_rows_,
                                           .log               = options.planned ? silent_log() : log_,
                                           .spending          = spending_,
                                           .trace             = options.planned ? nullptr : trace_,
                                           .urgency           = options.urgency,
                                           .completions       = options.completions,
                                           .account           = options.account,
                                           .planned           = options.planned,
                                           .max_output_tokens = target_.descriptor.max_output_tokens};
    const plugin_http::sending_call sender{
        .plugin = target_.plugin, .tenant_id = tenant_id_, .schema = &request_.table(), .request = request_.value()};
    call_.emplace(services_, std::move(client), options.observer, recorder_, options.planned ? &reusable_ : nullptr,
                  sender);
}

sdk::task<sdk::erased_value> operation_run::execute()
{
    // The model layer enforces the deadline itself and reports more precisely; this is a safety net.
    const auto last_resort = label_.deadline + std::chrono::seconds{1};
    const auto self        = shared_from_this();
    const auto executor    = co_await asio::this_coro::executor;
    auto       result =
        run_with_deadline(last_resort, exec::make_call_executor(executor, exec::call_label_ptr{self, &label_}),
                          run_operation(self), self);
    co_return co_await std::move(result);
}

/// An error that its descriptor does not declare becomes internal_error. A request that exceeded its limits fails, also
/// if the operation returned a response.
sdk::task<sdk::erased_value> operation_run::run_operation(std::shared_ptr<operation_run> self)
{
    const auto& spending = *self->spending_;
    try
    {
        auto result = co_await self->target_.operation->execute(*self->call_, self->request_.value());
        if (spending.refusal()) throw *spending.refusal();
        co_return result;
    }
    catch (const sdk::error& failure)
    {
        if (spending.refusal()) throw *spending.refusal();
        if (self->target_.may_fail_with(failure)) throw;
        const auto note = "undeclared error " + std::string{failure.code_name()} + ": add it to descriptor::errors";
        throw sdk::error{sdk::errc::internal_error, failure.note().empty() ? note : note + "; " + failure.note()};
    }
}

/// From here on the operation gets neither a model nor the pool.
void operation_run::on_abandoned() noexcept
{
    spending_->refuse(sdk::error{sdk::errc::analysis_timeout, "abandoned"});
    call_->close();
    statistics_.call_abandoned();
    /// An operation did not end within 1 s after it was cancelled: see docs/operations.md#stuck-threads-and-crashes.
    write(sdk::severity::warning, "call_abandoned");
}

void operation_run::on_late_end() noexcept
{
    statistics_.code_returned();
    /// The code of an abandoned call returned.
    write(sdk::severity::info, "abandoned_call_ended");
}

void operation_run::write(sdk::severity level, std::string_view event) noexcept
try
{
    const std::chrono::duration<double> duration = std::chrono::steady_clock::now() - start_;
    log_.write(level, event,
               {{"plugin", label_.plugin}, {"operation", label_.operation}, {"seconds", duration.count()}});
}
catch (...) // out of memory: the line is dropped
{}

} // namespace verbatim::core::gateway
