#pragma once

#include "gateway/body_memory.hpp"
#include "gateway/body_tree.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/json/value.hpp>

#include <memory>
#include <string_view>

namespace verbatim::core::gateway {

/// A parsed request body with its memory.
class json_body
{
public:
    /// Keeps what `use` says, or everything. Throws sdk::error{json_invalid} with a hint and a byte offset,
    /// docs/reference/errors.md#invalid-json; {validation_error} when the text is JSON but nested deeper than 64
    /// levels, or {payload_too_large} when what is kept would take more than body_allowance. No byte of the text is
    /// echoed. `text` is not needed afterwards. [any thread]
    explicit json_body(std::string_view text, const body_selection* selection = nullptr);

    const boost::json::value& value() const noexcept { return value_; }

private:
    body_allowance               allowance_;
    std::unique_ptr<tree_memory> memory_;
    boost::json::value           value_;
};

/// Why `text` is no JSON at `offset`: docs/reference/errors.md#invalid-json. `text` up to there is valid as far as it
/// goes.
std::string_view hint(std::string_view text, std::size_t offset);

} // namespace verbatim::core::gateway
