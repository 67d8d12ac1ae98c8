#include "jobs/keyed_digests.hpp"

#include "core/jobs/key_file.hpp"
#include "encoding/encoding.hpp"

#include <boost/test/unit_test.hpp>

#include <set>
#include <string>

using namespace verbatim::core::jobs;
using verbatim::jobs_test::key_line;
using verbatim::jobs_test::keys_of;
using enum digested_text;

BOOST_AUTO_TEST_SUITE(keyed_digests)

// The values were computed with the module hmac of Python.
BOOST_AUTO_TEST_CASE(digests_never_change)
{
    std::array<unsigned char, 32> key{};
    key.fill(0x0b);
    BOOST_TEST(verbatim::core::encoding::to_hexadecimal(digest_of("Hi There", key)) ==
               "198a607eb44bfbc69903a0f1cf2bbdc5ba0aa3f3d9ae3c1c7a3b1696a0b68cf7");
    BOOST_TEST(digests_of(idempotency_key, "tenant", "key", keys_of(key_line("1a"))).front() ==
               "4193f4bb1dc402a6577c3ce7b9fef3d2017d8f15046e4b03027916333ea4024d");
    BOOST_TEST(digests_of(body, "tenant", "{}", keys_of(key_line("1a"))).front() ==
               "9b85f33ae5fa84c42a31a233428c0729e94415571c034811c65707b524f74fdd");
}

BOOST_AUTO_TEST_CASE(kind_tenant_text_and_key_change_the_digest)
{
    const auto            keys  = keys_of(key_line("1a"));
    const auto            other = keys_of(key_line("2b"));
    std::set<std::string> digests;
    for (const auto& values :
         {digests_of(body, "tenant", "text", keys), digests_of(idempotency_key, "tenant", "text", keys),
          digests_of(body, "other", "text", keys), digests_of(body, "tenant", "other", keys),
          digests_of(body, "tenantt", "ext", keys), digests_of(body, "", "", keys),
          digests_of(body, "tenant", "text", other)})
        digests.insert(values.begin(), values.end());
    BOOST_TEST(digests.size() == 7U);
}

BOOST_AUTO_TEST_CASE(a_digest_of_before_a_rotation_is_among_those_of_after)
{
    const auto before = digests_of(idempotency_key, "tenant", "key", keys_of(key_line("1a")));
    const auto after  = digests_of(idempotency_key, "tenant", "key", keys_of(key_line("2b") + key_line("1a")));

    BOOST_REQUIRE(before.size() == 1U);
    BOOST_REQUIRE(after.size() == 2U);
    BOOST_TEST(after[1] == before[0]);
    BOOST_TEST(after[0] == digests_of(idempotency_key, "tenant", "key", keys_of(key_line("2b"))).front());
}

BOOST_AUTO_TEST_SUITE_END()
