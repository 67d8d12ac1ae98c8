#include "verbatim/text_analysis/unicode.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using namespace verbatim::text_analysis;

namespace {

std::string folded(std::string_view text)
{
    std::string result = "of an earlier text";
    fold_case(text, result);
    return result;
}

} // namespace

BOOST_AUTO_TEST_SUITE(text_analysis_unicode)

BOOST_AUTO_TEST_CASE(texts_that_differ_in_case_width_or_composition_fold_alike)
{
    BOOST_TEST(folded("Clinic 7") == "clinic 7");
    BOOST_TEST(folded("") == "");
    BOOST_TEST(folded("STRASSE") == folded("Straße"));
    BOOST_TEST(folded("Jose\u0301") == folded("JOSÉ"));
    BOOST_TEST(folded("Ｃｌｉｎｉｃ") == "clinic");
    BOOST_TEST(folded("ﾊﾝｶｸ") == "ハンカク");
    BOOST_TEST(folded("a\xFFZ") == "a\xFFz");
}

BOOST_AUTO_TEST_CASE(accents_are_removed_and_letters_stay)
{
    BOOST_TEST(without_accents("naïve José") == "naive Jose");
    BOOST_TEST(without_accents("plain") == "plain");
    BOOST_TEST(without_accents("é\xFF") == "e\uFFFD");
    BOOST_TEST(without_accents("ß ø مياه") == "ß ø مياه");
}

BOOST_AUTO_TEST_CASE(letters_digits_and_marks_belong_to_words)
{
    for (const char32_t c : {U'a', U'Z', U'0', U'é', U'ж', U'م', U'水', U'٣', U'\u0301', U'ी'})
        BOOST_TEST(is_word_character(c), static_cast<std::uint32_t>(c));
    for (const char32_t c : {U' ', U'-', U'\'', U'’', U'،', U'。', U'€', U'\u200D', U'\uFFFD'})
        BOOST_TEST(!is_word_character(c), static_cast<std::uint32_t>(c));
}

BOOST_AUTO_TEST_CASE(scripts_without_blanks_are_known)
{
    for (const char32_t c : {U'水', U'の', U'カ', U'々', U'ไ', U'ລ', U'ខ', U'မ', U'ꩡ', U'ꧢ', U'\U00020000'})
        BOOST_TEST(is_written_without_blanks(c), static_cast<std::uint32_t>(c));
    for (const char32_t c : {U'a', U'é', U'ж', U'م', U'한', U'ह', U'አ', U'5', U'。', U'\U0001F600'})
        BOOST_TEST(!is_written_without_blanks(c), static_cast<std::uint32_t>(c));
}

BOOST_AUTO_TEST_CASE(segments_cover_a_text_and_know_words_and_numbers)
{
    word_segmenter segmenter;
    for (const std::string_view text : {"Don't pay 3.5, 水泵坏了!", "", "ไม่มีบ้าน", "\xFF\xFE a", "two"})
    {
        std::size_t              end = 0;
        std::vector<std::string> words, numbers;
        segmenter.for_each(text, [&](const text_segment& segment) {
            BOOST_TEST(segment.begin == end);
            BOOST_TEST(segment.end > segment.begin);
            end              = segment.end;
            const auto piece = text.substr(segment.begin, segment.end - segment.begin);
            if (segment.kind == segment_kind::word) words.emplace_back(piece);
            if (segment.kind == segment_kind::number) numbers.emplace_back(piece);
        });
        BOOST_TEST(end == text.size());
        if (!text.starts_with("Don't")) continue;
        BOOST_TEST(words == (std::vector<std::string>{"Don't", "pay", "水泵", "坏", "了"}),
                   boost::test_tools::per_element());
        BOOST_TEST(numbers == std::vector<std::string>{"3.5"}, boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_SUITE_END()
