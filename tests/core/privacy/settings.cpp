#include "privacy/settings.hpp"

#include <boost/test/unit_test.hpp>

#include <limits>

using namespace verbatim::core::privacy;

namespace {

verbatim::core::settings::setting_problems problems_of(const analyzer_settings& analyzer)
{
    return problems(settings{.terms_path = {}, .analyzer = analyzer});
}

} // namespace

BOOST_AUTO_TEST_SUITE(privacy_settings)

BOOST_AUTO_TEST_CASE(the_defaults_have_no_problems) { BOOST_TEST(problems({}).empty()); }

BOOST_AUTO_TEST_CASE(plain_http_is_for_loopback_unless_allowed)
{
    for (const auto* url :
         {"http://127.0.0.1:3000", "http://localhost", "http://[::1]:3000/", "https://analyzer.example"})
        BOOST_TEST(problems_of({.url = url}).empty(), url);
    for (const auto* url : {"http://analyzer:3000", "http://10.0.0.1", "http://localhost.example"})
    {
        const auto found = problems_of({.url = url});
        BOOST_REQUIRE(found.size() == 1U);
        BOOST_TEST(to_string(found.front()) ==
                   "ANONYMIZER_ANALYZER_URL: would send texts with personal data in clear text; use https://, or set "
                   "ANONYMIZER_ANALYZER_ALLOW_PLAIN_HTTP to true");
        BOOST_TEST(problems_of({.url = url, .allow_plain_http = true}).empty());
    }
}

BOOST_AUTO_TEST_CASE(values_that_cannot_work_are_problems)
{
    for (const auto* url : {"analyzer:3000", "ftp://analyzer", "https://user:secret@analyzer", "https://analyzer/?a=b"})
        BOOST_TEST(problems_of({.url = url}).size() == 1U, url);
    for (const double seconds : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()})
        BOOST_TEST(problems_of({.timeout = std::chrono::duration<double>{seconds}}).size() == 1U);
    for (const auto* language : {"", "e n", "en\n", "\"en", "a-language-name-that-is-long"})
        BOOST_TEST(problems_of({.language = language}).size() == 1U, language);
    BOOST_TEST(problems_of({.language = "zh-Hant"}).empty());
}

BOOST_AUTO_TEST_SUITE_END()
