// The reader and the document come from one schema. Mutated examples must give the same result with both.
#include "sample.hpp"

#include "verbatim/testing/json_schema.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <random>

using namespace sample;
namespace json = boost::json;

namespace {

/// Changes one place of a body, at random.
class mutator
{
public:
    explicit mutator(unsigned seed)
        : random_{seed}
    {}

    void mutate(json::value& body)
    {
        const auto values = gathered(body);
        auto&      value  = *values[pick(values.size())];
        switch (pick(4))
        {
        case 0: value = odd_value(); return;
        case 1: change_members(value); return;
        case 2: change_items(value); return;
        default: stretch(value); return;
        }
    }

private:
    std::size_t pick(std::size_t below) { return random_() % below; }

    static void gather(json::value& value, std::vector<json::value*>& values)
    {
        values.push_back(&value);
        if (auto* object = value.if_object())
            for (auto& member : *object) gather(member.value(), values);
        if (auto* array = value.if_array())
            for (auto& item : *array) gather(item, values);
    }
    static std::vector<json::value*> gathered(json::value& value)
    {
        std::vector<json::value*> values;
        gather(value, values);
        return values;
    }

    json::value odd_value()
    {
        static const json::array values =
            json::parse(
                R"([null,true,false,0,1,-1,50,51,3.0,3.5,0.5,1.0000001,1e30,-1e30,2147483648,128,255,256,-6,"","day","single_pass","week",
                "żółw","😀😀😀😀😀","😀😀😀😀😀😀","5",[],[[]],{},{"id":"x"},{"id":"x","name":"y"},[{"id":"x","name":"y"}],
                {"id":"x","content":"y"},[{"id":"x","content":"y"}]])")
                .as_array();
        return values[pick(values.size())];
    }

    void change_members(json::value& value)
    {
        auto* object = value.if_object();
        if (!object) return;
        if (object->empty() || pick(3) == 0) object->insert_or_assign("stranger", odd_value());
        else object->erase(std::next(object->begin(), static_cast<std::ptrdiff_t>(pick(object->size()))));
    }

    void change_items(json::value& value)
    {
        auto* array = value.if_array();
        if (!array) return;
        if (array->empty() || pick(2) == 0) array->push_back(array->empty() ? odd_value() : array->front());
        else array->pop_back();
    }

    void stretch(json::value& value)
    {
        if (auto* text = value.if_string())
            for (auto times = pick(7); times > 0; --times) text->append("é");
        if (auto* number = value.if_int64()) *number += static_cast<std::int64_t>(pick(100)) - 50;
    }

    std::mt19937 random_;
};

/// The reader takes an empty list for an open object, which the document does not say.
void replace_empty_lists(json::value& body)
{
    const auto replace = [](json::value& record) {
        auto* object   = record.if_object();
        auto* metadata = object ? object->if_contains("metadata") : nullptr;
        if (metadata && metadata->is_array() && metadata->get_array().empty()) metadata->emplace_object();
    };
    auto* object = body.if_object();
    if (!object) return;
    if (auto* record = object->if_contains("feedback_record")) replace(*record);
    auto* records = object->if_contains("feedback_records");
    if (records && records->is_array())
        for (auto& record : records->get_array()) replace(record);
}

template <class T>
void compare(std::string_view example, unsigned seed, int rounds)
{
    const auto&                 table = sdk::schema_of<T>();
    std::vector<sdk::component> components;
    sdk::add_component(table, components);
    json::object component_map;
    for (const auto& component : components) component_map.emplace(component.name, json::parse(component.schema));
    const verbatim::testing::json_schema document{component_map};
    const auto                           name = sdk::name_of(table);

    mutator mutating{seed};
    int     accepted = 0;
    for (int round = 0; round < rounds; ++round)
    {
        auto body = json::parse(json::string_view{example.data(), example.size()});
        for (int times = 1 + round % 3; times > 0; --times) mutating.mutate(body);

        T          target{};
        const bool reader_accepts = sdk::read(table, body, &target).empty();
        replace_empty_lists(body);
        const bool document_accepts = document.accepts(json::string_view{name.data(), name.size()}, body);
        BOOST_REQUIRE_MESSAGE(
            reader_accepts == document_accepts,
            "the reader " << (reader_accepts ? "accepts, the document refuses " : "refuses, the document accepts ")
                          << json::serialize(body));
        accepted += reader_accepts ? 1 : 0;
    }
    BOOST_TEST(accepted > rounds / 20);
    BOOST_TEST(accepted < rounds * 19 / 20);
}

} // namespace

BOOST_AUTO_TEST_SUITE(mutation)

BOOST_AUTO_TEST_CASE(reader_and_document_agree_on_mutated_bulk_requests)
{
    compare<bulk_request>(
        R"({"feedback_records":[{"id":"1","content":"Żle","metadata":{"a":[1]},"url_id":"x"}],"prompt":"Why?",
                              "output_language":"Dutch","anonymize":false,"mode":"hierarchical","period":"day"})",
        1, 8'000);
}

BOOST_AUTO_TEST_CASE(reader_and_document_agree_on_mutated_frameworks)
{
    compare<codes_request>(
        R"({"feedback_record":{"id":"1","content":"x"},"root_codes":[{"id":"a","name":"A","children":[
                               {"id":"b","name":"B"},{"id":"c","name":"C","children":[]}]}],"max_codes":3,"confidence_threshold":0.5})",
        2, 8'000);
}

BOOST_AUTO_TEST_CASE(reader_and_document_agree_on_mutated_numbers)
{
    // Without the 64 bit ones: the document leaves their bounds to `format`.
    compare<numbers>(R"({"tiny":1,"byte":2,"small":3,"large":4,"real":0.5,"share":0.5,"patience":1.5})", 3, 8'000);
}

BOOST_AUTO_TEST_SUITE_END()
