#include "settings/reader.hpp"

#include "verbatim/sdk/text_types.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim;
using namespace verbatim::core::settings;

namespace {

struct sample_settings
{
    int                                     tokens = 4;
    std::string                             name;
    sdk::secret                             key;
    std::optional<std::vector<std::string>> fields;
};
void declare(sdk::schema_builder& schema, sample_settings& s)
{
    schema.name("Sample", "A sample.");
    schema.optional("TOKENS", s.tokens, "A number.");
    schema.optional("NAME", s.name, "A text.");
    schema.optional("KEY", s.key, "A secret.");
    schema.optional("FIELDS", s.fields, "A list.");
}

source make_source(setting_values texts)
{
    return source{[](std::string_view) { return std::nullopt; }, std::move(texts)};
}

value_digests digests(setting_values texts)
{
    const auto values = make_source(std::move(texts));
    reader     reader{values};
    reader.read<sample_settings>();
    return digest_values(reader.sections(), values);
}

using names = std::vector<std::string>;

} // namespace

BOOST_AUTO_TEST_SUITE(value_digests_)

BOOST_AUTO_TEST_CASE(changed_settings_are_named_in_order)
{
    const auto before = digests({{"TOKENS", "5"}, {"NAME", "a"}, {"KEY", "first"}});
    BOOST_TEST(changed_names(before, before).empty());
    BOOST_TEST(changed_names(before, digests({{"TOKENS", "6"}, {"KEY", "second"}, {"FIELDS", R"(["x"])"}})) ==
                   (names{"FIELDS", "KEY", "NAME", "TOKENS"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_setting_that_equals_its_default_is_not_changed)
{
    BOOST_TEST(changed_names(digests({}), digests({{"TOKENS", "4"}, {"NAME", ""}})).empty());
    BOOST_TEST(changed_names(digests({{"TOKENS", "4"}}), digests({})).empty());
}

BOOST_AUTO_TEST_CASE(a_secret_whose_file_is_unreadable_is_left_out)
{
    const auto before = digests({{"KEY", "first"}});
    BOOST_TEST(changed_names(before, digests({{"KEY_FILE", "/nowhere"}})).empty());
    BOOST_TEST(!digests({{"KEY_FILE", "/nowhere"}}).contains("KEY"));
}

BOOST_AUTO_TEST_SUITE_END()
