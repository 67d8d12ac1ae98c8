#include "expect.hpp"

namespace verbatim::testing {

BOOST_AUTO_TEST_SUITE(places)

BOOST_AUTO_TEST_CASE(countries_are_found_in_every_label_language)
{
    expect_all({
        {"from Sierra Leone to the Netherlands", {"LOCATION:Sierra Leone", "LOCATION:the Netherlands"}},
        {"en Côte d’Ivoire et au Sénégal", {"LOCATION:Côte d’Ivoire", "LOCATION:Sénégal"}},
        {"de España a Alemania", {"LOCATION:España", "LOCATION:Alemania"}},
        {"uit Duitsland naar Oekraïne", {"LOCATION:Duitsland", "LOCATION:Oekraïne"}},
        {"из Сирии в Украине", {"LOCATION:Сирии", "LOCATION:Украине"}},
        {"зі Сирії до України", {"LOCATION:Сирії", "LOCATION:України"}},
        {"من سوريا إلى لبنان", {"LOCATION:سوريا", "LOCATION:لبنان"}},
        {"i'm originally from turkey", {"LOCATION:turkey"}},
        {"the turkey was cold", {}},
    });
}

BOOST_AUTO_TEST_CASE(countries_and_capitals_are_found_in_more_languages)
{
    expect_all({
        {"Tunatoka Ufaransa na Ubelgiji", {"LOCATION:Ufaransa", "LOCATION:Ubelgiji"}},
        {"wir kommen aus Äthiopien", {"LOCATION:Äthiopien"}},
        {"از افغانستان هستم", {"LOCATION:افغانستان"}},
        {"мы из Ташкента", {"LOCATION:Ташкента"}},
        {"ኢትዮጵያ ጥሩ ናት", {"LOCATION:ኢትዮጵያ"}},
        {"کمک مالی و دعم مالي", {}},
    });
}

BOOST_AUTO_TEST_CASE(an_unknown_word_with_a_capital_after_in_is_a_place)
{
    expect_all({
        {"There is no water in Longuevale since Monday.", {"LOCATION:Longuevale"}},
        {"Nous vivons à Zandugou depuis mai.", {"LOCATION:Zandugou"}},
        {"Мы остались в Крутояровке зимой", {"LOCATION:Крутояровке"}},
        {"We met in Quorrin Health Centre, in March, in Swahili, in Krio, in God", {}},
        {"Alle sind in Behandlung und wir warten nicht", {}},
        {"Water Crisis in Quorrin Camp Again", {}},
    });
}

BOOST_AUTO_TEST_CASE(districts_and_cities_are_found_by_list_and_by_cue)
{
    expect_all({
        {"Caller from Montserrado and Boucle du Mouhoun", {"LOCATION:Montserrado", "LOCATION:Boucle du Mouhoun"}},
        {"a caller in Grand Bassa", {"LOCATION:Grand Bassa"}},
        {"people of Quorrin District", {"LOCATION:Quorrin"}},
        {"a resident of Quorrinbo asks", {"LOCATION:Quorrinbo"}},
        {"j'habite à Quorrinville", {"LOCATION:Quorrinville"}},
        {"vivo en Quorrinada", {"LOCATION:Quorrinada"}},
        {"ik woon in Quorrindam", {"LOCATION:Quorrindam"}},
        {"Health District and East Region", {}},
    });
}

BOOST_AUTO_TEST_CASE(addresses_are_found_whole)
{
    expect_all({
        {"at 12 Hill Street, Bo 1234", {"LOCATION:12 Hill Street, Bo 1234"}},
        {"to 50 Prestwick Road please", {"LOCATION:50 Prestwick Road"}},
        {"in Kerkstraat 12, 1017 GC Amsterdam", {"LOCATION:Kerkstraat 12, 1017 GC Amsterdam"}},
        {"with Markt 84, MÜLLNERN 9123 for", {"LOCATION:Markt 84, MÜLLNERN 9123"}},
        {"48 rue Pierre De Coubertin, TOULOUSE 31400", {"LOCATION:48 rue Pierre De Coubertin, TOULOUSE 31400"}},
        {"вулиця Шевченка 12", {"LOCATION:вулиця Шевченка 12"}},
        {"P.O. Box 194", {"LOCATION:P.O. Box 194"}},
        {"2 people on the street", {}},
        {"la rue est fermée", {}},
        {"We waited on Monday 12 times", {}},
    });
}

BOOST_AUTO_TEST_CASE(peoples_and_religions_are_found_but_languages_are_not)
{
    expect_all({
        {"Syrian and Congolese families", {"NRP:Syrian", "NRP:Congolese"}},
        {"Muslims and Catholics", {"NRP:Muslims", "NRP:Catholics"}},
        {"French citizens speak French", {"NRP:French"}},
        {"des familles syriennes, un Malien", {"NRP:Malien"}},
        {"soy venezolana", {"NRP:venezolana"}},
        {"мы мусульмане и украинцы", {"NRP:мусульмане", "NRP:украинцы"}},
        {"أنا سوري", {"NRP:سوري"}},
        {"Speak English, Arabic, Greek", {}},
    });
}

BOOST_AUTO_TEST_CASE(organisations_are_found_by_legal_form)
{
    expect_all({
        {"He is from Calcbench Inc today", {"ORGANIZATION:Calcbench Inc"}},
        {"Enervee Corporation paid", {"ORGANIZATION:Enervee Corporation"}},
        {"I work for Zymbolta Solutions", {"ORGANIZATION:Zymbolta Solutions"}},
        {"The company paid. A Limited offer", {}},
    });
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::testing
