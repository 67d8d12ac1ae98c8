#pragma once

#include "verbatim/sdk/error.hpp"

#include <boost/json/monotonic_resource.hpp>
#include <boost/json/value.hpp>

#include <memory>
#include <string_view>

namespace verbatim::core::gateway {

/// A parsed request body and the memory it lives in, released at once with it.
class json_body
{
public:
    /// Throws sdk::error{json_invalid} with a hint and a byte offset (contract 3.3), or {validation_error} when the
    /// text is JSON but nested deeper than 64 levels. No byte of the text is echoed. `text` is not needed afterwards.
    /// [any thread]
    explicit json_body(std::string_view text);

    const boost::json::value& value() const noexcept { return value_; }

private:
    std::unique_ptr<boost::json::monotonic_resource> memory_;
    boost::json::value                               value_;
};

/// Why text stopped being JSON at `offset`, in our own words: contract 3.3. `text` up to there is valid as far as it
/// goes.
std::string_view hint(std::string_view text, std::size_t offset);

} // namespace verbatim::core::gateway
