#include "analysis_modes.hpp"
#include "question.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <numeric>
#include <string>
#include <vector>

using namespace verbatim;
using namespace verbatim::analyze_bulk;

namespace {

struct fixture
{
    std::vector<feedback::record>            records;
    std::string                              prompt = "What is broken?";
    std::optional<feedback::output_language> language;
    bool                                     has_comparison = false;
    const std::vector<std::string>           fields{"created", "coding_level_1"};

    void add(std::string id, std::string content, std::string_view metadata = "{}")
    {
        records.push_back({.id       = std::move(id),
                           .content  = std::move(content),
                           .metadata = boost::json::parse(metadata).as_object(),
                           .url_id   = {}});
    }

    void add_pumps(std::string prefix, int count)
    {
        for (int n = 0; n != count; ++n)
            add(prefix + std::to_string(n), "The hand pump is broken near house " + std::to_string(n) + ".");
    }

    std::string analyze(bool with_codes = false)
    {
        const auto                with_content = feedback::with_content(records);
        const analysis_input      input{.records        = with_content,
                                        .prompt         = prompt,
                                        .anonymize      = false,
                                        .shown_metadata = fields,
                                        .language       = language,
                                        .has_comparison = has_comparison};
        const feedback::redaction redaction{texts_of(input)};
        std::vector<std::size_t>  positions(with_content.size());
        std::iota(positions.rbegin(), positions.rend(), std::size_t{0}); // in any order
        if (!with_codes) return offline::analyze(input, redaction, positions);
        auto codes = count_trends(with_content, {"created", {"coding_level_1"}}, feedback::period_length::week);
        test_changes(codes);
        return offline::analyze(input, redaction, positions, &codes);
    }
};

bool holds(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

} // namespace

BOOST_FIXTURE_TEST_SUITE(offline_analysis, fixture)

BOOST_AUTO_TEST_CASE(a_theme_is_counted_and_its_records_are_cited_in_request_order)
{
    add("a-1", "The water pump is broken.");
    add("a-2", "Our water pumps broke down.");
    add("a-3", "Teachers are kind.");
    add("a-4", "The bus was late.");

    const auto report = analyze();

    BOOST_TEST(holds(report, "Records read: 4"));
    BOOST_TEST(holds(report, "**water pump"));
    BOOST_TEST(holds(report, "records: 2 of 4 (50%)"));
    BOOST_TEST(holds(report, "IDs: a-1, a-2\n"));
    BOOST_TEST(!holds(report, "a-3"));
}

BOOST_AUTO_TEST_CASE(counts_are_exact_for_any_number_of_records)
{
    add_pumps("a", 40);
    add_pumps("b", 30);
    const auto report = analyze();
    BOOST_TEST(holds(report, "Records read: 70"));
    BOOST_TEST(holds(report, "records: 70 of 70 (100%)"));
    BOOST_TEST(holds(report, "a0, a1, a2, a3, a4, a5, a6, a7 and more: 62"));
    BOOST_TEST(holds(report, "“The hand pump is broken near house"));
}

BOOST_AUTO_TEST_CASE(a_theme_grows_when_its_share_does)
{
    for (int n = 0; n < 40; ++n)
        add("g" + std::to_string(n),
            n >= 24      ? "Insulin is missing."
            : n % 2 == 0 ? "The tap is dry."
                         : "Bread became costly.",
            R"({"created":"2026-0)" + std::string{n < 20 ? "2" : "3"} + "-0" + std::to_string(2 + n % 5) + "\"}");
    const auto report = analyze();
    BOOST_TEST(holds(report, "- Themes that change over time (other periods → periods named):\n   - new: "));
    const auto begin = report.find("   - new: ");
    const auto line  = report.substr(begin, report.find('\n', begin) - begin);
    BOOST_TEST(holds(line, "nsulin"));
    BOOST_TEST(holds(line, "(0 of 20, 0% → 2026-W10: 16 of 20, 80%)"), line);
    BOOST_TEST(!holds(line, "tap"));
}

BOOST_AUTO_TEST_CASE(themes_of_the_question_have_a_separate_section)
{
    prompt = "What about teachers?";
    add_pumps("p", 9);
    add("t1", "Teachers beat pupils.");
    add("t2", "The teacher is absent.");
    const auto report = analyze();
    BOOST_TEST(holds(report, "Themes close to the question"));
    BOOST_TEST(holds(report, "1. **teacher"));
}

