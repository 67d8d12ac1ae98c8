#pragma once

#include "verbatim/sdk/export.hpp"

#include <cstdint>
#include <string>

/// The promise: a plugin built with SDK M.n runs unchanged in every server with SDK M.m, m >= n. It is rebuilt only for
/// a server with another major version. Within a major version the headers of this folder therefore change as follows.
///
/// - An interface that the host implements (`call`, `llm`, `plugin`, …) gets new virtual functions at its end only,
///   with a default in src/interfaces.cpp, so that other implementations still compile.
/// - An interface that plugins implement (`operation`) never changes: the host would call what old plugins do not have.
///   Plugins pass new things to a new function of a host's interface, such as `plugin` at load.
/// - A struct never changes, in its members, their order or their types: both sides copy it. More content is a new
///   struct, beside the old one, and a new function that takes or returns it.
/// - Exported functions (VERBATIM_SDK_API) stay with their signatures, also those that only inline code calls.
/// - Enumerations get new values at their end only. Code reads a value that it does not know without indexing a table.
/// - New types, free functions, templates and inline functions may come at any time. So may the static kits.
///
/// An addition raises the minor version of `sdk_version` once per release, and is listed in layouts.hpp with that
/// version; tests/abi fails for one that is not, and for any other change of a layout. Anything else raises the major
/// version, and starts the lists of layouts.hpp and of tests/abi anew.
namespace verbatim::sdk {

class plugin;

/// The version and options of a build: plain bytes, so that the host can compare them before it calls the plugin.
struct abi_tag
{
    char          magic[8];       ///< "VERBATIM", without a closing zero
    std::uint32_t size;           ///< sizeof(plugin_entry) as the plugin saw it
    std::uint32_t sdk_version;    ///< major * 1000 + minor
    std::uint64_t layouts;        ///< layouts::fingerprint of the minor version
    char          sanitizers[16]; ///< "none", "address" or "thread", zero-terminated
    char          build[152];     ///< "gcc; libstdc++ cxx11abi 1; boost 1_81", zero-terminated; see VERBATIM_THIS_BUILD
};

/// The symbol `verbatim_plugin_entry` of a plugin.
struct plugin_entry
{
    abi_tag abi;
    void (*load)(plugin& self); ///< adds operations; an exception is reported with its text
};

inline constexpr std::uint32_t sdk_version = 3'002;

#if defined(__SANITIZE_ADDRESS__)
#define VERBATIM_SANITIZERS "address"
#elif defined(__SANITIZE_THREAD__)
#define VERBATIM_SANITIZERS "thread"
#else
#define VERBATIM_SANITIZERS "none"
#endif

#define VERBATIM_TEXT_(x) #x
#define VERBATIM_TEXT(x) VERBATIM_TEXT_(x)

// Each side resumes and destroys coroutine frames of the other, whose form is the compiler's own. Its version is left
// out: g++ keeps the forms of frames, of virtual tables and of types, and layouts.hpp would find a difference.
#if defined(__clang__)
#define VERBATIM_COMPILER "clang"
#else
#define VERBATIM_COMPILER "gcc"
#endif

// std::string, std::vector, std::function and others cross the border. libstdc++ keeps their forms in all its versions.
#if defined(_GLIBCXX_DEBUG)
#define VERBATIM_STANDARD_LIBRARY "libstdc++ with debug containers"
#elif defined(__GLIBCXX__)
#define VERBATIM_STANDARD_LIBRARY "libstdc++ cxx11abi " VERBATIM_TEXT(_GLIBCXX_USE_CXX11_ABI)
#else
#define VERBATIM_STANDARD_LIBRARY "libc++"
#endif

// JSON values, results and Asio's awaitables cross the border, and inline code of both sides works on them. Boost
// promises nothing between its versions. The macros change the forms of Asio's executors and handlers.
#if defined(BOOST_ASIO_ENABLE_HANDLER_TRACKING) || defined(BOOST_ASIO_CUSTOM_HANDLER_TRACKING)
#define VERBATIM_ASIO_TRACKING ", asio tracking"
#else
#define VERBATIM_ASIO_TRACKING ""
#endif
#if defined(BOOST_ASIO_USE_TS_EXECUTOR_AS_DEFAULT)
#define VERBATIM_ASIO_EXECUTORS ", asio ts executors"
#else
#define VERBATIM_ASIO_EXECUTORS ""
#endif
#if defined(BOOST_ASIO_DISABLE_THREADS)
#define VERBATIM_ASIO_THREADS ", asio without threads"
#else
#define VERBATIM_ASIO_THREADS ""
#endif

/// The tag of the including translation unit, which includes layouts.hpp. A macro and not a function: the compiler that
/// matters is the includer's.
#define VERBATIM_THIS_BUILD                                                                                            \
    {                                                                                                                  \
        {'V', 'E', 'R', 'B', 'A', 'T', 'I', 'M'}, sizeof(::verbatim::sdk::plugin_entry), ::verbatim::sdk::sdk_version, \
            ::verbatim::sdk::layouts::fingerprint(::verbatim::sdk::sdk_version % 1000), VERBATIM_SANITIZERS,           \
            VERBATIM_COMPILER                                                                                          \
            "; " VERBATIM_STANDARD_LIBRARY                                                                             \
            "; boost " BOOST_LIB_VERSION VERBATIM_ASIO_TRACKING VERBATIM_ASIO_EXECUTORS VERBATIM_ASIO_THREADS          \
    }

/// The reason why a server with the tag `server` cannot load a plugin with the tag `plugin`; empty if it can. It
/// continues a sentence that begins with the name of the plugin: "was built with …; rebuild …". [any thread]
VERBATIM_SDK_API std::string mismatch(const abi_tag& plugin, const abi_tag& server);

/// The same for the server that runs. [any thread]
VERBATIM_SDK_API std::string mismatch(const abi_tag& plugin);

/// The tag of the server that runs. [any thread]
VERBATIM_SDK_API const abi_tag& server_tag() noexcept;

} // namespace verbatim::sdk

#include <boost/version.hpp>
