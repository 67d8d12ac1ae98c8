#include "proposals.hpp"

#include "framework.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string_view>
#include <vector>

using namespace verbatim;
using namespace verbatim::suggest_codes;

namespace {

struct fixture : example_options
{
    model_codes propose(std::vector<std::string_view> texts, std::size_t max_codes = 10)
    {
        return offline::propose(feedback::redaction{std::move(texts)}, options, max_codes);
    }
};

const std::vector<std::string_view> lamps{
    "The solar lamps stop working after a week.",     "Our solar lamps broke, please repair them.",
    "We got no solar lamps in our village.",          "Thank you.",
    "The hygiene kits had no soap this time.",        "Hygiene kits are late again.",
    "Why do widows get no hygiene kits in our camp?",
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(offline_proposals, fixture)

BOOST_AUTO_TEST_CASE(phrases_that_records_share_become_codes)
{
    const auto output = propose(lamps);
    const auto has    = [&](std::string_view name, const std::vector<std::int64_t>& records) {
        return std::ranges::any_of(output.codes, [&](const model_code& code) {
            return code.name == name && std::ranges::includes(code.records, records);
        });
    };
    BOOST_TEST(has("Solar lamps", {0, 1, 2}));
    BOOST_TEST(has("Hygiene kits", {4, 5, 6}));
    for (const auto& code : output.codes)
        BOOST_TEST(std::ranges::count(code.records, 3) == 0, code.name); // thanks have no topic
}

BOOST_AUTO_TEST_CASE(a_code_stands_beside_the_most_similar_one)
{
    const auto output = propose({"The water pump needs repair.", "Please repair the water pump soon.",
                                 "Water pump repair takes months.", "Nobody repairs the water pump."},
                                1);
    BOOST_REQUIRE(output.codes.size() == 1U);
    BOOST_TEST((output.codes[0].parent == 3)); // Water
    BOOST_TEST(!output.codes[0].similar.empty());
}

BOOST_AUTO_TEST_CASE(there_are_at_most_as_many_codes_as_requested) { BOOST_TEST(propose(lamps, 1).codes.size() == 1U); }

BOOST_AUTO_TEST_CASE(records_without_words_have_no_codes)
{
    BOOST_TEST(propose({" ", "...", "12"}).codes.empty());
    BOOST_TEST(propose({"<PERSON_0> <PERSON_1>", "<PERSON_0>"}).codes.empty());
}

BOOST_AUTO_TEST_SUITE_END()
