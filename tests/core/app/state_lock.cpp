#include "app/state_lock.hpp"

#include "core/settings/problem_of.hpp"

#include "support/temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <memory>

using namespace verbatim;
using core::app::state_lock;
using core::settings::problem_of;

namespace {

struct folder_fixture
{
    support::temporary_directory folder;

    std::string problem_of_lock() const
    {
        return to_string(problem_of([&] { state_lock{folder.path()}; }));
    }
    std::string problem_of_check() const
    {
        return to_string(problem_of([&] { state_lock::require_free(folder.path()); }));
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(state_lock_, folder_fixture)

BOOST_AUTO_TEST_CASE(a_second_lock_is_refused_and_names_the_process)
{
    auto       first    = std::make_unique<state_lock>(folder.path());
    const auto expected = "STATE_DIR: is in use by another server (process " + std::to_string(::getpid()) +
                          "); stop that server, or name a directory of its own for each";
    BOOST_TEST(problem_of_lock() == expected);
    BOOST_TEST(problem_of_check() == expected);

    first.reset();
    BOOST_TEST(problem_of_check().empty());
    BOOST_TEST(problem_of_lock().empty());
}

BOOST_AUTO_TEST_CASE(the_lock_of_a_dead_process_is_free)
{
    const pid_t child = ::fork();
    if (child == 0)
    {
        const state_lock lock{folder.path()};
        ::_exit(0);
    }
    int status = 0;
    BOOST_REQUIRE(::waitpid(child, &status, 0) == child);
    BOOST_TEST(std::filesystem::exists(folder.path() / "server.lock"));
    BOOST_TEST(problem_of_lock().empty());
}

BOOST_AUTO_TEST_CASE(the_check_creates_nothing)
{
    BOOST_TEST(problem_of_check().empty());
    BOOST_TEST(std::filesystem::is_empty(folder.path()));
}

BOOST_AUTO_TEST_CASE(a_file_with_other_content_names_no_process)
{
    const state_lock first{folder.path()};
    std::ofstream{folder.path() / "server.lock"} << "canary";
    BOOST_TEST(problem_of_lock().starts_with("STATE_DIR: is in use by another server; "));
}

BOOST_AUTO_TEST_CASE(a_link_or_a_directory_in_its_place_is_an_error)
{
    const auto lock   = folder.path() / "server.lock";
    const auto target = folder.file("elsewhere", "unchanged");
    std::filesystem::create_symlink(target, lock);
    BOOST_TEST(problem_of_lock().starts_with("STATE_DIR: cannot open server.lock ("));
    std::ifstream content{target};
    BOOST_TEST((std::string{std::istreambuf_iterator<char>{content}, {}}) == "unchanged");

    std::filesystem::remove(lock);
    std::filesystem::create_directory(lock);
    BOOST_TEST(problem_of_lock().starts_with("STATE_DIR: cannot open server.lock ("));
}

BOOST_AUTO_TEST_SUITE_END()
