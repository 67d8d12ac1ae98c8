#include "verbatim/sdk/openapi.hpp"

#include <boost/test/unit_test.hpp>

#include <dlfcn.h>

#include <stdexcept>
#include <vector>

namespace sdk = verbatim::sdk;

namespace {

const sdk::object_schema& table_in(const char* file)
{
    void* library = dlopen(file, RTLD_NOW | RTLD_LOCAL); // stays open, as plugins do
    BOOST_REQUIRE_MESSAGE(library, dlerror());
    auto* function = reinterpret_cast<const sdk::object_schema* (*)()>(dlsym(library, "twin_table"));
    BOOST_REQUIRE(function);
    return *function();
}

} // namespace

BOOST_AUTO_TEST_SUITE(twins)

BOOST_AUTO_TEST_CASE(two_plugins_with_one_type_name_have_a_table_each)
{
    const auto& first  = table_in(TWIN_ONE);
    const auto& second = table_in(TWIN_OTHER);

    BOOST_TEST(&first != &second);
    BOOST_TEST(sdk::document_fields(first).at(0).name == "name");
    BOOST_TEST(sdk::document_fields(second).at(0).name == "count");
}

BOOST_AUTO_TEST_CASE(one_component_name_for_two_contents_is_refused)
{
    std::vector<sdk::component> components;
    sdk::add_component(table_in(TWIN_ONE), components);

    BOOST_CHECK_EXCEPTION(sdk::add_component(table_in(TWIN_OTHER), components), std::logic_error,
                          [](const std::logic_error& error) {
                              return std::string_view{error.what()} ==
                                     "HelloRequest: two declared types have this name and differ; rename one of them";
                          });
    BOOST_TEST(components.size() == 1U);
}

BOOST_AUTO_TEST_CASE(the_same_component_is_added_once)
{
    std::vector<sdk::component> components;
    sdk::add_component(table_in(TWIN_ONE), components);
    sdk::add_component(table_in(TWIN_ONE), components);
    BOOST_TEST(components.size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
