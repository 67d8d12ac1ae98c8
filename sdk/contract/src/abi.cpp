#include "verbatim/sdk/abi.hpp"

#include "verbatim/sdk/layouts.hpp"

#include <cstring>
#include <string_view>

namespace verbatim::sdk {

namespace {

constexpr abi_tag this_build VERBATIM_THIS_BUILD;

std::string version_of(const abi_tag& tag)
{
    return "SDK " + std::to_string(tag.sdk_version / 1000) + "." + std::to_string(tag.sdk_version % 1000);
}

template <std::size_t Size>
std::string_view text_of(const char (&text)[Size])
{
    return {text, strnlen(text, Size)};
}

std::string with_sanitizer(std::string_view name)
{
    return name == "none" ? "without a sanitizer" : "with the " + std::string{name} + " sanitizer";
}

constexpr std::string_view rebuild = "; rebuild the plugin with this server's SDK";

} // namespace

std::string mismatch(const abi_tag& plugin, const abi_tag& server)
{
    if (std::memcmp(plugin.magic, server.magic, sizeof server.magic) != 0) return "is not a plugin of this server";

    const auto plugin_version = version_of(plugin), server_version = version_of(server);
    if (plugin.sdk_version > server.sdk_version)
        return "was built with " + plugin_version + ", which is newer than this server's " + server_version +
               "; update the server, or rebuild the plugin with this server's SDK";
    if (plugin.sdk_version / 1000 != server.sdk_version / 1000)
        return "was built with " + plugin_version + ", and this server has " + server_version + " with other types" +
               std::string{rebuild};
    if (text_of(plugin.build) != text_of(server.build))
        return "was built with other types than this server: \"" + std::string{text_of(plugin.build)} + "\", not \"" +
               std::string{text_of(server.build)} + "\"; rebuild the plugin with what this server was built with";

    // The types of its version as this server knows them; a server knows those of all earlier minor versions.
    if (plugin.size != server.size || plugin.layouts != layouts::fingerprint(plugin.sdk_version % 1000))
        return "was built with a development version of " + plugin_version +
               " or with options that change the layout of types" + std::string{rebuild};

    // No type of a sanitizer crosses the border, but its code needs its library from the start of the process.
    if (const auto sanitizer = text_of(plugin.sanitizers);
        sanitizer != "none" && sanitizer != text_of(server.sanitizers))
        return "was built " + with_sanitizer(sanitizer) + ", and this server " +
               with_sanitizer(text_of(server.sanitizers)) + "; rebuild the plugin without it";
    return {};
}

std::string mismatch(const abi_tag& plugin) { return mismatch(plugin, this_build); }

const abi_tag& server_tag() noexcept { return this_build; }

} // namespace verbatim::sdk
