// A plugin whose tag names another build. Its code must not run: a static constructor would end the process.
#include "verbatim/sdk/plugin.hpp"

#include <cstdlib>

namespace {

[[gnu::constructor]] void runs_when_opened() { std::abort(); }

void load(verbatim::sdk::plugin&) { std::abort(); }

constexpr verbatim::sdk::abi_tag other_tag()
{
    verbatim::sdk::abi_tag tag VERBATIM_THIS_BUILD;
#if defined(OTHER_SDK)
    tag.sdk_version = 999'007;
#elif defined(OTHER_COMPILER)
    tag.build[0] = 'x';
#elif defined(OTHER_LAYOUTS)
    ++tag.layouts;
#elif defined(OTHER_SIZE)
    tag.size = 8;
#elif defined(OTHER_MAGIC)
    tag.magic[0] = 'X';
#endif
    return tag;
}

} // namespace

extern "C" __attribute__((visibility("default"))) const verbatim::sdk::plugin_entry verbatim_plugin_entry;
const verbatim::sdk::plugin_entry verbatim_plugin_entry{other_tag(), &load};
