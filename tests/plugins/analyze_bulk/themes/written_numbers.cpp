#include "themes/written_numbers.hpp"

#include "themes/theme_table.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

using namespace verbatim;
using analyze_bulk::record_ids;
using analyze_bulk::themes::known_numbers;

namespace {

/// Records whose ids are letters and digits, digits only, or small numbers.
const std::vector<std::string_view> sample_ids{"Form-00017",           "4711", "20004", "20005",
                                               "12345678901234567890", "2",    "3"};

/// 7 records, a theme of 1,234 of 9,000 and one of 36 of 300, records of 2025 and 2026.
known_numbers sample()
{
    static const record_ids ids{sample_ids};
    known_numbers           known{ids};
    known.add_count(300);
    known.add_count(1'234);
    known.add_count(36);
    known.add_share(36, 300); // 12 %
    known.add_share(1, 3);    // 33.3 %
    for (const auto year : {2025, 2026}) known.add_day(std::chrono::sys_days{std::chrono::year{year} / 3 / 2});
    known.add_text("COVID-19 and 5 schools, 80%");
    return known;
}

struct sample_text
{
    std::string              text;
    std::vector<std::string> unknown = {};
};
std::ostream& operator<<(std::ostream& to, const sample_text& sample) { return to << sample.text; }

const sample_text sample_texts[] = {
    {"No number at all."},
    {"36 of 300 records, 12 %."},
    {"37 of 300 records, 13 %.", {"37", "13 %"}},
    {"1,234 or 1.234 or 1 234 or 1'234 or 1\u00A0234 or 1\u202F234 or 1234"},
    {"1,235 and 1.235", {"1,235", "1.235"}},
    {"33.3 %, 33,3 %, 33 %, 33,33%"},
    {"33.4 % and 34 %", {"33.4 %", "34 %"}},
    {"12 percent, 0.12 of them"},
    {"٣٦ من ٣٠٠ سجل، ١٢٪"},
    {"٣٧ سجلا", {"٣٧"}},
    {"३६ में ३००"},
    {"３６ and ３７", {"３７"}},
    {"共36条记录，共37条", {"37"}},
    {"In 2025 and 2026, 300 records"},
    {"In 2024", {"2024"}},
    {"2026-03-02, 2026-03, 2026-W10, 2 March 2026, March 2, 2026, 2 de marzo de 2026, le 2 mars"},
    {"9 March 2026", {"9"}},
    {"1. Water\n2. Food\n  3) Roads\n## 4. Health\n1º"},
    {"T1, T2.1, COVID-19, H5N1, 4G and 90-day care, Form-00099"},
    {"Form-00017, (4711) and 4711"},
    {"Reported by 20004, 20005,4711; 20004-20005, 20004–20005 and 12345678901234567890"},
    {"20006 and 12345678901234567891", {"20006", "12345678901234567891"}},
    {"20004 %", {"20004 %"}},
    // An id that could be a count is one only where records are cited.
    {"2 records and 3 more", {"2", "3"}},
    {"(2 records)", {"2"}},
    {"such as 2 and 3; e.g. 3; #2; IDs: 2, 3; (2, 3); [3]"},
    {"tels que 2 et 3, por ejemplo 2, zoals 3, например 2 и 3, наприклад 2, مثل 2 و 3"},
    {"such as 2 and later 3", {"3"}},
    {"a fluid 2", {"2"}},
    {"<PERSON_77> said so to <LOCATION_3>"},
    {"80% of 5 schools"},
    {"80 records", {"80"}},
    {"12 pour cent, 12 procent, 13 percent", {"13"}},
    {"7, 8 and 9 but 7 again", {"7", "8", "9"}},
    {"36,300 or 36, 300"},
    {"99999999999999999999999999 records", {"99999999999999999999999999"}},
};

} // namespace

BOOST_AUTO_TEST_SUITE(theme_written_numbers)

BOOST_DATA_TEST_CASE(numbers_that_the_data_does_not_hold_are_named, boost::unit_test::data::make(sample_texts), entry)
{
    BOOST_TEST(sample().unknown_in(entry.text) == entry.unknown, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(any_bytes_are_read)
{
    for (const char* text : {"", "<", "<PERSON_", "\xff\xfe 1", "1", "%", "1 %", "1,", "1.\n", "1-", "(1", "9\xf0\x9f"})
        sample().unknown_in(text);
}

// The length of a word is bounded for the search of ids; a bracket is open until the end of its line.
BOOST_AUTO_TEST_CASE(ids_are_read_in_long_text)
{
    std::string text;
    for (int n = 0; n != 5'000; ++n) text += "7-";
    BOOST_TEST(sample().unknown_in(text) == std::vector<std::string>{"7"}, boost::test_tools::per_element());
    text = "(";
    for (int n = 0; n != 5'000; ++n) text += "4711 and 36, ";
    BOOST_TEST(sample().unknown_in(text).empty());
}

BOOST_AUTO_TEST_CASE(shares_are_rounded_as_on_the_page)
{
    using analyze_bulk::themes::percentage;
    BOOST_TEST(percentage(228, 800) == "29"); // 28.5 %
    BOOST_TEST(percentage(227, 800) == "28");
    BOOST_TEST(percentage(1, 800) == "0.1");
    BOOST_TEST(percentage(1, 400) == "0.3");
    BOOST_TEST(percentage(0, 800) == "0");
}

BOOST_AUTO_TEST_SUITE_END()
