#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/openapi.hpp"
#include "verbatim/sdk/schema.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace sdk = verbatim::sdk;

namespace {

/// One struct, declared wrongly in as many ways as `Way` has values.
template <int Way>
struct wrong
{
    std::string        a;
    std::string        b;
    std::optional<int> c;
    int                d = 5;
};

std::string elsewhere;

template <int Way>
struct says;

template <int Way>
void declare(sdk::schema_builder& schema, wrong<Way>& held)
{
    says<Way>::all(schema, held);
}

void over_another(const wrong<0>&, sdk::validation_issues&) {}

#define MISTAKE(number, sentence, ...)                                                                                 \
    template <>                                                                                                        \
    struct says<number>                                                                                                \
    {                                                                                                                  \
        static constexpr const char* told = sentence;                                                                  \
        static void all(sdk::schema_builder& schema, [[maybe_unused]] wrong<number>& held) { __VA_ARGS__ }             \
    };

#define REST                                                                                                           \
    schema.required("b", held.b, "B.");                                                                                \
    schema.optional("c", held.c, "C.");                                                                                \
    schema.optional("d", held.d, "D.");
#define ALL                                                                                                            \
    schema.required("a", held.a, "A.");                                                                                \
    REST
#define IS schema.name("Wrong", "A mistake.");

// clang-format off
MISTAKE(0, "", IS ALL) // none
MISTAKE(1, "Wrong: the member after 'a' is not declared; declare it, or pass it to schema.skip()",
        IS schema.required("a", held.a, "A."); schema.optional("c", held.c, "C."); schema.optional("d", held.d, "D.");)
MISTAKE(2, "Wrong: the first member is not declared; declare it, or pass it to schema.skip()", IS REST)
MISTAKE(3, "Wrong: the member after 'c' is not declared; declare it, or pass it to schema.skip()",
        IS schema.required("a", held.a, "A."); schema.required("b", held.b, "B."); schema.optional("c", held.c, "C.");)
MISTAKE(4, "Wrong: 'a' and 'again' are declared for the same member", IS ALL schema.required("again", held.a, "A.");)
MISTAKE(5, "Wrong: 'a' is declared twice; rename one", IS ALL schema.required("a", held.b, "A.");)
MISTAKE(6, "Wrong: 'x' is not a member of the second argument of declare(); pass the member itself", IS schema.required("x", elsewhere, "X.");)
MISTAKE(7, "Wrong: 'a': at_least() is above at_most()", IS schema.required("a", held.a, "A.").at_least(5).at_most(4); REST)
MISTAKE(8, "Wrong: 'a': a bound of a length is below zero", IS schema.required("a", held.a, "A.").at_least(-1); REST)
MISTAKE(9, "the type with the first field 'a': it has no name; call schema.name(name, description)", ALL)
MISTAKE(10, "Wrong: schema.name() is called twice", IS IS)
MISTAKE(11, "Wrong: it has no description; call schema.name(name, description)", schema.name("Wrong", ""); ALL)
MISTAKE(12, "Wrong: 'a' has no description", IS schema.required("a", held.a, "");)
MISTAKE(13, "Wrong: a field has no name", IS schema.required("", held.a, "A.");)
MISTAKE(14, "Wrong: schema.rule() has a rule over another type", IS ALL schema.rule(&over_another);)
MISTAKE(15, "Wrong: 'a': null_as_absent() is for optional() only",
        IS schema.required("a", held.a, "A.").null_as_absent(); REST)
MISTAKE(16, "Wrong: 'c': null_as_absent() is not for a std::optional, which has a null",
        IS schema.required("a", held.a, "A."); schema.required("b", held.b, "B."); schema.optional("c", held.c, "C.").null_as_absent();
        schema.optional("d", held.d, "D.");)
MISTAKE(17, "Wrong: the default of 'd' breaks its own rule: Input should be greater than or equal to 6",
        IS schema.required("a", held.a, "A."); schema.required("b", held.b, "B."); schema.optional("c", held.c, "C.");
        schema.optional("d", held.d, "D.").at_least(6);)
MISTAKE(18, "Wrong: the example of 'a' breaks its own rule: String should have at most 2 characters",
        IS schema.required("a", held.a, "A.").at_most(2).example("abc"); REST)
MISTAKE(19, "Wrong: the example of 'd' breaks its own rule: it is not JSON",
        IS schema.required("a", held.a, "A."); schema.required("b", held.b, "B."); schema.optional("c", held.c, "C.");
        schema.optional("d", held.d, "D.").example("five");)
MISTAKE(20, "Wrong: its example is not JSON", schema.name("Wrong", "A mistake.").example("{"); ALL)
MISTAKE(21, "Wrong Name: its name must consist of letters, digits, '.', '_' and '-'", schema.name("Wrong Name", "X."); ALL)
MISTAKE(22, "Wrong: the argument of schema.skip() is not a member of the second argument of declare(); pass the member itself", IS schema.skip(elsewhere);)
MISTAKE(23, "Wrong: 'a': reject_null() is for optional() with a std::optional only",
        IS schema.optional("a", held.a, "A.").reject_null(); REST)
MISTAKE(24, "Wrong: 'a': absent_if_null() is for field() with a std::optional only",
        IS schema.field("a", held.a, "A.").absent_if_null(); REST)
// clang-format on

struct wrong_declaration
{
    const char* sentence;
    void (*make)();
};
std::ostream& operator<<(std::ostream& to, const wrong_declaration& mistake) { return to << mistake.sentence; }

template <int... Ways>
std::vector<wrong_declaration> wrong_declarations(std::integer_sequence<int, Ways...>)
{
    return {wrong_declaration{says<Ways + 1>::told, [] { sdk::schema_of<wrong<Ways + 1>>(); }}...};
}

struct parent
{
    std::string a;
};
void declare(sdk::schema_builder& schema, parent& value)
{
    schema.name("Parent", "P.");
    schema.required("a", value.a, "A.");
}
struct child : parent
{
    std::string more;
};

struct skipping
{
    std::string        a;
    std::vector<int>   cache;
    std::optional<int> b;
};
void declare(sdk::schema_builder& schema, skipping& value)
{
    schema.name("Skipping", "S.");
    schema.skip(value.cache);
    schema.optional("b", value.b, "B."); // declared order need not be memory order
    schema.required("a", value.a, "A.");
}

struct block
{
    std::int64_t calls = 0;
    std::int32_t lost  = 0;
};
void give_block(sdk::schema_builder& schema, block& value)
{
    schema.field("calls", value.calls, "Calls.");
    schema.field("lost", value.lost, "Lost.");
    schema.skip(value); // its padding
}
struct row
{
    block        inner;
    std::int32_t after = 0;
};
void declare(sdk::schema_builder& schema, row& value)
{
    schema.name("Row", "R.");
    give_block(schema, value.inner);
    schema.field("after", value.after, "After.");
}

struct nothing
{};
void declare(sdk::schema_builder& schema, nothing&) { schema.name("Nothing", "No fields."); }

enum class duplicate_names
{
    one,
    two
};
sdk::enum_values declare(duplicate_names)
{
    return {"DuplicateNames", {{"same", duplicate_names::one, "1."}, {"same", duplicate_names::two, "2."}}};
}
struct with_duplicate_names
{
    duplicate_names held{};
};
void declare(sdk::schema_builder& schema, with_duplicate_names& value)
{
    schema.name("WithTwice", "W.");
    schema.optional("held", value.held, "H.");
}

struct outer
{
    parent inner;
};
void declare(sdk::schema_builder& schema, outer& value)
{
    schema.name("Outer", "O.").example(R"({"inner":{"a":1}})");
    schema.required("inner", value.inner, "I.");
}

} // namespace

