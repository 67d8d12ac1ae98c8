#include "verbatim/testing/fake_call.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <stdexcept>
#include <variant>

namespace verbatim::testing {

namespace json = boost::json;

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

sdk::task<> fake_call::compute(const std::function<void()>& work)
{
    ++compute_count;
    if (compute_hook) co_await compute_hook(work);
    else work();
}

fake_call& fake_call::set_request(const sdk::type& request, std::string_view body)
{
    // The parsed body lives as long as the request, which may borrow texts from it.
    struct read_request
    {
        json::value                                     body;
        std::unique_ptr<void, void (*)(void*) noexcept> value;
    };
    auto parsed_request = std::make_shared<read_request>(
        json::parse(body), decltype(read_request::value){request.make(), request.destroy});
    const auto issues = sdk::read(request.schema(), parsed_request->body, parsed_request->value.get());
    if (!issues.empty()) throw std::invalid_argument{issues.front().field + ": " + issues.front().issue};
    request_ = std::shared_ptr<void>{parsed_request, parsed_request->value.get()};
    schema_  = &request.schema();
    return *this;
}

void* fake_call::request_as(const sdk::object_schema& schema)
{
    if (schema_ != &schema) throw std::logic_error{"the test asked with another type than the operation reads"};
    return request_.get();
}

} // namespace verbatim::testing
