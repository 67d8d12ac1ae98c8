#include "sample.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <map>
#include <stdexcept>

using namespace sample;

namespace {

using named_texts = std::map<std::string, std::string, std::less<>>;

std::vector<std::string> problems_of(const named_texts& texts, settings& settings)
{
    std::vector<std::string> lines;
    const auto               lookup = [&](std::string_view name) -> std::optional<std::string> {
        const auto it = texts.find(name);
        return it == texts.end() ? std::nullopt : std::optional{it->second};
    };
    for (const auto& issue : sdk::read(sdk::schema_of<struct settings>(), lookup, &settings))
        lines.push_back(issue.field + ": " + issue.issue);
    return lines;
}

struct text_case
{
    const char* name;
    std::string text;
    const char* expected; // empty: it is read
};
std::ostream& operator<<(std::ostream& to, const text_case& sample) { return to << sample.name << "=" << sample.text; }

// clang-format off
const text_case text_cases[] = {
    {"STRUCTURED", "true", ""}, {"STRUCTURED", "0", ""},
    {"STRUCTURED", "yes", "STRUCTURED: Input should be a valid boolean"},
    {"STRUCTURED", "", "STRUCTURED: Input should be a valid boolean"},
    {"STRUCTURED", "TRUE", "STRUCTURED: Input should be a valid boolean"},
    {"TOKENS", "7", ""}, {"TOKENS", "7.0", ""}, {"TOKENS", "1e3", ""},
    {"TOKENS", "0", "TOKENS: Input should be greater than or equal to 1"},
    {"TOKENS", "0x10", "TOKENS: Input should be a valid integer"},
    {"TOKENS", "seven", "TOKENS: Input should be a valid integer"},
    {"TOKENS", "\"7\"", "TOKENS: Input should be a valid integer"},
    {"TOKENS", "true", "TOKENS: Input should be a valid integer"},
    {"TOKENS", "7.5", "TOKENS: Input should be a valid integer, got a number with a fractional part"},
    {"TIMEOUT", "0.5", ""}, {"TIMEOUT", "NaN", "TIMEOUT: Input should be a valid number"},
    {"TIMEOUT", "1e999", "TIMEOUT: Input should be a finite number"},
    {"TREND", "day", ""}, {"TREND", "\"day\"", "TREND: Input should be 'day', 'week' or 'month'"},
    {"MODEL", "true", ""}, {"MODEL", "", "MODEL: String should have at least 1 character"},
    {"MODEL", "\xff", "MODEL: Input should be a valid string"},
    {"MODEL", "\xed\xa0\x80", "MODEL: Input should be a valid string"},
    {"MODEL", "\xc0\xaf", "MODEL: Input should be a valid string"},
    {"MODEL", "\xf4\x90\x80\x80", "MODEL: Input should be a valid string"},
    {"MODEL", "\xe2\x82", "MODEL: Input should be a valid string"},
    {"BASE", "null", ""},
    {"STRUCTURED", "\xff", "STRUCTURED: Input should be a valid boolean"},
    {"FIELDS", "\xff", "FIELDS: Input should be a valid list"},
    {"FIELDS", R"(["x"])", ""}, {"FIELDS", "x", "FIELDS: Input should be a valid list"},
    {"FIELDS", "[", "FIELDS: Input should be a valid list"},
    {"FIELDS", "[1]", "FIELDS[0]: Input should be a valid string"},
    {"FIELDS", "[]", "FIELDS: List should have at least 1 item after validation, not 0"},
    {"KEYS", R"([{"name":"n"}])", "KEYS[0].key: Field required"},
    {"KEYS", R"([{"name":"n","key":"k"}])", ""},
};
// clang-format on

} // namespace

BOOST_AUTO_TEST_SUITE(texts)

BOOST_DATA_TEST_CASE(a_named_text_is_read_by_what_the_field_holds, boost::unit_test::data::make(text_cases), one)
{
    struct settings settings;
    named_texts     texts{{"KEYS", "[]"}};
    texts[one.name]                   = one.text;
    const auto               problems = problems_of(texts, settings);
    std::vector<std::string> expected;
    if (*one.expected) expected.emplace_back(one.expected);
    BOOST_CHECK_EQUAL_COLLECTIONS(problems.begin(), problems.end(), expected.begin(), expected.end());
}

BOOST_AUTO_TEST_CASE(what_is_not_set_keeps_its_default_and_what_is_needed_is_missed)
{
    struct settings settings;
    BOOST_TEST(problems_of({}, settings).at(0) == "KEYS: Field required");
    BOOST_TEST(
        problems_of({{"KEYS", "[]"}, {"API_KEY", "hush"}, {"BASE", "http://x"}, {"FILE", "/tmp/x"}}, settings).empty());
    BOOST_TEST(settings.model == "local/extractive");
    BOOST_TEST(settings.api_key.reveal() == "hush");
    BOOST_TEST(settings.base.value() == "http://x");
    BOOST_TEST(settings.file.text == "/tmp/x");
    BOOST_TEST(settings.fields.size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_borrowing_type_cannot_be_read_from_texts)
{
    borrowing value;
    BOOST_CHECK_THROW(
        sdk::read(
            sdk::schema_of<borrowing>(), [](std::string_view) { return std::optional<std::string>{"x"}; }, &value),
        std::logic_error);
}

BOOST_AUTO_TEST_CASE(notes_tell_the_manual_everything_but_secrets)
{
    struct settings settings;
    settings.api_key = sdk::secret{"hush-hush"};
    settings.keys.push_back({"n", sdk::secret{"hush-hush"}});
    const auto fields = sdk::document_fields(sdk::schema_of<struct settings>(), &settings);

    std::string lines;
    for (const auto& field : fields)
        lines += field.name + "|" + field.allowed + "|" + field.value + "|" + (field.required ? "needed" : "") +
                 (field.secret ? "secret" : "") + (field.is_text ? "quoted" : "") + "\n";
    BOOST_TEST(lines == "MODEL|text, at least 1 character|local/extractive|quoted\n"
                        "API_KEY|secret|***|secretquoted\n"
                        "BASE|text||quoted\n"
                        "TIMEOUT|number, at least 0.5|115.0|\n"
                        "TOKENS|integer, at least 1|100000|\n"
                        "STRUCTURED|true or false|true|\n"
                        "TREND|'day', 'week' or 'month'|week|quoted\n"
                        "FIELDS|list as JSON text, at least 1 item|[\"a\",\"b\"]|\n"
                        "KEYS|list as JSON text|[{\"name\":\"n\",\"key\":\"***\"}]|neededsecret\n"
                        "FILE|path||quoted\n");
    BOOST_TEST(sdk::document_fields(sdk::schema_of<struct settings>()).at(1).value.empty());
    BOOST_TEST(fields.at(3).description == "Seconds an attempt may take.");
}

BOOST_AUTO_TEST_SUITE_END()
