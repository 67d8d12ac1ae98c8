#include "verbatim/testing/scripted_http.hpp"

#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>

#include <stdexcept>
#include <utility>

namespace verbatim::testing {

scripted_http& scripted_http::respond(std::string body, int status)
{
    script_.emplace_back(sdk::http_response{status, std::move(body)});
    return *this;
}

scripted_http& scripted_http::fail(const sdk::declared_error& error)
{
    script_.emplace_back(sdk::error{error});
    return *this;
}

scripted_http& scripted_http::fail_request(std::size_t n, const sdk::declared_error& error)
{
    by_number_.insert_or_assign(n, sdk::error{error});
    return *this;
}

scripted_http& scripted_http::respond_to_request(std::size_t n, std::string body, int status)
{
    by_number_.insert_or_assign(n, sdk::http_response{status, std::move(body)});
    return *this;
}

scripted_http& scripted_http::cancel_request(std::size_t n)
{
    cancelled_from_ = n;
    return *this;
}

scripted_http& scripted_http::respond_as_expected()
{
    as_expected_ = true;
    return *this;
}

sdk::task<sdk::result<sdk::http_response>> scripted_http::try_send(const sdk::http_request& request)
{
    const auto n = requests_.size();
    requests_.push_back(request);
    if (cancelled_from_ && n >= *cancelled_from_)
        throw boost::system::system_error{boost::asio::error::operation_aborted};
    if (const auto found = by_number_.find(n); found != by_number_.end()) co_return found->second;
    if (!script_.empty())
    {
        auto response = std::move(script_.front());
        script_.pop_front();
        co_return response;
    }
    if (!as_expected_) throw std::logic_error{"an HTTP request without a scripted response"};
    co_return request.expected;
}

} // namespace verbatim::testing
