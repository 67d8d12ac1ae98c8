#include "offline.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using namespace verbatim;
using namespace verbatim::summarize;
using text_analysis::language;

namespace {

struct fixture
{
    text_analysis::tokenizer             tokenizer;
    std::vector<text_analysis::document> documents;

    void add(std::string id, std::string_view text)
    {
        documents.push_back({.id = std::move(id), .content = tokenizer.tokenize(text), .day = {}, .labels = {}});
    }
    text_analysis::corpus corpus() { return text_analysis::make_corpus(std::move(documents)); }

    offline::summary_text record() { return offline::summarize_record(corpus(), tokenizer); }
    offline::summary_text bulk(language lang = language::english)
    {
        return offline::summarize_bulk(corpus(), lang, tokenizer);
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(offline_summary, fixture)

BOOST_AUTO_TEST_CASE(a_record_is_its_central_sentences)
{
    add("1", "The clinic ran out of insulin twice. Patients were sent home.");
    const auto summary = record();
    BOOST_TEST(!summary.title.empty());
    BOOST_TEST(summary.text == "- The clinic ran out of insulin twice.\n- Patients were sent home.");
}

BOOST_AUTO_TEST_CASE(many_records_are_their_themes_with_counts_and_ids)
{
    add("a1", "The water pump is broken.");
    add("a2", "Our water pumps broke down.");
    add("a3", "Teachers are kind.");
    const auto summary = bulk();
    BOOST_TEST(summary.title.starts_with("Water pump"));
    BOOST_TEST(summary.text.find("(records: 2 of 3; a1, a2)") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(fixed_words_follow_the_language)
{
    add("a1", "The water pump is broken.");
    add("a2", "Our water pumps broke down.");
    BOOST_TEST(bulk(language::russian).text.find("записи: 2 из 2") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(without_words_both_texts_are_still_there)
{
    add("1", "!!! ... ???");
    const auto summary = record();
    BOOST_TEST(!summary.title.empty());
    BOOST_TEST(!summary.text.empty());
    add("1", "😀🎉");
    const auto bulk_summary = bulk();
    BOOST_TEST(!bulk_summary.title.empty());
    BOOST_TEST(!bulk_summary.text.empty());
}

BOOST_AUTO_TEST_SUITE_END()
