// The promise of abi.hpp: which plugins a server loads, and that no layout of a released version changes.
#include "verbatim/sdk/abi.hpp"
#include "verbatim/sdk/plugin.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <link.h>
#include <map>
#include <memory>
#include <regex>
#include <set>
#include <sstream>
#include <typeinfo>

using namespace verbatim;

namespace {

constexpr std::uint32_t major = sdk::sdk_version / 1000;
constexpr std::uint32_t minor = sdk::sdk_version % 1000;

sdk::abi_tag plugin_tag(const std::function<void(sdk::abi_tag&)>& change)
{
    auto tag = sdk::server_tag();
    change(tag);
    return tag;
}

std::string text_of_version(std::uint32_t version)
{
    return "SDK " + std::to_string(version / 1000) + "." + std::to_string(version % 1000);
}

template <std::size_t Size>
void set(char (&text)[Size], std::string_view value)
{
    BOOST_REQUIRE(value.size() < Size);
    std::memset(text, 0, Size);
    value.copy(text, value.size());
}

/// One line for all members of a type that one version added, and a hash of their forms.
std::vector<std::string> layout_lines()
{
    std::vector<std::string> lines;
    std::uint64_t            hash = 0;
    std::string              current;
    const auto               finish = [&] {
        if (current.empty()) return;
        std::ostringstream text;
        text << lines.back() << "; " << std::hex << hash;
        lines.back() = text.str();
    };
    sdk::layouts::visit([&](std::uint32_t since, std::string_view type, std::string_view member, std::size_t place,
                            std::uint64_t form, auto) {
        const auto begin = std::to_string(major) + "." + std::to_string(since) + " " + std::string{type};
        if (begin != current)
        {
            finish();
            lines.push_back(begin + ":");
            current = begin;
            hash    = sdk::layout::hash_of();
        }
        lines.back() += " " + std::string{member.empty() ? "size" : member} + " " + std::to_string(place);
        hash = sdk::layout::hash_number(hash, form);
    });
    finish();
    return lines;
}

/// The slot that a pointer to a virtual function names, by the Itanium ABI of C++.
template <class Function>
std::size_t slot_of(Function function)
{
    std::array<std::ptrdiff_t, 2> parts;
    static_assert(sizeof parts == sizeof function);
    std::memcpy(&parts, &function, sizeof parts);
#if defined(__aarch64__)
    BOOST_REQUIRE(parts[1] & 1);
    return static_cast<std::size_t>(parts[0]) / sizeof(void*);
#else
    BOOST_REQUIRE(parts[0] & 1);
    return static_cast<std::size_t>(parts[0] - 1) / sizeof(void*);
#endif
}

/// The virtual functions of an interface, the two of its destructor included, by the size of its table in the library.
std::size_t slots_in_table(const std::type_info& type)
{
    void* const table = ::dlsym(RTLD_DEFAULT, (std::string{"_ZTV"} + type.name()).c_str());
    BOOST_REQUIRE_MESSAGE(table, type.name());
    Dl_info info{};
    void*   symbol{};
    BOOST_REQUIRE(::dladdr1(table, &info, &symbol, RTLD_DL_SYMENT) != 0 && symbol);
    return static_cast<const ElfW(Sym)*>(symbol)->st_size / sizeof(void*) -
           2; // the offset to the top and the type's identity come first
}

template <class Class, class Function>
const std::type_info& class_of(Function Class::*)
{
    return typeid(Class);
}

std::vector<std::string> lines_of(const std::filesystem::path& path)
{
    std::ifstream            file{path};
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    BOOST_REQUIRE_MESSAGE(!lines.empty(), path);
    return lines;
}

/// The functions and virtual tables of the contract that the library exports.
std::set<std::string> exported_symbols()
{
    const std::unique_ptr<FILE, int (*)(FILE*)> output{::popen("nm -D --defined-only '" SDK_LIBRARY "'", "r"),
                                                       &::pclose};
    BOOST_REQUIRE(output);
    std::set<std::string> symbols;
    const std::regex      pattern{R"(\w+ (?:T (_ZNK?8verbatim3sdk\w+)|[VDR] (_ZT[VI]N8verbatim3sdk\w+))\n)"};
    char                  line[4096];
    std::cmatch           found;
    while (std::fgets(line, sizeof line, output.get()))
        if (std::regex_match(line, found, pattern)) symbols.insert(found[1].matched ? found[1] : found[2]);
    return symbols;
}

/// Sanitizers keep virtual tables that the compiler of a release leaves out.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool exports_more_than_a_release = true;
#else
constexpr bool exports_more_than_a_release = false;
#endif

/// Compares with a file of lines to which a version only adds.
void compare(const std::set<std::string>& found, const std::string& file, bool may_have_more = false)
{
    const auto                  lines = lines_of(std::string{BASELINES} + "/" + file);
    const std::set<std::string> expected(lines.begin(), lines.end());
    for (const auto& line : expected)
        BOOST_TEST(found.contains(line), "gone or changed, which breaks plugins that exist (abi.hpp): " << line);
    for (const auto& line : found)
        BOOST_TEST((may_have_more || expected.contains(line)),
                   "new: add this line to tests/abi/" << file << ": " << line);
}

} // namespace