BOOST_AUTO_TEST_CASE(codes_have_the_changes_and_counts_of_the_coding_trends)
{
    for (int n = 0; n != 40; ++n)
    {
        std::string codes = n % 2 == 0 ? R"("Food","Food")" : R"("Rent, heating")";
        if (n >= 20) codes += R"(,"Water")";
        add("p" + std::to_string(n), "The hand pump is broken.",
            R"({"created":"2026-0)" + std::string{n < 20 ? "1-05" : "1-12"} + R"(","coding_level_1":[)" + codes + "]}");
    }
    const auto report = analyze(true);
    BOOST_TEST(holds(report, "- Existing codes: Food (20), Rent, heating (20), Water (20)\n"));
    BOOST_TEST(holds(report, "- Codes that change over time (other periods → periods named):\n"
                             "   - new: Water (0 of 20, 0% → 2026-W03: 20 of 20, 100%)\n"));
    BOOST_TEST(!holds(report, "   - growing"));
    BOOST_TEST(!holds(analyze(), "Codes that change"));
}

BOOST_AUTO_TEST_CASE(codes_without_change_are_counted)
{
    for (int n = 0; n != 8; ++n)
        add("p" + std::to_string(n), "The hand pump is broken.",
            R"({"created":"2026-01-0)" + std::to_string(1 + n) + R"(","coding_level_1":"Water"})");
    const auto report = analyze(true);
    BOOST_TEST(
        holds(report, "- No theme and no code grows or declines by more than chance explains; codes compared: 1\n"));
    BOOST_TEST(!holds(report, "No theme grows")); // one sentence says both
    BOOST_TEST(!holds(report, "No code grows"));
}

BOOST_AUTO_TEST_CASE(fixed_words_are_in_the_requested_language_or_that_of_the_records)
{
    add_pumps("p", 4);
    language = feedback::find_language("Dutch");
    BOOST_TEST(holds(analyze(), "Gelezen records: 4"));
    language = feedback::find_language("Klingon");
    BOOST_TEST(holds(analyze(), "Records read: 4"));

    records.clear();
    language.reset();
    prompt.clear();
    add("1", "La pompe est en panne et nous avons soif.");
    add("2", "La pompe ne marche pas.");
    BOOST_TEST(holds(analyze(), "Retours lus: 2"));
}

BOOST_AUTO_TEST_CASE(fixed_words_are_in_the_language_of_the_question)
{
    add("1", "La pompe est en panne et nous avons soif.");
    add("2", "La pompe ne marche pas.");
    for (const auto& [question, heading] : std::initializer_list<std::pair<const char*, const char*>>{
             {"What is broken?", "Records read: 2"},
             {"Qu'est-ce qui est en panne ?", "Retours lus: 2"},
             {"¿Qué es lo que no funciona?", "Registros leídos: 2"},
             {"ما الذي تعطل؟", "السجلات المقروءة: 2"},
             {"Что у людей сломалось?", "Прочитано записей: 2"},
             {"Wat is er kapot?", "Gelezen records: 2"},
             {"Що зламалося в людей і чому?", "Прочитано записів: 2"},
             {"Was ist bei den Menschen im Dorf kaputt gegangen?", "Retours lus: 2"}, // German has no labels
         })
    {
        prompt = question;
        BOOST_TEST_CONTEXT(question) { BOOST_TEST(holds(analyze(), heading)); }
    }
}

BOOST_AUTO_TEST_CASE(a_question_without_a_word_in_the_records_is_not_answered)
{
    prompt = "How many people were killed by the earthquake in Kathmandu?";
    add_pumps("p", 9);
    const auto report = analyze();
    BOOST_TEST(holds(report, "**No record holds a word of the question:** killed, earthquake, kathmandu"));
    BOOST_TEST(holds(report, "## Other themes"));
    BOOST_TEST(!holds(report, "## Themes\n"));

    records.resize(1); // a report without themes
    BOOST_TEST(holds(analyze(), "No record holds a word of the question"));
    prompt = "What are the main themes?";
    BOOST_TEST(!holds(analyze(), "No record holds"));
}

BOOST_AUTO_TEST_CASE(words_of_the_question_that_no_record_holds_are_named)
{
    prompt = "Which pumps were killed?";
    add_pumps("p", 9);
    const auto report = analyze();
    BOOST_TEST(holds(report, "Words of the question found in no record: killed"));
    BOOST_TEST(holds(report, "Words of the question found in records: pumps (9)"));
}

