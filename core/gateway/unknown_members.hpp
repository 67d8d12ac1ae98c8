#pragma once

#include <boost/json/value.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::sdk {
class object_schema;
}

namespace verbatim::core::gateway {

/// Of a response that lists them.
inline constexpr auto unknown_members_description =
    "Members of the request that the operation ignores, at most 20; those of an object in the request after its name "
    "and a dot.";

/// The members of a request that no operation reads, and what they may misspell. They are ignored, because clients send
/// one body to several operations.
class unknown_members
{
public:
    /// Adds a member of the body, or of the object in its member `parent`. `schemas` declare the members of that
    /// object. No effect over the bounds of docs/reference/provenance.md#members.
    void add(std::string_view parent, std::string_view name, std::span<const sdk::object_schema* const> schemas);

    /// Distinct, in the order of the body. Text of the caller.
    const std::vector<std::string>& paths() const noexcept { return paths_; }

    /// Declared members that `body` lacks and that one of its unknown members resembles, as the value of a header;
    /// empty without one. Holds no text of the caller.
    std::string resembled_members(const boost::json::value& body) const;

private:
    struct resemblance
    {
        std::string parent;
        std::string member;
    };

    std::vector<std::string> paths_;
    std::vector<resemblance> resembled_;
};

} // namespace verbatim::core::gateway
