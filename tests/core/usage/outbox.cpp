#include "usage/outbox.hpp"

#include "support.hpp"

#include "database/session.hpp"

#include "support/scratch.hpp"

#include <boost/test/unit_test.hpp>

#include <sys/stat.h>

#include <filesystem>

namespace verbatim::core::usage {
namespace {

struct kept
{
    verbatim::support::scratch room;
    std::filesystem::path      file = room.path() / "outbox.db";
    outbox                     box{file};

    void put(unsigned first, unsigned count)
    {
        std::vector<attempt> rows;
        for (unsigned n = first; n < first + count; ++n) rows.push_back(testing::some_attempt(n));
        box.put(rows);
    }
};

bool same(const attempt& a, const attempt& b)
{
    return a.attempt_id == b.attempt_id && a.tenant_id == b.tenant_id && a.operation == b.operation &&
           a.call_id == b.call_id && a.started == b.started && a.duration == b.duration && a.model == b.model &&
           a.input_tokens == b.input_tokens && a.output_tokens == b.output_tokens && a.cost == b.cost &&
           a.failed == b.failed;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(outbox_, kept)

BOOST_AUTO_TEST_CASE(a_row_comes_out_as_it_went_in)
{
    attempt odd          = testing::some_attempt(1);
    odd.tenant_id        = "\"t\\\xF0\x9F\x92\xA3',\n]";
    odd.failed           = failure::content_policy_violation;
    odd.cost             = 999'999'999'999;
    const attempt rows[] = {odd, testing::some_attempt(2)};
    box.put(rows);

    const auto found = box.oldest(10);

    BOOST_REQUIRE(found.rows.size() == 2U);
    BOOST_TEST(same(found.rows[0], odd));
    BOOST_TEST(same(found.rows[1], rows[1]));
}

BOOST_AUTO_TEST_CASE(rows_leave_in_the_order_they_came_and_only_when_dropped)
{
    put(1, 5);
    BOOST_TEST(box.oldest(2).rows.size() == 2U);
    const auto first = box.oldest(2);
    put(6, 1);
    box.drop(first);
    BOOST_TEST(box.depth() == 4U);
    const auto rest = box.oldest(10);
    BOOST_TEST(same(rest.rows.at(0), testing::some_attempt(3)));
    BOOST_TEST(same(rest.rows.at(3), testing::some_attempt(6)));
    box.drop(rest);
    BOOST_TEST(box.depth() == 0U);
    BOOST_TEST(box.oldest(10).rows.empty());
}

BOOST_AUTO_TEST_CASE(the_next_process_finds_what_is_left)
{
    put(1, 3);
    outbox next{file};
    BOOST_TEST(next.depth() == 3U);
    BOOST_TEST(next.oldest(10).rows.size() == 3U);
}

BOOST_AUTO_TEST_CASE(a_commit_is_on_disk_and_for_this_user_only)
{
    put(1, 1);
    struct stat found
    {};
    BOOST_REQUIRE(::stat(file.c_str(), &found) == 0);
    BOOST_TEST((found.st_mode & 0777U) == 0600U);
    BOOST_TEST(database::open({.file = file})->select("pragma journal_mode", 1, {}).at(0).at(0).value() == "wal");
}

BOOST_AUTO_TEST_CASE(a_file_taken_away_is_made_again_and_the_row_is_in_it)
{
    put(1, 3);
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(file.native() + suffix);
    put(4, 1);
    BOOST_TEST(box.depth() == 1U);
    put(5, 1);
    outbox next{file};
    BOOST_TEST(next.oldest(10).rows.size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_great_many_rows_that_have_left_leave_no_great_file)
{
    for (unsigned n = 0; n < 20; ++n) put(n * 5'000, 5'000);
    const auto full = std::filesystem::file_size(file);
    BOOST_TEST(full > 10'000'000U);
    while (box.depth() > 0) box.drop(box.oldest(20'000));
    put(1, 1);
    database::open({.file = file})->run("pragma wal_checkpoint(truncate)");
    BOOST_TEST(std::filesystem::file_size(file) < full / 4);
}

BOOST_AUTO_TEST_CASE(two_that_share_a_file_lose_nothing)
{
    outbox other{file};
    put(1, 2);
    const auto mine = other.oldest(10);
    put(3, 1);
    other.drop(mine);
    BOOST_TEST(same(box.oldest(10).rows.at(0), testing::some_attempt(3)));
    other.drop(other.oldest(10));
    BOOST_TEST(box.oldest(10).rows.empty());
    BOOST_TEST(box.depth() == 0U);
}

BOOST_AUTO_TEST_CASE(a_batch_that_was_read_never_stands_for_rows_that_came_later)
{
    outbox other{file};
    put(1, 2);
    const auto read = box.oldest(10);
    other.drop(other.oldest(10));
    put(3, 2);
    box.drop(read);
    BOOST_TEST(box.oldest(10).rows.size() == 2U);

    const auto again = box.oldest(10);
    for (const auto* end : {"", "-wal", "-shm"}) std::filesystem::remove(file.native() + end);
    put(5, 1);
    box.drop(again);
    BOOST_TEST(box.oldest(10).rows.size() == 1U);
}

BOOST_AUTO_TEST_CASE(what_is_no_outbox_is_a_failure)
{
    const auto other = room.file("text.db", std::string(5'000, 'x'));
    BOOST_CHECK_THROW(outbox{other}, database::failure);
    BOOST_CHECK_THROW(outbox{room.path() / "no" / "where.db"}, database::failure);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::usage
