// The rules of every operation hold for the samples in Python.
#include "collecting_plugin.hpp"
#include "operation.hpp"

#include "verbatim/testing/check_operation.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>

using namespace verbatim;

BOOST_AUTO_TEST_SUITE(samples)

BOOST_AUTO_TEST_CASE(samples_keep_the_rules_of_every_operation)
{
    remote::collecting_plugin plugin;
    remote::add_operations(plugin, remote::settings_of(std::filesystem::path{VERBATIM_PYTHON} / "samples"));
    BOOST_TEST(plugin.operations.size() == 3u);
    for (const auto& operation : plugin.operations) BOOST_TEST_CONTEXT(operation->definition().name)
        {
            for (const auto& problem : testing::check_operation(*operation)) BOOST_ERROR(problem);
        }
}

BOOST_AUTO_TEST_SUITE_END()
