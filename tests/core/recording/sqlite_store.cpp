#include "recording/row_json.hpp"
#include "recording/store.hpp"

#include "support.hpp"

#include "database/session.hpp"

#include "support/temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <limits>

namespace verbatim::core::recording {
namespace {

struct kept
{
    verbatim::support::temporary_directory room;
    database::connection_info              where{room.path() / "verbatim.db"};
    std::unique_ptr<store>                 rows = make_store(where);

    std::vector<database::row> select(const std::string& columns, std::size_t count) const
    {
        return database::open(where)->select("select " + columns + " from llm_calls order by attempt_id", count, {});
    }
    std::string count() const { return select("count(*)", 1).at(0).at(0).value(); }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(sqlite_store, kept)

BOOST_AUTO_TEST_CASE(a_row_is_kept_as_it_was)
{
    usage_row failed       = testing::sample_row(2);
    failed.error           = error_class::cancelled;
    const usage_row both[] = {testing::sample_row(1), failed};

    rows->write(both);

    const auto found =
        select("attempt_id, tenant_id, operation, call_id, timestamp, call_duration_ms, model, input_tokens, "
               "output_tokens, cost_micro_usd, status, error_class",
               12);
    const database::row ok = {"00000001-0000-4000-8000-000000000000",
                              "tenant-nl",
                              "analyze",
                              "aaaaaaaa-0000-4000-8000-000000000000",
                              "1700000000123456",
                              "12",
                              "azure/gpt-5.4",
                              "1000",
                              "200",
                              "4500",
                              "ok",
                              std::nullopt};
    BOOST_REQUIRE(found.size() == 2U);
    BOOST_CHECK(found[0] == ok);
    BOOST_TEST(found[1].at(10).value() == "error");
    BOOST_TEST(found[1].at(11).value() == "cancelled");
}

BOOST_AUTO_TEST_CASE(a_row_that_is_there_already_is_left_as_it_is)
{
    const usage_row first[] = {testing::sample_row(1)};
    usage_row       again[] = {testing::sample_row(1), testing::sample_row(2), testing::sample_row(2)};
    again[0].model          = "another";

    rows->write(first);
    rows->write(again);

    BOOST_TEST(count() == "2");
    BOOST_TEST(select("model", 1).at(0).at(0).value() == "azure/gpt-5.4");
}

BOOST_AUTO_TEST_CASE(whatever_a_provider_calls_its_model_the_row_is_kept)
{
    const auto attacks = testing::hostile_model_names();
    unsigned   n       = 0;
    for (const std::string& name : attacks)
    {
        usage_row one = testing::sample_row(++n);
        one.model     = name;
        rows->write({&one, 1});
    }
    const auto found = select("model", 1);
    BOOST_REQUIRE(found.size() == attacks.size());
    BOOST_TEST(found[0].at(0).value() == "a\xEF\xBF\xBD"
                                         "b");
    BOOST_TEST(found[6].at(0).value() == "\",null]]");
    BOOST_TEST(found[7].at(0).value() == "\\u0000");
    BOOST_TEST(found[10].at(0).value() == std::string(255, 'x'));
    BOOST_TEST(found[11].at(0).value() == "\xF0\x9F\x92\xA3");
}

BOOST_AUTO_TEST_CASE(a_cut_falls_between_characters)
{
    BOOST_TEST(storable_text("\xC3\xA9\xC3\xA9\xC3\xA9", 2) == "\xC3\xA9\xC3\xA9");
    BOOST_TEST(storable_text("\xE2\x82", 9) == "\xEF\xBF\xBD\xEF\xBF\xBD");
}

BOOST_AUTO_TEST_CASE(numbers_no_column_holds_are_moved_to_its_bound)
{
    usage_row one    = testing::sample_row(1);
    one.input_tokens = -5;
    one.cost         = std::numeric_limits<micro_usd>::max();
    one.duration     = std::chrono::milliseconds::max();
    rows->write({&one, 1});

    const auto found = select("input_tokens, cost_micro_usd, call_duration_ms", 3).at(0);
    BOOST_TEST(found.at(0).value() == "0");
    BOOST_TEST(found.at(1).value() == "999999999999");
    BOOST_TEST(found.at(2).value() == "2147483647");
}

BOOST_AUTO_TEST_CASE(a_refused_row_takes_its_whole_group_along_and_the_next_group_is_kept)
{
    usage_row mixed[]  = {testing::sample_row(1), testing::sample_row(2)};
    mixed[1].tenant_id = "";
    BOOST_CHECK_THROW(rows->write(mixed), database::failure);
    BOOST_TEST(count() == "0");
    rows->write({mixed, 1});
    BOOST_TEST(count() == "1");
}

BOOST_AUTO_TEST_CASE(a_file_taken_away_is_made_again_and_the_row_is_in_it)
{
    const usage_row first = testing::sample_row(1);
    const usage_row next  = testing::sample_row(2);
    rows->write({&first, 1});
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(where.file.native() + suffix);

    rows->write({&next, 1});
    rows->write({&next, 1});

    BOOST_TEST(count() == "1");
}

BOOST_AUTO_TEST_CASE(two_stores_on_one_file_write_side_by_side)
{
    const auto      other = make_store(where);
    const usage_row first = testing::sample_row(1);
    const usage_row next  = testing::sample_row(2);
    rows->write({&first, 1});
    other->write({&next, 1});
    rows->write({&next, 1});
    BOOST_TEST(count() == "2");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::recording
