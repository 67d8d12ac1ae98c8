#include "verbatim/testing/fake_call.hpp"

#include "verbatim/testing/fixed_usage.hpp"

#include <algorithm>
#include <variant>

namespace verbatim::testing {

namespace {

struct to_text
{
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(double number) const { return std::to_string(number); }
    std::string operator()(bool boolean) const { return boolean ? "true" : "false"; }
    std::string operator()(std::string_view text) const { return std::string{text}; }
};

} // namespace

void captured_log::write(sdk::severity level, std::string_view event, std::initializer_list<sdk::log_field> fields)
{
    lines_.push_back({level, std::string{event}, {}});
    for (const auto& field : fields) lines_.back().fields.emplace(field.name, std::visit(to_text{}, field.value));
}

std::size_t captured_log::count(std::string_view event) const
{
    return static_cast<std::size_t>(std::ranges::count(lines_, event, &testing::logged_event::event));
}

fake_call::fake_call()  = default;
fake_call::~fake_call() = default;

void fake_call::progress(sdk::literal phase, std::size_t done, std::size_t total)
{
    progress_reports.push_back({std::string{phase.view()}, done, total});
}

void fake_call::note(sdk::literal fact, std::int64_t count) { notes[std::string{fact.view()}] += count; }

sdk::task<> fake_call::run_on_pool(const std::function<void()>& work)
{
    ++compute_count;
    if (compute_hook)
    {
        co_await compute_hook(work);
        co_return;
    }
    work();
}

sdk::task<sdk::usage_report> fixed_usage::report(sdk::usage_window window, std::optional<std::string_view> tenant,
                                                 std::optional<sdk::usage_period> period)
{
    queries.push_back({window, tenant ? std::optional<std::string>{*tenant} : std::nullopt, period});
    if (error) throw sdk::error{*error};
    co_return response;
}

} // namespace verbatim::testing
