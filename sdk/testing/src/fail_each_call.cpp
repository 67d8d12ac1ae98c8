#include "verbatim/testing/fail_each_call.hpp"

#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/request.hpp"

#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>

#include <stdexcept>
#include <utility>

namespace verbatim::testing {

namespace {

constexpr std::size_t max_calls = 1'000;

constexpr std::string_view unreadable_name = "unreadable";
constexpr std::string_view blank_name      = "blank";
constexpr std::string_view cancelled_name  = "cancelled";

void set_up(scripted_llm& model, const model_failure& failure, std::size_t n)
{
    if (failure.error) model.fail_call(n, *failure.error);
    else if (failure.name == unreadable_name) model.reply_to_call(n, "I would rather not say.");
    else if (failure.name == blank_name) model.reply_to_call(n, "");
    else model.cancel_call(n);
}

outcome run_once(const sdk::operation& operation, const void* request, fake_call& call)
{
    outcome    result;
    event_loop loop;
    try
    {
        result.response = loop.run(respond(operation, call, request));
    }
    catch (const sdk::error& error)
    {
        result.error = error;
    }
    catch (const boost::system::system_error& error)
    {
        if (error.code() != boost::asio::error::operation_aborted) throw;
        result.cancelled = true;
    }
    return result;
}

} // namespace

const std::vector<model_failure>& all_model_failures()
{
    using enum sdk::errc;
    static const std::vector<model_failure> failures = [] {
        std::vector<model_failure> list;
        for (const auto code : {llm_error, llm_timeout, llm_rate_limited, content_policy_violation, analysis_timeout})
            list.push_back({sdk::to_string(code), code});
        for (const auto name : {unreadable_name, blank_name, cancelled_name}) list.push_back({name, {}});
        return list;
    }();
    return failures;
}

std::vector<outcome> fail_each_call(const sdk::operation& operation, const void* request,
                                    const std::function<void(fake_call&)>& prepare)
{
    std::vector<outcome> outcomes;
    for (const auto& failure : all_model_failures())
        for (std::size_t n = 0;; ++n)
        {
            if (n == max_calls) throw std::logic_error{"the operation makes more than 1,000 model calls"};
            fake_call call;
            prepare(call);
            set_up(call.llm, failure, n);
            auto result  = run_once(operation, request, call);
            result.calls = call.llm.requests().size();
            if (result.calls <= n) break; // it made no n-th call
            result.failure     = failure;
            result.failed_call = n;
            result.log         = call.logged.lines();
            outcomes.push_back(std::move(result));
        }
    return outcomes;
}

} // namespace verbatim::testing
