#pragma once

#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/error.hpp"

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

/// The end of an operation that answers about each record by itself.
namespace verbatim::feedback {

/// Bytes of all entries of such a response as JSON: docs/reference/output.md#size-of-a-response.
inline constexpr std::size_t max_bulk_response_bytes = 15u << 20;

/// The errors of the records of one request that have no result.
class failed_records
{
public:
    void        add(sdk::error failure) { failures_.push_back(std::move(failure)); }
    std::size_t size() const noexcept { return failures_.size(); }

    /// Notes how many of `total` records failed. If any did, writes `event` with their causes to the log. Throws the
    /// common cause if all did.
    void report(sdk::call& call, std::string_view event, std::size_t total) const;

private:
    std::vector<sdk::error> failures_;
};

} // namespace verbatim::feedback
