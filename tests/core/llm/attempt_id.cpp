#include "llm/attempt_id.hpp"

#include "support/uuid.hpp"

#include <boost/test/unit_test.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace verbatim::core::llm {

BOOST_AUTO_TEST_SUITE(attempt_id)

BOOST_AUTO_TEST_CASE(an_attempt_id_is_a_new_version_4_uuid)
{
    std::set<std::string> seen;
    for (int n = 0; n < 1'000; ++n)
    {
        const auto id = make_attempt_id();
        BOOST_REQUIRE(support::is_uuid(id, "4"));
        BOOST_REQUIRE(seen.insert(id).second);
    }
}

BOOST_AUTO_TEST_CASE(threads_make_different_ids)
{
    constexpr int            count = 500;
    std::vector<std::string> ids[2];
    {
        std::vector<std::jthread> threads;
        for (auto& own : ids)
            threads.emplace_back([&own] { std::generate_n(std::back_inserter(own), count, make_attempt_id); });
    }
    std::set<std::string> all{ids[0].begin(), ids[0].end()};
    all.insert(ids[1].begin(), ids[1].end());
    BOOST_TEST(all.size() == 2U * count);
}

BOOST_AUTO_TEST_CASE(a_forked_process_makes_other_ids)
{
    make_attempt_id();
    int ends[2]{};
    BOOST_REQUIRE(::pipe(ends) == 0);
    const pid_t child = ::fork();
    BOOST_REQUIRE(child >= 0);
    if (child == 0)
    {
        const auto id      = make_attempt_id();
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
    BOOST_TEST(id != make_attempt_id());
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::llm
