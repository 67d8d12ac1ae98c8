#include "recording/outbox.hpp"

#include "support.hpp"

#include "database/session.hpp"

#include "support/temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <sys/stat.h>

#include <filesystem>
#include <fstream>

namespace verbatim::core::recording {
namespace {

struct outbox_fixture
{
    verbatim::support::temporary_directory directory;
    std::filesystem::path                  file = directory.path() / "outbox.db";
    outbox                                 queue{file};

    void append(unsigned first, unsigned count)
    {
        std::vector<usage_row> rows;
        for (unsigned n = first; n < first + count; ++n) rows.push_back(testing::sample_row(n));
        queue.append(rows);
    }
};

/// The renamed copies of a damaged file, without their logs.
std::vector<std::filesystem::path> renamed_copies(const std::filesystem::path& file)
{
    std::vector<std::filesystem::path> copies;
    for (const auto& entry : std::filesystem::directory_iterator{file.parent_path()})
    {
        const auto name = entry.path().filename().native();
        if (name.starts_with(file.filename().native() + ".damaged-") && !name.ends_with("-wal") &&
            !name.ends_with("-shm"))
            copies.push_back(entry.path());
    }
    return copies;
}

bool same(const usage_row& a, const usage_row& b)
{
    return a.attempt_id == b.attempt_id && a.tenant_id == b.tenant_id && a.operation == b.operation &&
           a.call_id == b.call_id && a.started == b.started && a.duration == b.duration && a.model == b.model &&
           a.input_tokens == b.input_tokens && a.output_tokens == b.output_tokens && a.cost == b.cost &&
           a.error == b.error && a.cached_tokens == b.cached_tokens && a.priced == b.priced && a.cause == b.cause;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(outbox_, outbox_fixture)

BOOST_AUTO_TEST_CASE(a_row_is_read_back_unchanged)
{
    usage_row odd          = testing::sample_row(1);
    odd.tenant_id          = "\"t\\\xF0\x9F\x92\xA3',\n]";
    odd.error              = error_class::content_policy_violation;
    odd.cost               = 999'999'999'999;
    odd.cached_tokens      = 1'000;
    odd.priced             = false;
    odd.cause              = failure_cause::policy;
    const usage_row rows[] = {odd, testing::sample_row(2)};
    queue.append(rows);

    const auto batch = queue.oldest(10);

    BOOST_REQUIRE(batch.rows.size() == 2U);
    BOOST_TEST(same(batch.rows[0], odd));
    BOOST_TEST(same(batch.rows[1], rows[1]));
}

BOOST_AUTO_TEST_CASE(a_row_of_the_release_before_is_read)
{
    database::open({.file = file})
        ->run("insert into rows (row) values ('[\"00000001-0000-4000-8000-000000000000\",\"tenant-nl\",\"analyze\","
              "\"aaaaaaaa-0000-4000-8000-000000000000\",1700000000123456,12,\"azure/"
              "gpt-5.4\",1000,200,4500,\"ok\",null]')");

    const auto batch = queue.oldest(10);

    BOOST_TEST(batch.damaged.empty());
    BOOST_REQUIRE(batch.rows.size() == 1U);
    BOOST_TEST(same(batch.rows[0], testing::sample_row(1)));
}

BOOST_AUTO_TEST_CASE(every_cause_is_read_by_its_name_and_an_unknown_one_is_dropped)
{
    for (const auto name : failure_cause_names) BOOST_TEST(to_string(parse_failure_cause(name).value()) == name);
    BOOST_TEST(!parse_failure_cause("weather").has_value());
}

BOOST_AUTO_TEST_CASE(rows_are_read_in_order_and_stay_until_removed)
{
    append(1, 5);
    BOOST_TEST(queue.oldest(2).rows.size() == 2U);
    const auto first = queue.oldest(2);
    append(6, 1);
    queue.remove(first);
    BOOST_TEST(queue.depth() == 4U);
    const auto rest = queue.oldest(10);
    BOOST_TEST(same(rest.rows.at(0), testing::sample_row(3)));
    BOOST_TEST(same(rest.rows.at(3), testing::sample_row(6)));
    queue.remove(rest);
    BOOST_TEST(queue.depth() == 0U);
    BOOST_TEST(queue.oldest(10).rows.empty());
}

BOOST_AUTO_TEST_CASE(the_next_process_finds_the_remaining_rows)
{
    append(1, 3);
    outbox next{file};
    BOOST_TEST(next.depth() == 3U);
    BOOST_TEST(next.oldest(10).rows.size() == 3U);
}

BOOST_AUTO_TEST_CASE(the_file_uses_wal_and_mode_0600)
{
    append(1, 1);
    struct stat status
    {};
    BOOST_REQUIRE(::stat(file.c_str(), &status) == 0);
    BOOST_TEST((status.st_mode & 0777U) == 0600U);
    BOOST_TEST(database::open({.file = file})->select("pragma journal_mode", 1, {}).at(0).at(0).value() == "wal");
}

BOOST_AUTO_TEST_CASE(a_removed_file_is_created_again_and_contains_the_row)
{
    append(1, 3);
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(file.native() + suffix);
    append(4, 1);
    BOOST_TEST(queue.depth() == 1U);
    append(5, 1);
    outbox next{file};
    BOOST_TEST(next.oldest(10).rows.size() == 2U);
}

BOOST_AUTO_TEST_CASE(the_file_shrinks_after_many_rows_were_removed)
{
    for (unsigned n = 0; n < 20; ++n) append(n * 5'000, 5'000);
    const auto full = std::filesystem::file_size(file);
    BOOST_TEST(full > 10'000'000U);
    while (queue.depth() > 0) queue.remove(queue.oldest(20'000));
    append(1, 1);
    database::open({.file = file})->run("pragma wal_checkpoint(truncate)");
    BOOST_TEST(std::filesystem::file_size(file) < full / 4);
}

BOOST_AUTO_TEST_CASE(two_outboxes_on_one_file_lose_no_row)
{
    outbox other{file};
    append(1, 2);
    const auto mine = other.oldest(10);
    append(3, 1);
    other.remove(mine);
    BOOST_TEST(same(queue.oldest(10).rows.at(0), testing::sample_row(3)));
    other.remove(other.oldest(10));
    BOOST_TEST(queue.oldest(10).rows.empty());
    BOOST_TEST(queue.depth() == 0U);
}

BOOST_AUTO_TEST_CASE(removing_an_old_batch_never_removes_later_rows)
{
    outbox other{file};
    append(1, 2);
    const auto read = queue.oldest(10);
    other.remove(other.oldest(10));
    append(3, 2);
    queue.remove(read);
    BOOST_TEST(queue.oldest(10).rows.size() == 2U);

    const auto again = queue.oldest(10);
    for (const auto* end : {"", "-wal", "-shm"}) std::filesystem::remove(file.native() + end);
    append(5, 1);
    queue.remove(again);
    BOOST_TEST(queue.oldest(10).rows.size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_damaged_row_is_kept_apart_and_delays_no_other)
{
    append(1, 3);
    const auto db = database::open({.file = file});
    db->run("update rows set row = substr(row, 1, 50) where row like '%00000002-%'");

    const auto batch = queue.oldest(10);
    BOOST_TEST(batch.rows.size() == 2U);
    BOOST_TEST(batch.damaged.size() == 1U);
    queue.remove(batch);

    BOOST_TEST(queue.depth() == 0U);
    BOOST_TEST(db->select("select row from damaged_rows", 1, {}).size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_damaged_file_is_renamed_and_replaced)
{
    const auto damaged = directory.file("text.db", std::string(5'000, 'x'));
    outbox     replaced{damaged};
    BOOST_TEST(replaced.damaged_files() == 1U);
    BOOST_TEST(replaced.depth() == 0U);
    const usage_row rows[] = {testing::sample_row(1)};
    replaced.append(rows);
    BOOST_TEST(replaced.oldest(10).rows.size() == 1U);
    BOOST_REQUIRE(renamed_copies(damaged).size() == 1U);
    BOOST_TEST(std::filesystem::file_size(renamed_copies(damaged).front()) == 5'000U);
}

BOOST_AUTO_TEST_CASE(damage_that_shows_while_the_file_is_open_does_not_block_later_rows)
{
    append(1, 2'000);
    database::open({.file = file})->run("pragma wal_checkpoint(truncate)");
    {
        std::fstream pages{file, std::ios::in | std::ios::out | std::ios::binary};
        for (int page = 2; page < 40; ++page)
        {
            pages.seekp(page * 4'096);
            pages << std::string(4'096, '\xA5');
        }
    }
    outbox damaged{file};
    while (damaged.damaged_files() == 0) damaged.remove(damaged.oldest(500));

    const usage_row rows[] = {testing::sample_row(3'001)};
    damaged.append(rows);
    BOOST_TEST(damaged.oldest(10).rows.size() == 1U);
    BOOST_TEST(renamed_copies(file).size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_file_in_a_missing_directory_is_an_error)
{
    BOOST_CHECK_THROW(outbox{directory.path() / "no" / "where.db"}, database::failure);
}

BOOST_AUTO_TEST_CASE(the_age_is_that_of_the_oldest_attempt)
{
    using seconds    = std::chrono::duration<double>;
    const auto now   = std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now());
    usage_row  old   = testing::sample_row(1);
    usage_row  newer = testing::sample_row(2);
    old.started      = now - std::chrono::hours{2};
    newer.started    = now - std::chrono::hours{1};
    BOOST_TEST((queue.age() == seconds{0}));

    queue.append(std::vector{old});
    queue.append(std::vector{newer});
    BOOST_TEST((queue.age() >= std::chrono::hours{2}));
    BOOST_TEST((outbox{file}.age() >= std::chrono::hours{2})); // of another process
    queue.remove(queue.oldest(1));
    BOOST_TEST((queue.age() >= std::chrono::hours{1}));
    BOOST_TEST((queue.age() < std::chrono::hours{2}));
    queue.remove(queue.oldest(1));
    BOOST_TEST((queue.age() == seconds{0}));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::recording
