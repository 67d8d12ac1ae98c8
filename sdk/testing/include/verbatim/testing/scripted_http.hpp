#pragma once

#include "verbatim/sdk/http_client.hpp"

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::testing {

/// Other servers that respond by a script, and the requests that they got. For a request without a scripted response it
/// throws std::logic_error, so that a test notices every request that it did not expect. The host's rules about texts
/// of records are checked by check_operation.
class scripted_http final : public sdk::http_client
{
public:
    /// The response to the next request that has no response of its own; several are used in order.
    scripted_http& respond(std::string body, int status = 200);
    /// The next request without a response of its own fails; in the order of `respond`.
    scripted_http& fail(const sdk::declared_error& error);
    /// The n-th request of all, counted from 0, fails; the script continues with the next one.
    scripted_http& fail_request(std::size_t n, const sdk::declared_error& error);
    /// The response to the n-th request; the script continues with the next one.
    scripted_http& respond_to_request(std::size_t n, std::string body, int status = 200);
    /// The client disconnects during the n-th request: this request and all later ones are cancelled.
    scripted_http& cancel_request(std::size_t n);
    /// Answers requests that are not in the script with their expected responses, as a dry run does.
    scripted_http& respond_as_expected();

    const std::vector<sdk::http_request>& requests() const noexcept { return requests_; }

    sdk::task<sdk::result<sdk::http_response>> try_send(const sdk::http_request& request) override;

private:
    using scripted_response = sdk::result<sdk::http_response>;

    std::deque<scripted_response>            script_;
    std::map<std::size_t, scripted_response> by_number_;
    std::optional<std::size_t>               cancelled_from_;
    bool                                     as_expected_ = false;
    std::vector<sdk::http_request>           requests_;
};

} // namespace verbatim::testing
