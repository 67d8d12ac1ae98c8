// Closed lists of which every record has a value, read in the same calls as the themes.
#include "themes/theme_fixture.hpp"

#include "dimensions/offline.hpp"
#include "themes/model_output.hpp"

#include <boost/json/serialize.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace verbatim;
using namespace verbatim::analyze_bulk;
using testing::check_that_each_record_is_counted;
using testing::ids_in;
using testing::received_request;
using testing::text;
namespace json = boost::json;

namespace {

using value_list = std::optional<std::vector<dimensions::value_number>>;

const std::vector<dimensions::dimension> two_lists{
    {.id            = "kind",
     .title         = "Kind",
     .definition    = "",
     .proposition   = "",
     .values        = {{"ask", "Question", ""}, {"moan", "Complaint", ""}},
     .unclear_title = "Unclear"},
    {.id            = "where",
     .title         = "Where",
     .definition    = "",
     .proposition   = "",
     .values        = {{"camp", "Camp", ""}, {"town", "Town", ""}, {"road", "On the road", ""}},
     .unclear_title = "Unclear"}};

std::string entry(std::size_t record, std::string_view values)
{
    return R"({"record":)" + std::to_string(record) + R"(,"themes":["T1"],"values":)" + std::string{values} + "}";
}

/// What a model that reads "ask" and "moan" answers; every record is in the first theme.
std::string perfect_readings(const received_request& sent, std::size_t)
{
    std::vector<std::string> entries;
    const auto               bodies = testing::records_in(sent.user);
    for (std::size_t n = 0; n != bodies.size(); ++n)
    {
        const bool asks = bodies[n].find("ask") != std::string::npos;
        const bool moan = bodies[n].find("moan") != std::string::npos;
        entries.push_back(entry(n + 1, asks ? R"(["A1"])" : moan ? R"(["A2"])" : R"(["A0"])"));
    }
    return testing::assignment_output(entries);
}

struct dimension_fixture : testing::theme_fixture
{
    dimension_fixture()
    {
        request.themes                   = {{.id = "water", .title = "Water"}};
        request.dimensions               = {{.id     = "kind",
                                             .title  = "Kind",
                                             .values = {{.id = "ask", .title = "Question"}, {.id = "moan", .title = "Complaint"}}}};
        model.answers["record_readings"] = perfect_readings;
    }

