#include "settings/source.hpp"

#include <boost/test/unit_test.hpp>

#include <unistd.h>

#include <cstdlib>
#include <iterator>
#include <set>
#include <string>
#include <utility>

namespace verbatim::core::settings {

namespace {

/// Replaces the environment of the process until the end of the scope.
class test_environment
{
public:
    explicit test_environment(char** variables)
        : original_{std::exchange(::environ, variables)}
    {}
    ~test_environment() { ::environ = original_; }

private:
    char** original_;
};

} // namespace

BOOST_AUTO_TEST_SUITE(environment)

BOOST_AUTO_TEST_CASE(secrets_are_overwritten_in_place_even_if_set_twice)
{
    char                   key[]{"KEY=s3cret"}, other[]{"KEYS=public"}, same_key[]{"KEY=s3cret 2"}, no_value[]{"KEY"};
    char*                  variables[]{key, other, same_key, no_value, nullptr};
    const test_environment scope{variables};

    const auto erased = erase_environment_variables({"KEY", "UNSET"});

    BOOST_TEST(erased == (std::set<std::string, std::less<>>{"KEY"}), boost::test_tools::per_element());
    BOOST_TEST((std::string{std::begin(key), std::end(key)} == std::string{"KEY=\0\0\0\0\0\0\0", 11}));
    BOOST_TEST((std::string{std::begin(same_key), std::end(same_key)} == std::string{"KEY=\0\0\0\0\0\0\0\0\0", 13}));
    BOOST_TEST(std::getenv("KEY") == nullptr);
    BOOST_TEST(std::getenv("KEYS") == "public");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::settings
