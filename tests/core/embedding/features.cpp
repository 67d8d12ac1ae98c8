#include "embedding/features.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <string>

using namespace verbatim::core::embedding;
using kind = feature::kind;

namespace {

std::map<std::uint64_t, std::uint32_t> features_of(std::string_view text)
{
    feature_reader                         reader;
    std::map<std::uint64_t, std::uint32_t> result;
    for (const auto& each : reader.read(text)) result.emplace(each.hash, each.count);
    return result;
}

std::size_t count_features(std::string_view text, kind type)
{
    feature_reader reader;
    std::size_t    count = 0;
    for (const auto& each : reader.read(text)) count += each.type == type;
    return count;
}

} // namespace

BOOST_AUTO_TEST_SUITE(embedding_features)

BOOST_AUTO_TEST_CASE(words_pairs_and_character_sequences_are_features)
{
    BOOST_TEST(count_features("the clinic was closed", kind::word) == 4u);
    BOOST_TEST(count_features("the clinic was closed", kind::pair) == 3u);
    // " clinic " has 6 sequences of three characters, 5 of four and 4 of five.
    BOOST_TEST(count_features("clinic", kind::characters) == 15u);
    BOOST_TEST(count_features("a", kind::characters) == 1u);
}

BOOST_AUTO_TEST_CASE(repeated_features_are_counted)
{
    feature_reader reader;
    const auto     features = reader.read("water water water");
    BOOST_TEST(features.front().count == 3u);
    BOOST_TEST(count_features("water water water", kind::word) == 1u);
    BOOST_TEST(count_features("water water water", kind::pair) == 1u);
}

BOOST_AUTO_TEST_CASE(case_width_composition_and_punctuation_do_not_matter)
{
    for (const std::string_view same :
         {"strasse CAFE\u0301 3", "Straße, café: ３!", "STRASSE (Café) 3", "\u00a0straße\tcafé\n3\u3000"})
        BOOST_TEST((features_of(same) == features_of("straße café 3")), same);
    BOOST_TEST((features_of("Καφές") == features_of("ΚΑΦΈΣ")));
    BOOST_TEST((features_of("straße") != features_of("strase")));
}

BOOST_AUTO_TEST_CASE(the_order_of_words_affects_only_pairs)
{
    auto first = features_of("no water");
    auto other = features_of("water no");
    BOOST_TEST((first != other));
    std::erase_if(other, [&](const auto& each) { return first.contains(each.first); });
    BOOST_TEST(other.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_text_without_words_has_no_features)
{
    for (const std::string_view text : {"", " ", "\n\t", "...", "— ! ?", "\xff\xfe\x80", "😀"})
        BOOST_TEST(features_of(text).empty(), text);
}

BOOST_AUTO_TEST_CASE(invalid_utf8_separates_words)
{
    std::string all_bytes;
    for (int n = 1; n != 256; ++n) all_bytes += static_cast<char>(n);
    BOOST_TEST(!features_of(all_bytes).empty());
    BOOST_TEST(count_features("water\xc3", kind::word) == 1u);
    BOOST_TEST(count_features(std::string{"a\0b", 3}, kind::word) == 2u);
}

BOOST_AUTO_TEST_CASE(the_features_of_a_text_do_not_depend_on_earlier_texts)
{
    feature_reader reader;
    std::string    long_text;
    for (int n = 0; n != 5'000; ++n) long_text += "word" + std::to_string(n) + ' ';
    BOOST_TEST(reader.read(long_text).size() > 5'000u);

    BOOST_TEST(reader.read("one two").size() == features_of("one two").size());
    BOOST_TEST(features_of(long_text).size() == reader.read(long_text).size());
}

BOOST_AUTO_TEST_CASE(scripts_without_blanks_are_split_into_words)
{
    const std::vector<std::pair<std::string_view, std::vector<std::string>>> samples{
        {"Clinic, no Water", {"clinic", "no", "water"}},
        {"水泵坏了", {"水泵", "坏", "了"}},
        {"ไม่มีบ้าน", {"ไม่มี", "บ้าน"}},
        {"သောက်ရေမရှိပါ", {"သောက်ရေ", "မ", "ရှိ", "ပါ"}},
        {"water水泵", {"water", "水泵"}}};
    for (const auto& [text, words] : samples)
    {
        feature_reader           reader;
        std::vector<std::string> found;
        for (const auto& each : reader.read(text))
            if (each.type == kind::word) found.emplace_back(reader.text_of(each));
        BOOST_TEST(found == words, boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_SUITE_END()