BOOST_AUTO_TEST_SUITE(compatibility)

BOOST_AUTO_TEST_CASE(a_plugin_of_the_same_or_an_earlier_minor_version_is_compatible)
{
    BOOST_TEST(sdk::mismatch(sdk::server_tag()) == "");
    for (std::uint32_t earlier = 0; earlier <= minor; ++earlier)
        BOOST_TEST(sdk::mismatch(plugin_tag([&](auto& tag) {
                       tag.sdk_version = major * 1000 + earlier;
                       tag.layouts     = sdk::layouts::fingerprint(earlier);
                   })) == "");
}

BOOST_AUTO_TEST_CASE(a_message_says_which_side_to_change_and_why)
{
    const auto        server = text_of_version(sdk::sdk_version);
    const auto        newer = text_of_version(sdk::sdk_version + 1), next = text_of_version(sdk::sdk_version + 1000);
    const std::string rebuild = "; rebuild the plugin with this server's SDK";
    const std::string build{sdk::server_tag().build};

    const struct
    {
        std::function<void(sdk::abi_tag&)> change;
        std::string                        message;
    } cases[]{
        {[](auto& tag) { tag.magic[7] = 'N'; }, "is not a plugin of this server"},
        {[](auto& tag) { ++tag.sdk_version; }, "was built with " + newer + ", which is newer than this server's " +
                                                   server +
                                                   "; update the server, or rebuild the plugin with this server's SDK"},
        {[](auto& tag) { tag.sdk_version += 1000; },
         "was built with " + next + ", which is newer than this server's " + server +
             "; update the server, or rebuild the plugin with this server's SDK"},
        {[](auto& tag) { tag.sdk_version = 2'000; },
         "was built with SDK 2.0, and this server has " + server + " with other types" + rebuild},
        {[](auto& tag) { ++tag.layouts; }, "was built with a development version of " + server +
                                               " or with options that change the layout of types" + rebuild},
        {[](auto& tag) { tag.size = 8; }, "was built with a development version of " + server +
                                              " or with options that change the layout of types" + rebuild},
        {[](auto& tag) { set(tag.build, "clang; libc++; boost 1_99"); },
         "was built with other types than this server: \"clang; libc++; boost 1_99\", not \"" + build +
             "\"; rebuild the plugin with what this server was built with"},
    };
    for (const auto& [change, message] : cases) BOOST_TEST(sdk::mismatch(plugin_tag(change)) == message);
}

BOOST_AUTO_TEST_CASE(a_plugin_needs_the_server_to_have_its_sanitizer_but_not_the_reverse)
{
    const struct
    {
        std::string_view plugin, server, message;
    } cases[]{
        {"none", "none", ""},
        {"none", "address", ""},
        {"none", "thread", ""},
        {"address", "address", ""},
        {"address", "none",
         "was built with the address sanitizer, and this server without a sanitizer; rebuild the plugin without it"},
        {"thread", "address",
         "was built with the thread sanitizer, and this server with the address sanitizer; rebuild the plugin without "
         "it"},
    };
    for (const auto& [plugin, server, message] : cases)
    {
        auto plugin_tag = sdk::server_tag(), server_tag = sdk::server_tag();
        set(plugin_tag.sanitizers, plugin);
        set(server_tag.sanitizers, server);
        BOOST_TEST(sdk::mismatch(plugin_tag, server_tag) == message);
    }
}

BOOST_AUTO_TEST_CASE(a_tag_without_a_closing_zero_is_read_to_its_end_only)
{
    const auto message = sdk::mismatch(plugin_tag([](auto& tag) { std::memset(tag.build, 'x', sizeof tag.build); }));
    BOOST_TEST(message.find("\"" + std::string(sizeof sdk::abi_tag::build, 'x') + "\"") != message.npos);
}

BOOST_AUTO_TEST_CASE(layouts_stay_within_a_major_version)
{
    const auto lines = layout_lines();
    compare({lines.begin(), lines.end()}, "layouts_" + std::to_string(major) + ".txt");
}

BOOST_AUTO_TEST_CASE(exported_functions_and_virtual_tables_stay_within_a_major_version)
{
    compare(exported_symbols(), "symbols_" + std::to_string(major) + ".txt", exports_more_than_a_release);
}

BOOST_AUTO_TEST_CASE(virtual_functions_are_listed_in_the_order_of_their_slots_and_completely)
{
    std::map<std::string, std::pair<const std::type_info*, std::size_t>> listed; // slots by interface
    sdk::layouts::visit([&]<class Function>(std::uint32_t since, std::string_view type, std::string_view member,
                                            std::size_t slot, std::uint64_t, Function function) {
        BOOST_TEST(since <= minor, type << "::" << member << " belongs to a later version than abi.hpp names");
        if constexpr (std::is_member_function_pointer_v<Function>)
        {
            BOOST_TEST(slot_of(function) == slot, type << "::" << member);
            auto& [identity, slots] = listed[std::string{type}];
            identity                = &class_of(function);
            slots                   = std::max(slots, slot + 1);
        }
    });
    BOOST_TEST(listed.size() > 8u);
    for (const auto& [type, entry] : listed)
        if (type != "validation_issues") // has no table in the library, because the host implements it there alone
            BOOST_TEST(entry.second == slots_in_table(*entry.first), "layouts.hpp lists not all functions of " << type);
}

BOOST_AUTO_TEST_CASE(every_type_of_the_headers_is_listed_or_stays_on_one_side)
{
    const std::set<std::string> on_one_side{// templates, and classes that one side alone makes and uses
                                            "basic_field", "counted_field", "plain_field", "number_field",
                                            "integer_field", "list_field", "text_field", "representation",
                                            "typed_operation", "field_of", "form", "layouts",
                                            // without members
                                            "phase", "declared_text",
                                            // of inline functions
                                            "code_point", "percent_decoding"};

    std::set<std::string> listed;
    sdk::layouts::visit([&](std::uint32_t, std::string_view type, auto...) {
        listed.emplace(type.substr(type.rfind(':') == type.npos ? 0 : type.rfind(':') + 1));
    });
    const std::regex definition{R"(\s*(?:struct|class|enum class) (?:VERBATIM_SDK_API )?(\w+)(?: final)?(?: : .*)?)"};
    std::smatch      found;
    std::size_t      definitions = 0;
    for (const auto& header : std::filesystem::directory_iterator{SDK_HEADERS})
        for (const auto& line : lines_of(header.path()))
            if (std::regex_match(line, found, definition))
            {
                ++definitions;
                BOOST_TEST((listed.contains(found[1]) || on_one_side.contains(found[1])),
                           "layouts.hpp does not list " << found[1] << " of " << header.path().filename());
            }
    BOOST_TEST(definitions > listed.size());
}

BOOST_AUTO_TEST_SUITE_END()
