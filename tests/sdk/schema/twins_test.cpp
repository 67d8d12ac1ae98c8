#include "verbatim/sdk/openapi.hpp"

#include <boost/test/unit_test.hpp>

#include <dlfcn.h>

#include <stdexcept>
#include <vector>

namespace sdk = verbatim::sdk;

namespace {

const sdk::table& table_in(const char* file)
{
    void* library = dlopen(file, RTLD_NOW | RTLD_LOCAL); // stays open, as plugins do
    BOOST_REQUIRE_MESSAGE(library, dlerror());
    auto* made = reinterpret_cast<const sdk::table* (*)()>(dlsym(library, "twin_table"));
    BOOST_REQUIRE(made);
    return *made();
}

} // namespace

BOOST_AUTO_TEST_SUITE(twins)

BOOST_AUTO_TEST_CASE(two_plugins_with_one_type_name_have_a_table_each)
{
    const auto& one   = table_in(TWIN_ONE);
    const auto& other = table_in(TWIN_OTHER);

    BOOST_TEST(&one != &other);
    BOOST_TEST(sdk::notes(one).at(0).name == "name");
    BOOST_TEST(sdk::notes(other).at(0).name == "count");
}

BOOST_AUTO_TEST_CASE(one_component_name_for_two_contents_is_refused)
{
    std::vector<sdk::component> all;
    sdk::add_component(table_in(TWIN_ONE), all);

    BOOST_CHECK_EXCEPTION(sdk::add_component(table_in(TWIN_OTHER), all), std::logic_error,
                          [](const std::logic_error& told) {
                              return std::string_view{told.what()} ==
                                     "HelloRequest: two declared types bear this name and differ; rename one of them";
                          });
    BOOST_TEST(all.size() == 1U);
}

BOOST_AUTO_TEST_CASE(the_same_component_is_added_once)
{
    std::vector<sdk::component> all;
    sdk::add_component(table_in(TWIN_ONE), all);
    sdk::add_component(table_in(TWIN_ONE), all);
    BOOST_TEST(all.size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
