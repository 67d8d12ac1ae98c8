#pragma once

#include "gateway/body_memory.hpp"
#include "gateway/body_tree.hpp"

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/operation.hpp"

#include <boost/json/value.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::gateway {

/// A parsed request body with its memory.
class json_body
{
public:
    /// Parses the parts of `text` that `selection` names, or everything. Throws sdk::error{json_invalid} with a hint
    /// and a byte offset, docs/reference/errors.md#invalid-json; {validation_error} if JSON is nested deeper than 64
    /// levels; {payload_too_large} if the values need more memory than body_allowance. Errors quote no byte of the
    /// text. `text` is not needed afterwards. [any thread]
    explicit json_body(std::string_view text, const body_selection* selection = nullptr);

    json_body(const json_body&)            = delete;
    json_body& operator=(const json_body&) = delete;

    const boost::json::value& value() const noexcept { return value_; }

    /// Members that the selection lacks.
    const unknown_members& unknown() const noexcept { return unknown_; }

    /// Removes a member of the body. Requires that the body is an object.
    void erase(std::string_view name) { value_.get_object().erase(name); }

private:
    body_allowance     allowance_;
    tree_memory        memory_;
    boost::json::value value_;
    unknown_members    unknown_;
};

/// The reason why `text` is invalid JSON at `offset`: docs/reference/errors.md#invalid-json. The part before `offset`
/// must be a prefix of valid JSON.
std::string_view hint(std::string_view text, std::size_t offset);

/// The members of open objects that an operation reads from this body: descriptor::open_members, and those that the
/// body names in descriptor::open_member_fields. Parses the body once more if it has such a field; throws what
/// json_body throws. [any thread]
std::optional<std::vector<std::string>> open_members_of(const sdk::descriptor& descriptor, std::string_view body);

} // namespace verbatim::core::gateway
