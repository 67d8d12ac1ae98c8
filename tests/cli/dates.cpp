#include "cli/input/dates.hpp"

#include "cli/rows_of.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim::cli;
using input::day_order;
using input::iso_day;

namespace {

input::date_column inspected(const std::vector<std::string>& dates)
{
    std::vector<std::vector<std::string>> rows{{"date"}};
    for (const auto& date : dates) rows.push_back({date});
    return input::inspect_dates(table_of(rows), 0);
}

} // namespace

BOOST_AUTO_TEST_SUITE(dates)

BOOST_AUTO_TEST_CASE(common_formats_are_read)
{
    for (const auto* text : {"2026-03-04", "2026-03-04T08:15:00Z", "2026-03-04 08:15", " 2026-3-4 ", "2026/03/04",
                             "20260304", "04/03/2026", "4.3.2026", "4.3.2026 17:00", "04-03-2026", "04/03/26",
                             "4 March 2026", "4 mars 2026", "4-Mar-2026", "March 4, 2026", "46085", "46085.75"})
        BOOST_TEST(iso_day(text).value_or("none") == "2026-03-04", text);
    BOOST_TEST(*iso_day("03/04/2026", day_order::month_first) == "2026-03-04");
}

BOOST_AUTO_TEST_CASE(other_texts_are_no_dates)
{
    for (const auto* text :
         {"",           " ",          "yesterday",   "2026",        "2026-03",    "2026-02-30", "2026-13-01",
          "31/04/2026", "00/00/2026", "12/2026",     "1.2.3",       "4 Foo 2026", "99999999",   "12345",
          "2026-03/04", "1/2/30000",  "2026-257-01", "2026-01-257", "٢٠٢٦-٠٣-٠٤", "3.14",       "-2026-03-04"})
        BOOST_TEST(!iso_day(text), text);
}

BOOST_AUTO_TEST_CASE(a_single_date_must_be_certain)
{
    for (const auto* text : {"2026-03-04", "13/02/2026", "02/13/2026", "04/04/2026"})
        BOOST_TEST(input::certain_day(text).has_value(), text);
    for (const auto* text : {"03/04/2026", "3.4.26", "", "soon"}) BOOST_TEST(!input::certain_day(text), text);
}

BOOST_AUTO_TEST_CASE(a_column_shows_the_order_of_day_and_month)
{
    BOOST_TEST(inspected({"03/04/2026", "13/04/2026"}).day_first == 1U);
    BOOST_TEST(inspected({"03/04/2026", "04/13/2026"}).month_first == 1U);
    BOOST_TEST(inspected({"03/04/2026", "13/04/2026"}).is_ambiguous() == false);
    BOOST_TEST(inspected({"2026-03-04", "04/04/2026"}).is_ambiguous() == false);
    BOOST_TEST(inspected({"03/04/2026", "", "05/06/2026"}).is_ambiguous());
    BOOST_TEST(inspected({"03/04/2026", "13/04/2026", "04/13/2026"}).is_ambiguous());
}

BOOST_AUTO_TEST_SUITE_END()
