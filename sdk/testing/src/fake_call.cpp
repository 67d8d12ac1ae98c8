#include "verbatim/testing/fake_call.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <stdexcept>
#include <variant>

namespace verbatim::testing {

namespace json = boost::json;

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
    if (pool) co_await pool(work);
    else work();
}

fake_call& fake_call::asks(const sdk::type& request, std::string_view body)
{
    // The parsed body lives as long as the request, which may borrow texts from it.
    struct read_request
    {
        json::value                                     body;
        std::unique_ptr<void, void (*)(void*) noexcept> value;
    };
    auto read =
        std::make_shared<read_request>(json::parse(body), decltype(read_request::value){request.make(), request.drop});
    const auto found = sdk::read(request.declared(), read->body, read->value.get());
    if (!found.empty()) throw std::invalid_argument{found.front().field + ": " + found.front().issue};
    request_ = std::shared_ptr<void>{read, read->value.get()};
    table_   = &request.declared();
    return *this;
}

void* fake_call::asked_as(const sdk::table& expected)
{
    if (table_ != &expected) throw std::logic_error{"the test asked with another type than the operation reads"};
    return request_.get();
}

} // namespace verbatim::testing
