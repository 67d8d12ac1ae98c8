#include "exec/random.hpp"

#include "support/uuid.hpp"

#include <boost/test/unit_test.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace verbatim::core::exec {

BOOST_AUTO_TEST_SUITE(uuid)

BOOST_AUTO_TEST_CASE(a_random_uuid_is_new_and_of_version_4)
{
    std::set<std::string> seen;
    for (int n = 0; n < 1'000; ++n)
    {
        const auto id = make_random_uuid();
        BOOST_REQUIRE(support::is_uuid(id, "4"));
        BOOST_REQUIRE(seen.insert(id).second);
    }
}

BOOST_AUTO_TEST_CASE(threads_make_different_random_uuids)
{
    constexpr int            count = 500;
    std::vector<std::string> ids[2];
    {
        std::vector<std::jthread> threads;
        for (auto& own : ids)
            threads.emplace_back([&own] { std::generate_n(std::back_inserter(own), count, make_random_uuid); });
    }
    std::set<std::string> all{ids[0].begin(), ids[0].end()};
    all.insert(ids[1].begin(), ids[1].end());
    BOOST_TEST(all.size() == 2U * count);
}

BOOST_AUTO_TEST_CASE(a_forked_process_makes_other_uuids)
{
    make_random_uuid();
    int ends[2]{};
    BOOST_REQUIRE(::pipe(ends) == 0);
    const pid_t child = ::fork();
    BOOST_REQUIRE(child >= 0);
    if (child == 0)
    {
        const auto id      = make_random_uuid();
        const auto written = ::write(ends[1], id.data(), id.size());
        ::_exit(written == static_cast<ssize_t>(id.size()) ? 0 : 1);
    }
    int status = -1;
    BOOST_REQUIRE(::waitpid(child, &status, 0) == child);
    BOOST_TEST(status == 0);
    std::string id(36, '\0');
    BOOST_REQUIRE(::read(ends[0], id.data(), id.size()) == 36);
    ::close(ends[0]);
    ::close(ends[1]);
    BOOST_TEST(support::is_uuid(id, "4"));
    BOOST_TEST(id != make_random_uuid());
}

BOOST_AUTO_TEST_CASE(a_time_ordered_uuid_is_new_and_of_version_7)
{
    std::set<std::string> seen;
    for (int n = 0; n < 1'000; ++n)
    {
        const auto id = make_time_ordered_uuid();
        BOOST_REQUIRE(support::is_uuid(id, "7"));
        BOOST_REQUIRE(seen.insert(id).second);
    }
}

BOOST_AUTO_TEST_CASE(a_time_ordered_uuid_begins_with_its_time)
{
    const auto now = [] {
        return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now())
            .time_since_epoch()
            .count();
    };
    const auto before = now();
    const auto id     = make_time_ordered_uuid();
    const auto time   = std::stoll(id.substr(0, 8) + id.substr(9, 4), nullptr, 16);
    BOOST_TEST(time >= before);
    BOOST_TEST(time <= now());
}

BOOST_AUTO_TEST_CASE(time_ordered_uuids_of_threads_differ_beyond_their_time)
{
    std::vector<std::string> ids(8);
    {
        std::vector<std::jthread> threads;
        for (auto& id : ids) threads.emplace_back([&id] { id = make_time_ordered_uuid(); });
    }
    std::set<std::string> random_parts;
    for (const auto& id : ids) BOOST_TEST(random_parts.insert(id.substr(15)).second, id);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::exec
