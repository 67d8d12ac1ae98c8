#include "corpora.hpp"
#include "word_lists.hpp"

#include "verbatim/text_analysis/themes.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace verbatim::text_analysis;
namespace data = boost::unit_test::data;

namespace {

struct sample
{
    const char* language;
    const char* text;
    const char* topical; ///< its words without grammar

    friend std::ostream& operator<<(std::ostream& out, const sample& it)
    {
        return out << it.language << ": " << it.text;
    }
};

constexpr sample samples[]{
    {"Portuguese", "A escola não tem professores e as crianças ficam em casa.",
     "escola professores crianças ficam casa"},
    {"Portuguese", "Os remédios que recebemos do posto já estão vencidos.", "remédios recebemos posto vencidos"},
    {"Swahili", "Maji ya kisima hayatoshi kwa sababu pampu imeharibika.", "Maji kisima hayatoshi pampu imeharibika"},
    {"Swahili", "Watoto wetu hawana vitabu na mwalimu hayupo tangu Jumatatu.", "Watoto vitabu mwalimu hayupo Jumatatu"},
    {"Hausa", "Ruwan rijiya ba ya isa saboda famfo ya lalace.", "Ruwan rijiya isa famfo lalace"},
    {"Hausa", "Yaran mu ba su da littattafai kuma babu malami.", "Yaran littattafai malami"},
    {"Turkish", "Kampta su yok ve tanker çok geç geliyor.", "Kampta su tanker geç geliyor"},
    {"Turkish", "Hastane için ilaç lazım ama eczane kapalı.", "Hastane ilaç eczane kapalı"},
    {"Bengali", "আমাদের গ্রামে পানি নেই এবং নলকূপ নষ্ট।", "গ্রামে পানি নলকূপ নষ্ট"},
    {"Bengali", "স্কুলের জন্য বই দরকার কিন্তু শিক্ষক নেই।", "স্কুলের বই শিক্ষক"},
    {"Burmese", "ရွာမှာ ရေ မရှိဘူး။", "ရွာ ရေ"},
    {"Burmese", "ကျောင်းအတွက် စာအုပ် ရှိတယ်။", "ကျောင်း စာအုပ်"},
    {"Amharic", "በመንደሩ ውስጥ ውሃ የለም እና ፓምፑ ተበላሽቷል።", "በመንደሩ ውሃ ፓምፑ ተበላሽቷል"},
    {"Amharic", "ትምህርት ቤት አለ ግን አስተማሪ የለም።", "ትምህርት ቤት አስተማሪ"},
    {"Persian", "در روستا آب نیست و پمپ خراب است.", "روستا آب پمپ خراب"},
    {"Persian", "برای مدرسه کتاب نداریم اما معلم هست.", "مدرسه کتاب معلم"},
    {"Hindi", "गाँव में पानी नहीं है और पंप खराब है।", "गाँव पानी पंप खराब"},
    {"Hindi", "स्कूल के लिए किताबें चाहिए लेकिन शिक्षक नहीं हैं।", "स्कूल किताबें शिक्षक"},
    {"Urdu", "گاؤں میں پانی نہیں ہے اور پمپ خراب ہے۔", "گاؤں پانی پمپ خراب"},
    {"Urdu", "اسکول کے لیے کتابیں چاہیے لیکن استاد نہیں ہیں۔", "اسکول کتابیں استاد"},
    {"Indonesian", "Di desa kami tidak ada air karena pompa rusak.", "desa air pompa rusak"},
    {"Indonesian", "Obat untuk anak belum datang dari klinik.", "Obat anak datang klinik"},
    {"Tagalog", "Walang tubig sa baryo dahil sira ang bomba.", "tubig baryo sira bomba"},
    {"Tagalog", "Ang gamot para sa mga bata ay nasa klinika.", "gamot bata klinika"},
    {"German", "Im Dorf gibt es kein Wasser, weil die Pumpe kaputt ist.", "Dorf Wasser Pumpe kaputt"},
    {"German", "Wir brauchen Bücher für die Schule und einen Lehrer.", "brauchen Bücher Schule Lehrer"},
    {"Italian", "Nel villaggio non c'è acqua perché la pompa è rotta.", "villaggio acqua pompa rotta"},
    {"Italian", "Abbiamo bisogno dell'insegnante e di libri per la scuola.", "bisogno insegnante libri scuola"},
    {"Polish", "We wsi nie ma wody, bo pompa jest zepsuta.", "wsi wody pompa zepsuta"},
    {"Polish", "Potrzebujemy książek dla szkoły i nauczyciela.", "Potrzebujemy książek szkoły nauczyciela"},
    {"Chinese", "村里没有水，因为水泵坏了。", "村里 水 水泵 坏"},
    {"Chinese", "我们的学校需要老师和书。", "学校 需要 老师 书"}};

std::string topical_words(std::string_view text)
{
    tokenizer   tokenizer;
    const auto  tokens = tokenizer.tokenize(text);
    std::string words;
    for (const auto& word : tokens.words)
        if (word.role == word_role::content || word.role == word_role::vague)
            words.append(words.empty() ? "" : " ").append(tokens.text_of(word));
    return words;
}

std::vector<std::string> theme_words(corpus_builder& builder)
{
    const auto corpus = builder.build();
    const auto report = count_themes(corpus, question({}, builder.tokenizer), builder.tokenizer, {.max_themes = 40});
    std::vector<std::string> words;
    for (const auto& theme : report.themes)
    {
        words.push_back(theme.name);
        for (const auto& part : theme.parts) words.push_back(part.name);
    }
    for (const auto& phrase : report.further) words.push_back(phrase.name);
    return words;
}

} // namespace

