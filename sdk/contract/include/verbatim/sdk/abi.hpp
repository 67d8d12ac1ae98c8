#pragma once

#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/fingerprint.hpp"

#include <cstdint>
#include <string>

namespace verbatim::sdk {

class plugin;

/// The SDK, compiler and options of a build: plain bytes, so that the host can compare them before it calls the plugin.
/// Host and plugin exchange C++ types, so the tags must be equal; a plugin is rebuilt with its host.
struct abi_tag
{
    char          magic[8];    ///< "VERBATIM", without a closing zero
    std::uint32_t size;        ///< sizeof(plugin_entry) as the plugin saw it
    std::uint32_t sdk_version; ///< major * 1000 + minor
    char          build[176];  ///< "gcc 12; cxx11abi 1; boost 1_81; sanitizers none; headers 0f3a…", zero-terminated
};

/// The symbol `verbatim_plugin_entry` of a plugin.
struct plugin_entry
{
    abi_tag abi;
    void (*load)(plugin& self); ///< adds operations; an exception stops the start, and its text is reported
};

inline constexpr std::uint32_t sdk_version = 2'000;

#if defined(__SANITIZE_ADDRESS__)
#define VERBATIM_SANITIZERS "address"
#elif defined(__SANITIZE_THREAD__)
#define VERBATIM_SANITIZERS "thread"
#else
#define VERBATIM_SANITIZERS "none"
#endif

#define VERBATIM_TEXT_(x) #x
#define VERBATIM_TEXT(x) VERBATIM_TEXT_(x)

#if defined(__clang__)
#define VERBATIM_COMPILER "clang " VERBATIM_TEXT(__clang_major__)
#else
#define VERBATIM_COMPILER "gcc " VERBATIM_TEXT(__GNUC__)
#endif

// Macros that change the layout of standard containers or of Asio's executors and handlers.
#if defined(_GLIBCXX_DEBUG)
#define VERBATIM_DEBUG_CONTAINERS "; debug containers"
#else
#define VERBATIM_DEBUG_CONTAINERS ""
#endif
#if defined(BOOST_ASIO_ENABLE_HANDLER_TRACKING) || defined(BOOST_ASIO_CUSTOM_HANDLER_TRACKING)
#define VERBATIM_ASIO_TRACKING "; asio tracking"
#else
#define VERBATIM_ASIO_TRACKING ""
#endif
#if defined(BOOST_ASIO_USE_TS_EXECUTOR_AS_DEFAULT)
#define VERBATIM_ASIO_EXECUTORS "; asio ts executors"
#else
#define VERBATIM_ASIO_EXECUTORS ""
#endif
#if defined(BOOST_ASIO_DISABLE_THREADS)
#define VERBATIM_ASIO_THREADS "; asio without threads"
#else
#define VERBATIM_ASIO_THREADS ""
#endif

/// The tag of the including translation unit. A macro and not a function: the compiler that matters is the includer's.
#define VERBATIM_THIS_BUILD                                                                                            \
    {                                                                                                                  \
        {'V', 'E', 'R', 'B', 'A', 'T', 'I', 'M'}, sizeof(::verbatim::sdk::plugin_entry), ::verbatim::sdk::sdk_version, \
            VERBATIM_COMPILER "; cxx11abi " VERBATIM_TEXT(                                                             \
                _GLIBCXX_USE_CXX11_ABI) "; boost " BOOST_LIB_VERSION                                                   \
                                        "; sanitizers " VERBATIM_SANITIZERS VERBATIM_DEBUG_CONTAINERS                  \
                                            VERBATIM_ASIO_TRACKING VERBATIM_ASIO_EXECUTORS VERBATIM_ASIO_THREADS       \
                                        "; headers " VERBATIM_SDK_FINGERPRINT                                          \
    }

/// The reason why the host cannot load a plugin with this tag; empty if it can. It continues a sentence that begins
/// with the name of the plugin: "was built for …; this server is …". [any thread]
VERBATIM_SDK_API std::string mismatch(const abi_tag& plugin_tag);

} // namespace verbatim::sdk

#include <boost/version.hpp>
