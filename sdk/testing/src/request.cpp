#include "verbatim/testing/request.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

namespace verbatim::testing {

struct parsed_request::state
{
    boost::json::value body; ///< the request may borrow texts from it
    sdk::erased_value  request;
};

parsed_request::parsed_request(const sdk::type& type, std::string_view body)
    : state_{std::make_unique<state>(boost::json::parse(body), type.make())}
{
    const auto issues = sdk::read(type.schema(), state_->body, state_->request.get());
    if (!issues.empty()) throw std::invalid_argument{issues.front().field + ": " + issues.front().issue};
}

parsed_request::~parsed_request()                                    = default;
parsed_request::parsed_request(parsed_request&&) noexcept            = default;
parsed_request& parsed_request::operator=(parsed_request&&) noexcept = default;

const void* parsed_request::value() const noexcept { return state_->request.get(); }

sdk::task<std::string> respond(const sdk::operation& operation, sdk::call& call, const void* request)
{
    const auto  response = co_await operation.execute(call, request);
    std::string body;
    sdk::write(operation.definition().response.schema(), response.get(), body);
    co_return body;
}

} // namespace verbatim::testing
