#include "verbatim/sdk/abi.hpp"

#include <cstring>
#include <string_view>

namespace verbatim::sdk {

namespace {

constexpr plugin_entry host_entry{VERBATIM_THIS_BUILD, nullptr};

std::string to_text(const abi_tag& tag)
{
    const auto length = strnlen(tag.build, sizeof tag.build);
    return "sdk " + std::to_string(tag.sdk_version / 1000) + "." + std::to_string(tag.sdk_version % 1000) + "; " +
           std::string{tag.build, length};
}

} // namespace

std::string mismatch(const abi_tag& plugin_tag)
{
    const auto& host_tag = host_entry.abi;
    if (std::memcmp(plugin_tag.magic, host_tag.magic, sizeof host_tag.magic) != 0)
        return "is not a plugin of this server";
    if (plugin_tag.size != host_tag.size)
        return "was built with another layout of the SDK; rebuild it with this server's SDK";
    if (to_text(plugin_tag) == to_text(host_tag)) return {};
    return "was built for " + to_text(plugin_tag) + "; this server is " + to_text(host_tag) +
           "; rebuild it with this server's SDK";
}

} // namespace verbatim::sdk
