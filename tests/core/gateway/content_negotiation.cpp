#include "gateway/content_negotiation.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using namespace verbatim;
using namespace verbatim::core;

namespace {

const std::vector<sdk::erased_representation> table_and_text{
    {"text/csv; charset=utf-8; header=present", "table.csv", "", nullptr}, {"text/plain", "text.txt", "", nullptr}};

std::string type_for(std::string_view accept)
{
    const auto* preferred = gateway::preferred_to_json(table_and_text, accept);
    return std::string{preferred ? gateway::media_type_of(preferred->content_type) : "application/json"};
}

} // namespace

BOOST_AUTO_TEST_SUITE(content_negotiation)

BOOST_AUTO_TEST_CASE(the_highest_weight_of_the_closest_range_decides)
{
    struct sample
    {
        const char* accept;
        const char* type;
    };
    for (const auto& [accept, type] : {sample{"", "application/json"},
                                       sample{"*/*", "application/json"},
                                       sample{"application/json", "application/json"},
                                       sample{"text/csv", "text/csv"},
                                       sample{"TEXT/CSV", "text/csv"},
                                       sample{" text/csv ; charset=utf-8 ", "text/csv"},
                                       sample{"text/csv, */*;q=0.1", "text/csv"},
                                       sample{"text/csv, */*", "application/json"},
                                       sample{"text/csv, application/json", "application/json"},
                                       sample{"text/csv;q=0.5, application/json;q=0.4", "text/csv"},
                                       sample{"text/csv;q=0.4, application/json;q=0.5", "application/json"},
                                       sample{"text/csv;q=0.999, application/json;q=0.998", "text/csv"},
                                       sample{"text/*", "text/csv"},
                                       sample{"text/*;q=0.3, text/csv;q=0.1", "text/plain"},
                                       sample{"text/csv;q=0, */*", "application/json"},
                                       sample{"application/json;q=0, */*", "text/csv"},
                                       sample{"application/*;q=0.2, text/plain;q=0.3", "text/plain"},
                                       sample{"text/csv;q=0", "application/json"},
                                       sample{"text/html", "application/json"},
                                       sample{"text/html, application/xhtml+xml, */*;q=0.8", "application/json"},
                                       sample{"text/csv;note=\"a, b;q=0\", */*;q=0.1", "text/csv"},
                                       sample{"image/png;q=\"text/csv\"", "application/json"}})
        BOOST_TEST(type_for(accept) == type, accept);
}

BOOST_AUTO_TEST_CASE(invalid_fields_select_json)
{
    for (const char* accept : {",",
                               ",,,",
                               ";",
                               "text",
                               "text/",
                               "/csv",
                               "*",
                               "*/csv",
                               "text/csvx",
                               "text/cs",
                               "text /csv",
                               "text/csv;q=",
                               "text/csv;q=x",
                               "text/csv;q=-1",
                               "text/csv;q=2",
                               "text/csv;q=1.001",
                               "text/csv;q=0.0001",
                               "text/csv;q=.5",
                               "text/csv;q=1e3",
                               "text/csv;q=nan",
                               "text/csv;q=\"1\"",
                               "\"text/csv\"",
                               "\"text/csv",
                               "text*",
                               "text/**"})
        BOOST_TEST(type_for(accept) == "application/json", accept);
    BOOST_TEST(type_for(std::string(16'000, ',') + "text/csv") == "text/csv");
    BOOST_TEST(type_for(std::string(16'000, '"')) == "application/json");
}

BOOST_AUTO_TEST_CASE(without_representations_there_is_only_json)
{
    BOOST_TEST(gateway::preferred_to_json({}, "text/csv") == nullptr);
}

BOOST_AUTO_TEST_CASE(a_weight_has_up_to_three_decimal_places)
{
    struct sample
    {
        const char* parameters;
        int         weight;
    };
    for (const auto& [parameters, weight] :
         {sample{"", 1000}, sample{"level=1", 1000}, sample{"q=1", 1000}, sample{"q=1.", 1000}, sample{"q=1.000", 1000},
          sample{"q=0", 0}, sample{"q=0.", 0}, sample{"q=0.5", 500}, sample{"q=0.05", 50}, sample{"q=0.005", 5},
          sample{"level=1; Q = 0.25 ;q=1", 250}, sample{"q=1.1", 0}, sample{"q=0.5.5", 0}, sample{"q=05", 0}})
        BOOST_TEST(gateway::weight_of(parameters) == weight, parameters);
}

BOOST_AUTO_TEST_SUITE_END()
