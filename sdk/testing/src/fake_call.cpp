#include "verbatim/testing/fake_call.hpp"

#include <algorithm>
#include <stdexcept>
#include <variant>

namespace verbatim::testing {

namespace {

struct spelled
{
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(double number) const { return std::to_string(number); }
    std::string operator()(bool yes) const { return yes ? "true" : "false"; }
    std::string operator()(std::string_view word) const { return std::string{word}; }
};

} // namespace

void captured_log::write(sdk::severity how, std::string_view event, std::initializer_list<sdk::fact> facts)
{
    lines_.push_back({how, std::string{event}, {}});
    for (const auto& one : facts) lines_.back().facts.emplace(one.name, std::visit(spelled{}, one.value));
}

std::size_t captured_log::count(std::string_view event) const
{
    return static_cast<std::size_t>(std::ranges::count(lines_, event, &testing::log_line::event));
}

fake_call::fake_call()  = default;
fake_call::~fake_call() = default;

sdk::task<> fake_call::compute(const std::function<void()>& work)
{
    ++computations;
    work();
    co_return;
}

void* fake_call::asked_as(const sdk::table& expected)
{
    if (table_ != &expected) throw std::logic_error{"the test asked with another type than the operation reads"};
    return request_.get();
}

} // namespace verbatim::testing
