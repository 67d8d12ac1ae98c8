#include "privacy/overlaps.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

namespace verbatim::core::privacy {

namespace {

/// A finding by its words and score.
struct mention
{
    std::string_view kind;
    std::string_view words;
    double           score = 0.85;
};

struct sample
{
    std::string_view         text;
    std::vector<mention>     built_in;
    std::vector<mention>     further;
    std::vector<std::string> united;
};

std::vector<sdk::detected_entity> entities(std::string_view text, const std::vector<mention>& mentions)
{
    std::vector<sdk::detected_entity> result;
    for (const auto& [kind, words, score] : mentions)
    {
        const auto begin = text.find(words);
        BOOST_REQUIRE(begin != text.npos);
        result.push_back({begin, begin + words.size(), kind, score});
    }
    return result;
}

} // namespace

BOOST_AUTO_TEST_SUITE(overlaps)

BOOST_AUTO_TEST_CASE(findings_of_two_engines_are_united_by_the_rules_of_overlaps)
{
    const sample table[]{
        {"Ann met Bob.", {{"PERSON", "Ann"}}, {}, {"PERSON:Ann"}},
        {"Ann met Bob.", {}, {{"PERSON", "Bob"}, {"PERSON", "Ann"}}, {"PERSON:Ann", "PERSON:Bob"}},
        {"Ann met Bob.", {{"PERSON", "Ann"}}, {{"PERSON", "Bob"}}, {"PERSON:Ann", "PERSON:Bob"}},
        // The longest wins, whichever engine found it.
        {"Ann Lee", {{"PERSON", "Ann"}}, {{"PERSON", "Ann Lee", 0.4}}, {"PERSON:Ann Lee"}},
        {"Ann Lee", {{"PERSON", "Ann Lee", 0.4}}, {{"LOCATION", "Lee", 1}}, {"PERSON:Ann Lee"}},
        // At equal length the higher score wins.
        {"Ann", {{"PERSON", "Ann", 0.8}}, {{"LOCATION", "Ann", 0.9}}, {"LOCATION:Ann"}},
        {"Ann", {{"PERSON", "Ann", 0.8}}, {{"LOCATION", "Ann", 0.7}}, {"PERSON:Ann"}},
        {"Ann", {{"PERSON", "Ann"}}, {{"PERSON", "Ann"}}, {"PERSON:Ann"}},
        // The rest of the other stays a finding.
        {"A B, C D E", {{"PERSON", "A B"}}, {{"LOCATION", "B, C D"}}, {"PERSON:A", "LOCATION:B, C D"}},
        // Findings of one engine may overlap.
        {"a@b.org", {}, {{"URL", "b.org", 0.5}, {"EMAIL_ADDRESS", "a@b.org", 1}}, {"EMAIL_ADDRESS:a@b.org"}},
        // Placeholders and invalid bytes of the input are in no finding.
        {"Ann <PERSON_0> Lee", {}, {{"PERSON", "Ann <PERSON_0> Lee"}}, {"PERSON:Ann", "PERSON:Lee"}},
        {"&lt;PERSON_0&gt;", {}, {{"PERSON", "PERSON_0"}}, {}},
        {"<<PERSON_0> Lee", {}, {{"PERSON", "<<PERSON_0> Lee"}}, {"PERSON:Lee"}},
        {"Ann \xFF Lee", {}, {{"PERSON", "Ann \xFF Lee"}}, {"PERSON:Ann", "PERSON:Lee"}},
    };
    for (const auto& row : table) BOOST_TEST_CONTEXT(row.text)
        {
            std::vector<std::string> words;
            for (const auto& finding :
                 unite(row.text, entities(row.text, row.built_in), entities(row.text, row.further)))
                words.push_back(std::string{finding.kind} + ':' +
                                std::string{row.text.substr(finding.begin, finding.end - finding.begin)});
            BOOST_TEST(words == row.united, boost::test_tools::per_element());
        }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::privacy
