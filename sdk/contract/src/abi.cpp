#include "verbatim/sdk/abi.hpp"

#include <cstring>
#include <string_view>

namespace verbatim::sdk {

namespace {

constexpr plugin_entry ours{VERBATIM_THIS_BUILD, nullptr};

std::string spelled(const abi_tag& tag)
{
    const auto length = strnlen(tag.build, sizeof tag.build);
    return "sdk " + std::to_string(tag.sdk_version / 1000) + "." + std::to_string(tag.sdk_version % 1000) + "; " +
           std::string{tag.build, length};
}

} // namespace

std::string mismatch(const abi_tag& theirs)
{
    const auto& mine = ours.abi;
    if (std::memcmp(theirs.magic, mine.magic, sizeof mine.magic) != 0) return "is not a plugin of this server";
    if (theirs.size != mine.size) return "was built with another layout of the SDK; rebuild it with this server's SDK";
    if (spelled(theirs) == spelled(mine)) return {};
    return "was built for " + spelled(theirs) + "; this server is " + spelled(mine) +
           "; rebuild it with this server's SDK";
}

} // namespace verbatim::sdk
