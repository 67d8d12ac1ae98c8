#include "claims.hpp"

#include "verbatim/feedback/answer_sentences.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

using namespace verbatim;
using namespace analyze_bulk;

namespace {

struct citing_text
{
    std::vector<std::string_view> ids; ///< of the request
    std::string                   text;
    std::vector<std::string>      unknown = {};
};
std::ostream& operator<<(std::ostream& to, const citing_text& sample) { return to << sample.text; }

const std::vector<std::string_view> forms{"Form-00017", "Form-00018"};
const std::vector<std::string_view> kobo{"300000", "300004"};
const std::vector<std::string_view> uuids{"3f2b8c1e-0d4a-4c53-9a51-2f9a3f6d3c11"};

const citing_text citing_texts[] = {
    {forms, "Reported by Form-00017 and [Form-00018], Form-00017's."},
    {forms, "Reported by Form-00019 (Form-00017; Form-00020).", {"Form-00019", "Form-00020"}},
    {forms, "**Form-00019**, `Form-00019`: [Form-00019](https://crm.example.org)", {"Form-00019"}},
    {forms, "Such as id-1 and id-2.", {"id-1", "id-2"}}, // the examples in the prompts
    {{"id-1", "id-2"}, "Such as id-1 and id-2."},
    {forms, "COVID-19, T1, T2.1, H5N1, form-00019, Form-19a, Form 00019, <PERSON_3>, 00019"},
    {{"COVID-19-001"}, "COVID-19 and COVID-19-002", {"COVID-19-002"}},
    {{"r1", "r2"}, "r3 and r31-b", {"r3"}},
    {uuids, "3f2b8c1e-0d4a-4c53-9a51-2f9a3f6d3c11"},
    {uuids, "3f2b8c1e-0d4a-4c53-9a51-2f9a3f6d3c12", {"3f2b8c1e-0d4a-4c53-9a51-2f9a3f6d3c12"}},
    {kobo, "Records 300000 and 300004, such as 300000, [300004]"},
    {kobo, "such as 300005 and 300006; (300007)", {"300005", "300006", "300007"}},
    {kobo, "300005 people, 250000 in 2026, (12), such as 30000 or 3000000"}, // no citations
    {{"1", "2", "70000"}, "such as 12 and 345"},                             // counts or years
    {forms, "The prompt names Form-00077, a record names Form-00099."},
    {{"a", "b"}, "c, d-1"}, // ids without digits have no form
    {forms, ""},
};

struct language_sample
{
    std::string requested;
    std::string text;
    std::string detected = {};
};
std::ostream& operator<<(std::ostream& to, const language_sample& sample)
{
    return to << sample.requested << ": " << sample.text;
}

const std::string english = "Most people report that the water point in their village has been broken since March and "
                            "that nobody has come to repair it.";
const std::string french  = "La plupart des personnes signalent que le point d'eau de leur village est en panne depuis "
                            "mars et que personne n'est venu le réparer.";

const language_sample language_samples[] = {
    {"French", english, "en"},
    {"French", french},
    {"English", french, "fr"},
    {"Arabic", french, "fr"},
    {"", french},                               // none is requested
    {"French", "Water is far."},                // too short to decide
    {"French", "« " + english + " »"},          // a quote
    {"French", "“" + english + "”\n" + french}, //
    {"nb", "De fleste sier at brønnen i landsbyen deres har vært ødelagt siden mars og at ingen har kommet for å "
           "reparere den, selv om de har ringt mange ganger."},
    {"Filipino", english}, // the detector does not report its code
    {"French", ""},
};

/// A request with one record and a question.
struct request_input
{
    feedback::record                     record{"Form-00017", "They showed Form-00099.", {}, {}};
    std::vector<const feedback::record*> records{&record};
    analysis_input input{.records = records, .prompt = "What about Form-00077?", .shown_metadata = {}, .language = {}};
};

} // namespace

BOOST_AUTO_TEST_SUITE(claims)

BOOST_DATA_TEST_CASE(cited_ids_of_no_record_are_found, boost::unit_test::data::make(citing_texts), sample)
{
    const request_input request;
    const record_ids    ids{sample.ids};
    BOOST_TEST(unknown_ids_in(sample.text, ids, request.input) == sample.unknown, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(ids_of_many_forms_prove_nothing)
{
    std::vector<std::string> names;
    for (char c = 'a'; c <= 'z'; ++c) names.push_back(std::string{c} + "-1");
    const std::vector<std::string_view> views{names.begin(), names.end()};
    const request_input                 request;
    BOOST_TEST(unknown_ids_in("a-2", record_ids{views}, request.input).empty());
}

BOOST_DATA_TEST_CASE(another_language_than_requested_is_found, boost::unit_test::data::make(language_samples), sample)
{
    request_input request;
    request.input.language = feedback::find_language(sample.requested);
    BOOST_TEST(other_language_of(sample.text, request.input) == sample.detected);
}

// A search for each mark or number would take minutes.
BOOST_AUTO_TEST_CASE(floods_of_marks_and_numbers_are_read_once)
{
    request_input request;
    request.input.language = feedback::find_language("French");
    std::string marks;
    for (int n = 0; n != 80'000; ++n) marks += "“ ";
    BOOST_TEST(other_language_of(marks, request.input) == "");
    BOOST_TEST(other_language_of(english + "\n" + marks, request.input) == "en");

    std::string numbers = "such as 300000";
    for (int n = 1; n != 40'000; ++n) numbers += ", " + std::to_string(300'000 + n);
    const std::vector<std::string_view> kobo_ids{"300000"};
    BOOST_TEST(unknown_ids_in(numbers, record_ids{kobo_ids}, request.input).size() == 100u);
}

BOOST_AUTO_TEST_CASE(sentences_are_in_the_requested_language)
{
    request_input request;
    BOOST_TEST(sentences_about({}, request.input) == "");
    BOOST_TEST(sentences_about({.unknown_ids = {"F-9"}, .unknown_numbers = {"337", "12 %"}, .language = {}},
                               request.input) == " Ids in the analysis that no record has: F-9. Numbers in the "
                                                 "analysis that the counts do not hold: 337, 12 %.");
    const std::vector<std::string> twelve(12, "7");
    BOOST_TEST(sentences_about({.unknown_ids = {}, .unknown_numbers = twelve, .language = {}}, request.input)
                   .ends_with("7, 7, 7, 7, and more 2."));
    request.input.language  = feedback::find_language("French");
    request.input.sentences = feedback::sentence_language(request.input.language);
    BOOST_TEST(sentences_about({.unknown_ids = {}, .unknown_numbers = {}, .language = "en"}, request.input) ==
               " L'analyse semble être dans une autre langue que celle demandée: anglais (demandée: français).");
    request.input.language  = feedback::find_language("Hausa"); // without labels
    request.input.sentences = feedback::sentence_language(request.input.language);
    BOOST_TEST(sentences_about({.unknown_ids = {}, .unknown_numbers = {}, .language = "fr"}, request.input) ==
               " The analysis appears to be in another language than requested: French (requested: Hausa).");
}

BOOST_AUTO_TEST_SUITE_END()
