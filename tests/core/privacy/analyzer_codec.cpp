#include "privacy/analyzer_codec.hpp"

#include "expect.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

namespace verbatim::core::privacy {

namespace {

using namespace std::string_literals;

std::optional<std::vector<std::vector<sdk::detected_entity>>> read(std::string_view                     body,
                                                                   const std::vector<std::string_view>& texts)
{
    static kind_names kinds;
    return read_analyze_response(body, texts, {}, kinds);
}

std::string response(std::string_view start, std::string_view end, std::string_view type = R"("PERSON")",
                     std::string_view score = "0.85")
{
    return "[{\"analysis_explanation\":null,\"end\":" + std::string{end} + ",\"entity_type\":" + std::string{type} +
           ",\"score\":" + std::string{score} + ",\"start\":" + std::string{start} + "}]";
}

} // namespace

BOOST_AUTO_TEST_SUITE(analyzer_codec)

BOOST_AUTO_TEST_CASE(offsets_are_code_points_and_findings_are_bytes)
{
    struct row
    {
        std::string_view text;
        const char *     start, *end;
        std::string_view found;
    };
    const row table[]{
        {"I am Ann.", "5", "8", "Ann"},
        {"Ann", "0", "3", "Ann"},
        {"Я Анна.", "2", "6", "Анна"},
        {"😀 José 😀", "2", "6", "José"},
        {"e\u0301 Ann", "3", "6", "Ann"},            // a combining accent is a code point of its own
        {"👩‍👩‍👧 Ann", "6", "9", "Ann"}, // a family of five code points
        {"\r\nAnn", "2", "5", "Ann"},
        {"\xFF\xFE Ann", "3", "6", "Ann"}, // each invalid byte was sent as one code point
        {"名前は田中", "3", "5", "田中"},
    };
    for (const auto& row : table) BOOST_TEST_CONTEXT(row.text)
        {
            const auto findings = read(response(row.start, row.end), {row.text});
            BOOST_REQUIRE((findings && findings->size() == 1U && findings->front().size() == 1U));
            const auto& finding = findings->front().front();
            BOOST_TEST(row.text.substr(finding.begin, finding.end - finding.begin) == row.found);
            BOOST_TEST(finding.kind == "PERSON");
            BOOST_TEST(finding.score == 0.85);
        }
}

BOOST_AUTO_TEST_CASE(a_response_of_another_form_is_invalid)
{
    const std::string_view text = "I am José.";
    const std::string      table[]{
             "",
             "null",
             "{}",
             "[",
             "[[]]",
             "[1]",
             "[{}]",
             R"({"error":"No matching recognizers"})",
             response("-1", "3"),
             response("5", "11"), // 10 code points, 11 bytes
             response("5", "5"),
             response("7", "5"),
             response("5.0", "9"),
             response("\"5\"", "9"),
             response("5", "null"),
             response("5", "18446744073709551615"),
             response("5", "9", "\"person\""),
             response("5", "9", "\"\""),
             response("5", "9", "\"A>B\""),
             response("5", "9", "\"US_SSN2\""),
             response("5", "9", "7"),
             response("5", "9", '"' + std::string(65, 'A') + '"'),
             response("5", "9", "\"PERSON\"", "1.5"),
             response("5", "9", "\"PERSON\"", "-0.1"),
             response("5", "9", "\"PERSON\"", "NaN"),
             response("5", "9", "\"PERSON\"", "\"1\""),
             response("5", "9") + "x",
             std::string(100'000, '['),
    };
    for (const auto& body : table) BOOST_TEST(!read(body, {text}), body.substr(0, 100));
}

BOOST_AUTO_TEST_CASE(low_scores_and_ignored_kinds_are_dropped)
{
    const std::string_view text = "On Monday I saw Ann.";
    BOOST_TEST(read(response("16", "19", "\"PERSON\"", "0.39"), {text})->front().empty());
    BOOST_TEST(read(response("3", "9", "\"DATE_TIME\""), {text})->front().empty());
    BOOST_TEST(read(response("16", "19", "\"PERSON\"", "0.4"), {text})->front().size() == 1U);
    BOOST_TEST(read("[]", {text})->front().empty());
}

BOOST_AUTO_TEST_CASE(a_batch_has_a_list_for_each_text)
{
    const auto findings = read("[[]," + response("1", "4") + "]", {"Bob", " Ann"});
    BOOST_REQUIRE((findings && findings->size() == 2U));
    BOOST_TEST((*findings)[0].empty());
    BOOST_TEST((*findings)[1].size() == 1U);
    for (const auto* body : {"[]", "[[]]", "[[],[],[]]", "[[],{}]"}) BOOST_TEST(!read(body, {"Bob", "Ann"}), body);
}

BOOST_AUTO_TEST_CASE(the_number_of_kinds_is_bounded)
{
    kind_names kinds;
    const auto name = [](int n) {
        std::string digits = std::to_string(n);
        for (auto& c : digits) c = static_cast<char>(c - '0' + 'A');
        return digits;
    };
    for (int n = 0; n != 1000; ++n) BOOST_REQUIRE(kinds.store(name(n)).has_value());
    BOOST_TEST(!kinds.store("ANOTHER"));
    BOOST_TEST(kinds.store(name(7)).value() == name(7));
}

BOOST_AUTO_TEST_CASE(a_single_text_is_sent_as_a_string_and_several_as_a_list)
{
    analyzer_settings settings;
    settings.language                          = "nl";
    const std::vector<std::string_view> texts  = {"a \"quoted\"\n\xF0\x9F\x98\x80", "\xFF!"};
    const auto                          single = boost::json::parse(write_analyze_request({texts.data(), 1}, settings));
    const auto                          several  = boost::json::parse(write_analyze_request(texts, settings));
    const boost::json::value            expected = {{"text", texts[0]}, {"language", "nl"}, {"score_threshold", 0.4}};
    BOOST_TEST(single == expected);
    BOOST_TEST(several.at("text") == (boost::json::array{texts[0], "\uFFFD!"}));
}

BOOST_AUTO_TEST_CASE(a_long_text_is_cut_into_overlapping_pieces)
{
    std::string words, letters, invalid(100'000, '\x80');
    while (words.size() < 200'000) words += "Some words. ";
    while (letters.size() < 200'000) letters += "я";
    for (const std::string_view text : {std::string_view{words}, std::string_view{letters}, std::string_view{invalid}})
    {
        const auto  pieces = pieces_of(text);
        std::size_t end    = 0;
        for (const auto piece : pieces)
        {
            const auto begin = static_cast<std::size_t>(piece.data() - text.data());
            BOOST_TEST((begin == 0 || (begin < end && end - begin >= 512)));
            BOOST_TEST(piece.size() <= 32U * 1024U);
            BOOST_TEST((text == invalid || sdk::utf8::is_valid(piece)));
            end = begin + piece.size();
        }
        BOOST_TEST(end == text.size());
        BOOST_TEST(pieces.size() < 10U);
    }
    BOOST_TEST(pieces_of("").empty());
    BOOST_TEST(pieces_of(" \n\u3000").empty());
    BOOST_TEST(pieces_of(" a ").size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::privacy