BOOST_AUTO_TEST_SUITE(function_words)

BOOST_DATA_TEST_CASE(grammar_is_no_topic, data::make(samples), sample)
{
    BOOST_TEST(topical_words(sample.text) == sample.topical);
    BOOST_TEST(!tokenizer{}.tokenize(sample.text).detected_language.has_value());
}

BOOST_DATA_TEST_CASE(a_list_holds_words_as_the_tokenizer_segments_them, data::make(function_word_lists()), list)
{
    std::vector<std::string> unlike;
    for (std::size_t begin = 0; begin < list.size();)
    {
        const auto end  = std::min(list.find(' ', begin), list.size());
        const auto word = list.substr(begin, end - begin);
        tokenizer  tokenizer;
        const auto tokens = tokenizer.tokenize(word);
        if (tokens.words.size() != 1 || tokens.text_of(tokens.words.front()) != word) unlike.emplace_back(word);
        begin = end + 1;
    }
    BOOST_TEST(unlike == std::vector<std::string>{}, boost::test_tools::per_element());
    BOOST_TEST(topical_words(list) == "");
}

BOOST_AUTO_TEST_CASE(a_word_is_grammar_only_in_texts_of_its_language)
{
    BOOST_TEST(topical_words("Su yok ve kuyu çok uzak.") == "Su kuyu uzak");           // Turkish: water
    BOOST_TEST(topical_words("Il secchio è su questo tavolo.") == "secchio tavolo");   // Italian: on
    BOOST_TEST(topical_words("Wir sind in Not und die Hilfe ist da.") == "Not Hilfe"); // German: distress
    BOOST_TEST(topical_words("The dam, an old one, is not safe.") == "dam old safe");  // Hausa `an`, Polish `one`
    BOOST_TEST(topical_words("Children die here and we have no water.") == "Children die water"); // German: the
}

BOOST_AUTO_TEST_CASE(languages_with_stems_win_over_an_equal_list)
{
    tokenizer  tokenizer;
    const auto detected = [&](std::string_view text) { return tokenizer.tokenize(text).detected_language; };
    BOOST_TEST((detected("para que") == language::spanish)); // Portuguese as well
    BOOST_TEST((detected("Le pont de la ville est dans un état grave.") == language::french));
    BOOST_TEST((detected("المضخة معطلة") == language::arabic));
    BOOST_TEST((detected("The pump is broken, die Pumpe.") == language::english));
    BOOST_TEST((detected("Насос не работает, die ist") == language::russian));
    BOOST_TEST(!detected("Pampu ya kisima imeharibika na hakuna maji. Please help us.").has_value());
}

BOOST_AUTO_TEST_CASE(a_single_word_decides_only_without_a_detected_language)
{
    BOOST_TEST(topical_words("kwa") == "");
    BOOST_TEST(topical_words("maji") == "maji");
    BOOST_TEST(topical_words("水") == "水");
    BOOST_TEST(
        (tokenizer{}.tokenize("Caller reports bin full").detected_language == language::english)); // German `bin`
}

BOOST_AUTO_TEST_CASE(themes_of_any_language_are_topics)
{
    corpus_builder builder;
    for (int n = 0; n != 3; ++n)
        for (const auto& sample : samples) builder.add("r", sample.text);
    const auto words = theme_words(builder);
    BOOST_TEST(!words.empty());
    for (const std::string_view grammar :
         {"kwa", "ya", "çok", "नहीं", "است", "တယ်", "的", "não", "dan", "ang", "und", "የለም"})
        BOOST_TEST(std::ranges::count(words, grammar) == 0, grammar);
}

BOOST_AUTO_TEST_CASE(hostile_text_is_read)
{
    std::string many;
    for (int n = 0; n != 20'000; ++n) many += "kwa na ya \xff ";
    const auto tokens = tokenizer{}.tokenize(many);
    BOOST_TEST(!tokens.detected_language.has_value());
    BOOST_TEST(std::ranges::all_of(tokens.words, [](const word& word) { return word.role == word_role::stop; }));
    BOOST_TEST(topical_words("") == "");
    BOOST_TEST(topical_words("<PERSON_0> 12 <b></b>") == "");
    BOOST_TEST(topical_words(std::string(300'000, '-')) == "");
}

BOOST_AUTO_TEST_SUITE_END()