BOOST_AUTO_TEST_CASE(nothing_is_compared_without_data)
{
    prompt = "Compare pumps in the north and the south, before and after the flood";
    add_pumps("p", 9);
    const auto report = analyze();
    BOOST_TEST(holds(report, "Places and groups are not compared"));
    BOOST_TEST(holds(report, "The records do not span two periods"));
    BOOST_TEST(!holds(report, "grows or declines"));

    BOOST_TEST(!holds(analyze(true), "grows or declines"));

    records.clear();
    for (int n = 0; n != 8; ++n)
        add("d" + std::to_string(n), "The tap is dry.",
            n == 7 ? R"({"created":"2026-03-09"})" : R"({"created":"2026-02-02"})");
    prompt = "What about taps?";
    BOOST_TEST(!holds(analyze(), "not compared"));
}

BOOST_AUTO_TEST_CASE(a_question_about_changes_is_answered_by_them_first)
{
    const std::string overview = "## Overview\n\n";
    prompt                     = "What has changed, and what is new?";
    const auto add_dated       = [&](int count, int first_of_insulin) {
        for (int n = 0; n != count; ++n)
            add("g" + std::to_string(n),
                n >= first_of_insulin ? "Insulin is missing."
                      : n % 2 == 0          ? "The tap is dry."
                                            : "Bread became costly.",
                      R"({"created":"2026-0)" + std::string{n < count / 2 ? "2" : "3"} + R"(-05","coding_level_1":"Water"})");
    };

    add_dated(40, 24);
    BOOST_TEST(analyze().starts_with(overview + "- Themes that change over time"));

    records.clear();
    add_dated(40, 40);
    const auto steady = analyze();
    BOOST_TEST(steady.starts_with(overview + "- **No theme grows or declines by more than chance explains.**\n"));
    BOOST_TEST(steady.find("grows or declines") == steady.rfind("grows or declines"));
    BOOST_TEST(analyze(true).starts_with(
        overview + "- **No theme and no code grows or declines by more than chance explains; codes compared: 1**\n"));

    records.clear();
    add_pumps("p", 9);
    BOOST_TEST(analyze().starts_with(overview + "- **The records do not span two periods"));

    records.resize(1); // a report without themes
    BOOST_TEST(analyze().starts_with(overview + "- **The records do not span two periods"));
}

BOOST_AUTO_TEST_CASE(a_comparison_of_the_response_is_named)
{
    has_comparison = true;
    prompt         = "Compare pumps in the north and the south";
    add_pumps("p", 9);
    BOOST_TEST(holds(analyze(), "`comparison` holds the differences between the groups"));
    BOOST_TEST(!holds(analyze(), "are not compared"));
    prompt = "What about pumps?";
    BOOST_TEST(!holds(analyze(), "comparison"));
}

BOOST_AUTO_TEST_CASE(the_check_of_a_question_reads_all_records)
{
    add_pumps("p", 5);
    add("last", "The earthquakes were strong.");
    const auto occurs = [&](std::string question) {
        prompt                            = std::move(question);
        const auto           with_content = feedback::with_content(records);
        const analysis_input input{
            .records = with_content, .prompt = prompt, .anonymize = false, .shown_metadata = fields, .language = {}};
        const feedback::redaction redaction{texts_of(input)};
        return unmatched_words_of(input, redaction)().empty();
    };
    BOOST_TEST(occurs("How strong was the earthquake?"));
    BOOST_TEST(!occurs("Who was killed in Kathmandu?"));
    BOOST_TEST(occurs("What are the main themes?")); // names no subject
}

BOOST_AUTO_TEST_CASE(records_without_common_phrases_are_quoted)
{
    add("1", "The tap is dry.");
    add("2", "Bread became costly.");
    const auto report = analyze();
    BOOST_TEST(holds(report, "No phrase occurs in more than one record"));
    BOOST_TEST(holds(report, "“Bread became costly.”"));
}

BOOST_AUTO_TEST_CASE(any_records_get_a_report)
{
    std::string words;
    for (int n = 0; n != 20'000; ++n) words += "w" + std::to_string(n) + " ";
    for (const std::string& text : {std::string{"!!! ... ???"}, std::string{"😀🎉"}, std::string(100'000, 'a'),
                                    std::string{"</text><x>"}, words, std::string(50'000, '<')})
    {
        records.clear();
        add("", text);
        BOOST_TEST(!analyze().empty());
    }
}

BOOST_AUTO_TEST_SUITE_END()
