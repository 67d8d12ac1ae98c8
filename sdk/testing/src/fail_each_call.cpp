#include "verbatim/testing/fail_each_call.hpp"

#include "verbatim/testing/loop.hpp"

#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>

#include <stdexcept>
#include <utility>

namespace verbatim::testing {

namespace {

constexpr std::size_t most_calls = 1'000;

constexpr std::string_view unreadable = "unreadable";
constexpr std::string_view blank      = "blank";
constexpr std::string_view cancelled  = "cancelled";

void set_up(scripted_llm& model, const failure& what, std::size_t n)
{
    if (what.how) model.fails_call(n, *what.how);
    else if (what.name == unreadable) model.says_to_call(n, "I would rather not say.");
    else if (what.name == blank) model.says_to_call(n, "");
    else model.cancels_call(n);
}

outcome run_once(sdk::operation& one, fake_call& call)
{
    outcome found;
    loop    runs;
    try
    {
        found.reply = runs.run(one.run(call));
    }
    catch (const sdk::error& failed)
    {
        found.error = failed;
    }
    catch (const boost::system::system_error& failed)
    {
        if (failed.code() != boost::asio::error::operation_aborted) throw;
        found.cancelled = true;
    }
    return found;
}

} // namespace

const std::vector<failure>& every_failure()
{
    using enum sdk::errc;
    static const std::vector<failure> all = [] {
        std::vector<failure> made;
        for (const auto how : {llm_error, llm_timeout, llm_rate_limited, content_policy_violation, analysis_timeout})
            made.push_back({sdk::to_string(how), how});
        for (const auto name : {unreadable, blank, cancelled}) made.push_back({name, {}});
        return made;
    }();
    return all;
}

std::vector<outcome> fail_each_call(sdk::operation& one, const std::function<void(fake_call&)>& prepare)
{
    std::vector<outcome> all;
    for (const auto& what : every_failure())
        for (std::size_t n = 0;; ++n)
        {
            if (n == most_calls) throw std::logic_error{"the operation goes on asking a model"};
            fake_call call;
            prepare(call);
            set_up(call.script, what, n);
            auto found  = run_once(one, call);
            found.calls = call.script.conversations().size();
            if (found.calls <= n) break; // there was no such call
            found.what        = what;
            found.failed_call = n;
            found.logged      = call.logged.lines();
            all.push_back(std::move(found));
        }
    return all;
}

} // namespace verbatim::testing