    static std::vector<sdk::field_issue> read(const std::string& members, analyze_bulk::request& request)
    {
        const auto body = json::parse(
            R"({"feedback_records":[{"id":"a","content":"c"}],"prompt":"p","detail":"themes",)" + members + "}");
        return sdk::read(sdk::schema_of<analyze_bulk::request>(), body, &request);
    }
};

/// The records of a value, by its id.
std::string records_of(const json::object& response, std::string_view value, std::size_t dimension = 0)
{
    for (const auto& entry : response.at("dimensions").at(dimension).at("values").as_array())
        if (text(entry, "id") == value) return ids_in(entry);
    return "no such value";
}

std::int64_t unread(const json::object& response)
{
    return response.at("dimensions").at(0).at("unread_count").as_int64();
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(dimension_readings, dimension_fixture)

BOOST_AUTO_TEST_CASE(values_are_read_in_the_forms_that_models_write)
{
    struct example
    {
        std::string_view values;
        value_list       expected;
    };
    const std::array examples{
        example{R"(["A1","B3"])", {{1, 3}}},
        example{R"(["B3","A1"])", {{1, 3}}}, // in another order
        example{R"(["a1"," b0 "])", {{1, 0}}},
        example{R"(["A0","B0"])", {{0, 0}}},
        example{R"(["Question","on the ROAD"])", {{1, 3}}}, // titles in place of ids
        example{R"(["MOAN","camp"])", {{2, 1}}},
        example{R"(["A1"])", {}},           // one is missing
        example{R"(["A1","A2"])", {}},      // two of one list
        example{R"(["A1","B3","B3"])", {}}, // one is named twice
        example{R"(["A3","B1"])", {}},      // no such value
        example{R"(["A1","C1"])", {}},      // no such list
        example{R"(["A1","rumour"])", {}},  // invented
        example{R"(["A1","unclear"])", {}}, // of which list?
        example{R"(["A1","B1x"])", {}},
        example{R"(["A1","B99999999999999999999"])", {}},
        example{R"(["A-1","B1"])", {}},
        example{R"([1,3])", {}},
        example{R"(["A1",null])", {}},
        example{R"("A1, B3")", {}},
        example{"[]", {}},
        example{"null", {}},
        example{"NaN", {}},
    };
    const std::vector<themes::theme> list{{"Water", "", "", {}}};
    for (const auto& example : examples) BOOST_TEST_CONTEXT(example.values)
        {
            const auto output = testing::assignment_output({entry(1, example.values)});
            const auto read   = themes::parse_assignments(output, list, 1, two_lists);
            const auto values = read ? read->values.at(0) : value_list{};
            BOOST_TEST((values == example.expected));
            // The themes of the record do not depend on its values.
            if (example.values != "NaN") BOOST_TEST((read && read->records.at(0).value().size() == 1));
        }
}

BOOST_AUTO_TEST_CASE(known_values_are_counted_and_not_read)
{
    for (const auto* id : {"a", "b", "c", "d", "d"}) record(id, "water");
    request.dimensions[0].values[0].record_ids = {"a", "d"};
    request.dimensions[0].values[1].record_ids = {"b", "d", "unknown"};
    request.dimensions[0].values.push_back({.id = "unclear", .title = "?", .record_ids = {"c"}});
    request.reads_dimensions           = false;
    request.breakdown_by               = {"place"};
    model.answers["theme_assignments"] = [](const received_request& sent, std::size_t) {
        std::vector<std::string> entries;
        for (std::size_t n = 0; n != testing::records_in(sent.user).size(); ++n)
            entries.push_back(R"({"record":)" + std::to_string(n + 1) + R"(,"themes":["T1"]})");
        return testing::assignment_output(entries);
    };
    const auto response = answer();

    BOOST_TEST(model.of_kind("record_readings").empty());
    BOOST_TEST(model.of_kind("theme_assignments").at(0).user.find("<dimensions>") == std::string::npos);
    BOOST_TEST(records_of(response, "ask") == "a");
    BOOST_TEST(records_of(response, "moan") == "b");
    BOOST_TEST(records_of(response, "unclear") == "c");
    BOOST_TEST(unread(response) == 2); // the id d is named by two values
    const auto& ask = response.at("dimensions").at(0).at("values").at(0);
    BOOST_TEST(ask.at("by_theme").at(0).at("count").as_int64() == 1);
    bool has_values = false;
    for (const auto& count : response.at("breakdown").at(0).at("values").at(0).at("counts").as_array())
        has_values = has_values || count.at("kind") == "value";
    BOOST_TEST(has_values);
}

BOOST_AUTO_TEST_CASE(known_values_need_values)
{
    analyze_bulk::request into;
    const auto            issues = read(R"("read_dimensions":false,"dimensions":[{"list":"urgency"}])", into);
    BOOST_REQUIRE(issues.size() == 1u);
    BOOST_TEST(issues[0].field == "dimensions[0].list");
}

BOOST_AUTO_TEST_CASE(each_record_has_a_value_and_a_theme_of_one_call)
{
    record("a", "I ask for water");
    record("b", "I moan about water");
    record("c", "water");
    record("d", "I ask again");
    const auto response = answer();

    BOOST_TEST(model.requests.size() == 3u); // readings, analysis, judge: none more than without dimensions
    const auto sent = model.of_kind("record_readings").at(0);
    BOOST_TEST(sent.user.starts_with("<themes>\nT1: Water\n</themes>\n\n<dimensions>\nA: Kind\nA1: Question\nA2: "
                                     "Complaint\nA0: unclear\n</dimensions>\n\n<records>"));
    const auto& kind = response.at("dimensions").at(0);
    BOOST_TEST(text(kind, "id") == "kind");
    BOOST_TEST(kind.at("values").as_array().size() == 3u);
    BOOST_TEST(records_of(response, "ask") == "a d");
    BOOST_TEST(records_of(response, "moan") == "b");
    BOOST_TEST(records_of(response, "unclear") == "c");
    BOOST_TEST(unread(response) == 0);
    BOOST_TEST(json::serialize(kind.at("values").at(0).at("by_theme")) == R"([{"id":"water","count":2}])");
    BOOST_TEST(kind.at("values").at(0).at("share").as_double() == 0.5);
    check_that_each_record_is_counted(response, 4);
}

BOOST_AUTO_TEST_CASE(without_dimensions_nothing_changes)
{
    record("a", "water");
    request.dimensions.clear();
    const auto response = answer();
    BOOST_TEST(!response.contains("dimensions"));
    BOOST_TEST(model.of_kind("record_readings").empty());
    BOOST_TEST(model.of_kind("theme_assignments").size() == 1u);
    BOOST_TEST(model.requests.at(0).system.find("dimensions") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_record_without_readable_values_is_asked_about_once_more_and_keeps_its_themes)
{
    for (const std::string_view again : {R"(["A2"])", R"(["rumour"])", "[]"})
    {
        request.records.clear();
        model.requests.clear();
        for (const auto* id : {"a", "b", "c"}) record(id, "I ask for water");
        model.answers["record_readings"] = [&](const received_request&, std::size_t) {
            if (model.of_kind("record_readings").size() == 1)
                return testing::assignment_output(
                    {entry(1, R"(["A1"])"), entry(2, R"(["invented"])"), entry(3, R"(["A1"])")});
            return R"({"assignments":[{"record":1,"themes":[],"values":)" + std::string{again} + "}]}";
        };
        const auto response = answer();

        BOOST_TEST(testing::records_in(model.of_kind("record_readings").at(1).user).size() == 1u);
        BOOST_TEST(model.of_kind("record_readings").size() == 2u);
        BOOST_TEST(records_of(response, "ask") == "a c");
        BOOST_TEST(records_of(response, "moan") == (again == R"(["A2"])" ? "b" : ""));
        BOOST_TEST(records_of(response, "unclear") == ""); // not a value that nobody chose
        BOOST_TEST(unread(response) == (again == R"(["A2"])" ? 0 : 1));
        BOOST_TEST(ids_in(response.at("themes").at(0)) == "a b c"); // by the first answer
        check_that_each_record_is_counted(response, 3);
    }
}

BOOST_AUTO_TEST_CASE(a_record_that_is_left_out_gets_its_values_and_themes_from_the_repetition)
{
    for (const auto* id : {"a", "b"}) record(id, "I ask for water");
    model.answers["record_readings"] = [&](const received_request&, std::size_t n) {
        return testing::assignment_output({entry(1, n == 0 ? R"(["A1"])" : R"(["A2"])")});
    };
    const auto response = answer();
    BOOST_TEST(records_of(response, "ask") == "a");
    BOOST_TEST(records_of(response, "moan") == "b");
    BOOST_TEST(ids_in(response.at("themes").at(0)) == "a b");
}

BOOST_AUTO_TEST_CASE(any_call_may_fail)
{
    settings.hierarchical.target_chunk_tokens = 4;
    request.mode                              = analysis_mode::hierarchical;
    for (std::size_t failing = 0; failing != 8; ++failing)
    {
        request.records.clear();
        model.requests.clear();
        for (int n = 0; n != 6; ++n) record("r" + std::to_string(n), "I ask for water " + std::to_string(n));
        std::size_t calls                = 0;
        model.answers["record_readings"] = [&](const received_request& sent, std::size_t) -> sdk::result<std::string> {
            if (calls++ == failing) return sdk::error{sdk::errc::llm_error};
            return perfect_readings(sent, 0);
        };
        const auto response = answer();
        const auto count    = response.at("dimensions").at(0).at("values").at(0).at("record_count").as_int64();
        BOOST_TEST(count + unread(response) == 6);
        BOOST_TEST(unread(response) == response.at("unassigned_count").as_int64());
        check_that_each_record_is_counted(response, 6);
    }
}

BOOST_AUTO_TEST_CASE(records_have_values_where_no_theme_is_found)
{
    request.themes.clear();
    model.answers["theme_list"]      = [](const received_request&, std::size_t) { return R"({"themes":[]})"; };
    model.answers["record_readings"] = [](const received_request&, std::size_t) {
        return R"({"assignments":[{"record":1,"themes":["T1"],"values":["A2"]}],"quotes":[]})";
    };
    record("a", "I moan");
    const auto response = answer();
    BOOST_TEST(records_of(response, "moan") == "a");
    BOOST_TEST(response.at("unassigned_count").as_int64() == 1);
    BOOST_TEST(response.at("dropped_references").as_int64() == 1);
}

BOOST_AUTO_TEST_CASE(further_themes_are_read_without_the_dimensions)
{
    request.induce_more = true;
    record("a", "food, I ask");
    model.answers["record_readings"] = [](const received_request&, std::size_t) {
        return R"({"assignments":[{"record":1,"themes":[],"values":["A1"]}],"quotes":[]})";
    };
    const auto response = answer();
    BOOST_TEST(model.of_kind("record_readings").size() == 1u);
    BOOST_TEST(model.of_kind("theme_assignments").size() == 1u);
    BOOST_TEST(records_of(response, "ask") == "a");
    BOOST_TEST(response.at("themes").as_array().size() == 2u); // water, and the new one with the record
}

BOOST_AUTO_TEST_CASE(the_lists_of_the_server_have_titles_in_the_language_of_the_answer)
{
    request.dimensions               = {{.list = dimensions::shipped_list::type_of_feedback},
                                        {.list = dimensions::shipped_list::stance, .proposition = "Vaccines are safe."},
                                        {.list = dimensions::shipped_list::urgency}};
    request.output_language          = "French";
    model.answers["record_readings"] = [](const received_request&, std::size_t) {
        return testing::assignment_output({entry(1, R"(["A3","B2","C3"])")});
    };
    record("a", "water");
    const auto response = answer();
    BOOST_TEST(records_of(response, "complaint") == "a");
    BOOST_TEST(records_of(response, "against", 1) == "a");
    BOOST_TEST(records_of(response, "routine", 2) == "a");
    BOOST_TEST(text(response.at("dimensions").at(0), "title") == "Type de retour");
    BOOST_TEST(text(response.at("dimensions").at(0).at("values").at(2), "title") == "Plainte");
    BOOST_TEST(text(response.at("dimensions").at(0).at("values").as_array().back(), "title") == "Pas clair");
    BOOST_TEST(text(response.at("dimensions").at(1), "proposition") == "Vaccines are safe.");
    BOOST_TEST(model.of_kind("record_readings").at(0).user.find("proposition: Vaccines are safe.") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(every_list_of_the_server_has_titles_in_all_languages)
{
    const std::vector<dimensions::requested_dimension> requested{{.list = dimensions::shipped_list::type_of_feedback},
                                                                 {.list = dimensions::shipped_list::stance},
                                                                 {.list = dimensions::shipped_list::urgency}};
    for (const auto language : text_analysis::languages)
        for (const auto& dimension : dimensions::dimensions_of(requested, language))
        {
            BOOST_TEST(!dimension.title.empty());
            BOOST_TEST(!dimension.unclear_title.empty());
            for (const auto& value : dimension.values) BOOST_TEST((!value.title.empty() && !value.definition.empty()));
        }
}

BOOST_AUTO_TEST_CASE(dimensions_of_a_response_can_be_sent_back_unchanged)
{
    request.dimensions = {{.list = dimensions::shipped_list::stance, .proposition = "Amina is right."}};
    record("a", "I ask for water");
    const auto first = answer();

    analyze_bulk::request next;
    BOOST_TEST(read(R"("dimensions":)" + json::serialize(first.at("dimensions")), next).empty());
    request.dimensions = std::move(next.dimensions);
    const auto second  = answer();
    BOOST_TEST(second.at("dimensions") == first.at("dimensions"));
    const auto sent = model.of_kind("record_readings");
    BOOST_TEST(sent.at(0).user == sent.at(1).user);
    BOOST_TEST(sent.at(0).user.find("Amina") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(values_are_counted_by_group_and_small_counts_are_suppressed)
{
    request.breakdown_by = {"region"};
    for (int n = 0; n != 24; ++n)
    {
        json::object metadata;
        metadata["region"] = n < 12 ? "north" : "south";
        const bool asks    = n < 10 || n == 12; // one record of the south asks
        request.records.push_back(
            {"r" + std::to_string(n), (asks ? "I ask " : "I moan ") + std::to_string(n), std::move(metadata), {}});
    }
    const auto response = answer();
    BOOST_TEST(response.at("dimensions").at(0).at("values").at(0).at("record_count").as_int64() == 11);
    std::vector<std::string> shown;
    for (const auto& group : response.at("breakdown").at(0).at("values").as_array())
        for (const auto& entry : group.at("counts").as_array())
            if (text(entry, "kind") == "value")
                shown.push_back(text(group, "value") + " " + text(entry, "id") + " " +
                                json::serialize(entry.at("count")));
    const std::vector<std::string> expected{"north kind/ask null", "north kind/moan null", "north kind/unclear 0",
                                            "south kind/ask null", "south kind/moan null", "south kind/unclear 0"};
    BOOST_TEST(shown == expected, boost::test_tools::per_element());
    BOOST_TEST(text(response.at("breakdown").at(0).at("values").at(0).at("counts").at(1), "title") == "Kind: Question");
}

BOOST_AUTO_TEST_CASE(no_content_gives_dimensions_without_records_and_no_call)
{
    record("a", "");
    const auto response = answer();
    BOOST_TEST(model.requests.empty());
    BOOST_TEST(response.at("dimensions").at(0).at("values").as_array().size() == 3u);
    BOOST_TEST(unread(response) == 0);
}

BOOST_AUTO_TEST_CASE(long_lists_leave_room_for_records)
{
    model.limit = {.max_total_tokens = 4'000, .chars_per_token = 4};
    request.dimensions.clear();
    for (int d = 0; d != 5; ++d)
    {
        auto& dimension = request.dimensions.emplace_back();
        dimension.id    = "d" + std::to_string(d);
        dimension.title = "Dimension";
        for (int v = 0; v != 20; ++v)
            dimension.values.push_back({.id         = "v" + std::to_string(v),
                                        .title      = "Value " + std::to_string(v),
                                        .definition = std::string(300, 'd'),
                                        .examples   = {std::string(300, 'e')}});
    }
    model.answers["record_readings"] = [](const received_request&, std::size_t) {
        return testing::assignment_output({entry(1, R"(["A1","B2","C3","D4","E20"])")});
    };
    record("a", "water");
    const auto response = answer();
    BOOST_TEST(records_of(response, "v19", 4) == "a");
    BOOST_TEST(model.of_kind("record_readings").at(0).user.size() < 16'000u);
    BOOST_TEST(model.of_kind("record_readings").at(0).user.find("A20: Value 19") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_built_in_model_reads_cues_and_is_unclear_without_any)
{
    const std::vector<dimensions::requested_dimension> requested{
        {.list = dimensions::shipped_list::type_of_feedback},
        {.list = dimensions::shipped_list::stance, .proposition = "Water is near."},
        {.list = dimensions::shipped_list::urgency},
        {.id     = "goods",
         .title  = "Goods",
         .values = {{.id = "water", .title = "Drinking water"}, {.id = "tents", .title = "Tents and shelter"}}}};
    const auto                        lists = dimensions::dimensions_of(requested, text_analysis::language::dutch);
    text_analysis::tokenizer          tokenizer;
    dimensions::offline::value_reader reader{lists, nullptr, tokenizer};
    const auto                        labels = [&](std::string_view content) {
        const auto read = reader.labels(tokenizer.tokenize(content));
        BOOST_TEST(read.at(1) == "B0");
        BOOST_TEST(read.at(2) == "C0");
        return read.at(0);
    };
    BOOST_TEST(labels("When does the clinic open?") == "A1");
    BOOST_TEST(labels("We asked when the clinic opens.") == "A0"); // a cue of a question within the text
    BOOST_TEST(labels("Nous avons besoin de couvertures") == "A2");
    BOOST_TEST(labels("نحتاج إلى بطانيات") == "A2");
    BOOST_TEST(labels("Спасибо за помощь") == "A4");
    BOOST_TEST(labels("The road to the market") == "A0");
    BOOST_TEST(labels("") == "A0");
    BOOST_TEST(labels("thank you but bad") == "A0"); // two types are as strong
}

BOOST_AUTO_TEST_CASE(the_longest_answer_has_a_value_of_each_list)
{
    const std::vector<themes::theme> list{{"Water", "", "", {}}};
    const auto                       output = themes::longest::assignments(list, 3, 65'536, false, two_lists);
    const auto                       read   = themes::parse_assignments(output, list, 3, two_lists).value();
    for (const auto& values : read.values) BOOST_TEST((values == value_list{{2, 3}}));
}

BOOST_AUTO_TEST_CASE(bad_dimensions_are_refused_with_the_place_and_the_reason)
{
    struct example
    {
        std::string_view members;
        std::string_view field; ///< empty: accepted
    };
    const std::string two  = R"("values":[{"id":"a","title":"A"},{"id":"b","title":"B"}])";
    const std::string own  = R"({"id":"own","title":"Own",)" + two + "}";
    std::string       many = R"("dimensions":[{"id":"own","title":"Own","values":[{"id":"v","title":"v"})";
    for (int n = 0; n != 20; ++n)
        many += R"(,{"id":"v)" + std::to_string(n) + R"(","title":")" + std::to_string(n) + R"("})";
    many += "]}]";
    const auto list = [](const std::string& dimension) { return R"("dimensions":[)" + dimension + "]"; };
    const std::vector<std::pair<std::string, std::string_view>> examples{
        {list(own), ""},
        {list(R"({"list":"type_of_feedback"},{"list":"urgency"},)" + own), ""},
        {list(R"({"list":"stance","proposition":"p"},{"id":"second","list":"stance","proposition":"q"})"), ""},
        {list(
             R"({"id":"o","title":"O","values":[{"id":"a","title":"A"},{"id":"b","title":"B"},{"id":"unclear","title":"?"}]})"),
         ""},
        {list(R"({"list":"stance"})"), "dimensions[0].proposition"},
        {list(R"({"list":"stance","proposition":" "})"), "dimensions[0].proposition"},
        {list(R"({"list":"sentiment"})"), "dimensions[0].list"},
        {list(R"({"list":"urgency",)" + two + "}"), "dimensions[0].values"},
        {list(R"({"list":"urgency"},{"list":"urgency"})"), "dimensions[1].id"},
        {list(R"({"list":"urgency"},{"id":"Urgency","title":"U",)" + two + "}"), "dimensions[1].id"},
        {list(R"({"title":"Own",)" + two + "}"), "dimensions[0].id"},
        {list(R"({"id":"own",)" + two + "}"), "dimensions[0].title"},
        {list(R"({"id":"a/b","title":"Own",)" + two + "}"), "dimensions[0].id"},
        {list(R"({"id":"o","title":"O","values":[{"id":"a","title":"A"}]})"), "dimensions[0].values"},
        {list(R"({"id":"o","title":"O","values":[{"id":"a","title":"A"},{"id":"unclear","title":"B"}]})"),
         "dimensions[0].values"},
        {list(R"({"id":"o","title":"O","values":[{"id":"a","title":"A"},{"id":"A","title":"B"}]})"),
         "dimensions[0].values[1].id"},
        {list(R"({"id":"o","title":"O","values":[{"id":"a","title":"A"},{"id":"b","title":" a"}]})"),
         "dimensions[0].values[1].title"},
        {many, "dimensions[0].values"},
        {list(own + "," + own), "dimensions[1].id"},
        {R"("dimensions":[{"list":"urgency"},{"list":"urgency","id":"b"},{"list":"urgency","id":"c"},{"list":"urgency","id":"d"},{"list":"urgency","id":"e"},{"list":"urgency","id":"f"}])",
         "dimensions"},
        {R"("dimensions":[{"list":"urgency"}],"detail":"text")", "dimensions"},
    };
    for (const auto& [members, field] : examples) BOOST_TEST_CONTEXT(members)
        {
            analyze_bulk::request parsed;
            const auto            issues = read(members, parsed);
            BOOST_TEST(issues.size() == (field.empty() ? 0u : 1u));
            if (!issues.empty()) BOOST_TEST(issues.front().field == field);
        }
}

BOOST_AUTO_TEST_SUITE_END()