BOOST_AUTO_TEST_SUITE(author)

BOOST_DATA_TEST_CASE(a_mistake_is_told_in_one_sentence,
                     boost::unit_test::data::make(wrong_declarations(std::make_integer_sequence<int, 24>{})), mistake)
{
    for (int i = 0; i < 2; ++i) // and again: a table that failed is not there the next time
        BOOST_CHECK_EXCEPTION(mistake.make(), sdk::programming_error, [&](const sdk::programming_error& thrown) {
            BOOST_TEST(thrown.what() == mistake.sentence);
            return true;
        });
}

BOOST_AUTO_TEST_CASE(a_derived_struct_does_not_inherit_its_parents_table)
{
    BOOST_CHECK_EXCEPTION(sdk::schema_of<child>(), std::logic_error, [](const std::logic_error& thrown) {
        return std::string_view{thrown.what()} ==
               "Parent: the member after 'a' is not declared; declare it, or pass it to schema.skip()";
    });
}

BOOST_AUTO_TEST_CASE(members_may_be_skipped_and_declared_in_any_order)
{
    const auto notes = sdk::document_fields(sdk::schema_of<skipping>());
    BOOST_REQUIRE_EQUAL(notes.size(), 2U);
    BOOST_TEST(notes[0].name == "b");
    BOOST_TEST(notes[1].name == "a");
}

BOOST_AUTO_TEST_CASE(a_shared_block_is_a_function_call)
{
    struct row row;
    row.inner.lost = 3;
    std::string text;
    sdk::write(sdk::schema_of<struct row>(), &row, text);
    BOOST_TEST(text == R"({"calls":0,"lost":3,"after":0})");
}

BOOST_AUTO_TEST_CASE(a_type_without_members_is_a_table_too)
{
    nothing     value;
    std::string text;
    sdk::write(sdk::schema_of<nothing>(), &value, text);
    BOOST_TEST(text == "{}");
}

BOOST_AUTO_TEST_CASE(a_word_twice_is_a_mistake)
{
    BOOST_CHECK_EXCEPTION(
        sdk::schema_of<with_duplicate_names>(), sdk::programming_error, [](const sdk::programming_error& mistake) {
            return std::string_view{mistake.what()} == "DuplicateNames: the name 'same' or its value is declared twice";
        });
}

BOOST_AUTO_TEST_CASE(an_example_that_breaks_a_nested_rule_stops_the_document)
{
    std::vector<sdk::component> all;
    BOOST_CHECK_EXCEPTION(sdk::add_component(sdk::schema_of<outer>(), all), std::logic_error,
                          [](const std::logic_error& thrown) {
                              return std::string_view{thrown.what()} ==
                                     "Outer: its example breaks a rule: inner.a: Input should be a valid string";
                          });
}

BOOST_AUTO_TEST_SUITE_END()
