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
void declare(sdk::declaration& wire, wrong<Way>& held)
{
    says<Way>::all(wire, held);
}

void over_another(const wrong<0>&, sdk::faults&) {}

#define MISTAKE(number, sentence, ...)                                                                                 \
    template <>                                                                                                        \
    struct says<number>                                                                                                \
    {                                                                                                                  \
        static constexpr const char* told = sentence;                                                                  \
        static void                  all(sdk::declaration& wire, [[maybe_unused]] wrong<number>& held) { __VA_ARGS__ } \
    };

#define REST                                                                                                           \
    wire.needs("b", held.b, "B.");                                                                                     \
    wire.takes("c", held.c, "C.");                                                                                     \
    wire.takes("d", held.d, "D.");
#define ALL                                                                                                            \
    wire.needs("a", held.a, "A.");                                                                                     \
    REST
#define IS wire.is("Wrong", "A mistake.");

// clang-format off
MISTAKE(0, "", IS ALL) // none
MISTAKE(1, "Wrong: the member after 'a' is declared by no field; name it, or say wire.skips(it)",
        IS wire.needs("a", held.a, "A."); wire.takes("c", held.c, "C."); wire.takes("d", held.d, "D.");)
MISTAKE(2, "Wrong: the first member is declared by no field; name it, or say wire.skips(it)", IS REST)
MISTAKE(3, "Wrong: the member after 'c' is declared by no field; name it, or say wire.skips(it)",
        IS wire.needs("a", held.a, "A."); wire.needs("b", held.b, "B."); wire.takes("c", held.c, "C.");)
MISTAKE(4, "Wrong: 'a' and 'again' are declared on one member", IS ALL wire.needs("again", held.a, "A.");)
MISTAKE(5, "Wrong: 'a' is declared twice", IS ALL wire.needs("a", held.b, "A.");)
MISTAKE(6, "Wrong: 'x' is no member of the value that declare() was given", IS wire.needs("x", elsewhere, "X.");)
MISTAKE(7, "Wrong: the least of 'a' is above its most", IS wire.needs("a", held.a, "A.").at_least(5).at_most(4); REST)
MISTAKE(8, "Wrong: a length of 'a' is bounded below zero", IS wire.needs("a", held.a, "A.").at_least(-1); REST)
MISTAKE(9, "the type that declares 'a' first: it has no name; say wire.is(name, sentence)", ALL)
MISTAKE(10, "Wrong: a type has one name; `is` was said twice", IS IS)
MISTAKE(11, "Wrong: it has no sentence that says what it is", wire.is("Wrong", ""); ALL)
MISTAKE(12, "Wrong: 'a' has no sentence that says what it is", IS wire.needs("a", held.a, "");)
MISTAKE(13, "Wrong: a field has an empty name", IS wire.needs("", held.a, "A.");)
MISTAKE(14, "Wrong: `also` was given a rule over another type", IS ALL wire.also(&over_another);)
MISTAKE(15, "Wrong: 'a' is said to read null as absent, and to be always there",
        IS wire.needs("a", held.a, "A.").null_is_absent(); REST)
MISTAKE(16, "Wrong: 'c' is said to read null as absent, and its type has a null of its own",
        IS wire.needs("a", held.a, "A."); wire.needs("b", held.b, "B."); wire.takes("c", held.c, "C.").null_is_absent();
        wire.takes("d", held.d, "D.");)
MISTAKE(17, "Wrong: the default of 'd' breaks its own rule: Input should be greater than or equal to 6",
        IS wire.needs("a", held.a, "A."); wire.needs("b", held.b, "B."); wire.takes("c", held.c, "C.");
        wire.takes("d", held.d, "D.").at_least(6);)
MISTAKE(18, "Wrong: the example of 'a' breaks its own rule: String should have at most 2 characters",
        IS wire.needs("a", held.a, "A.").at_most(2).example("abc"); REST)
MISTAKE(19, "Wrong: the example of 'd' breaks its own rule: it is not JSON",
        IS wire.needs("a", held.a, "A."); wire.needs("b", held.b, "B."); wire.takes("c", held.c, "C.");
        wire.takes("d", held.d, "D.").example("five");)
MISTAKE(20, "Wrong: its example is not JSON", wire.is("Wrong", "A mistake.").example("{"); ALL)
MISTAKE(21, "Wrong Name: a component's name consists of letters, digits, '.', '_' and '-'", wire.is("Wrong Name", "X."); ALL)
MISTAKE(22, "Wrong: what is skipped is no member of the value that declare() was given", IS wire.skips(elsewhere);)
MISTAKE(23, "Wrong: 'a' is said to take no null, and is no optional that may be left out",
        IS wire.takes("a", held.a, "A.").null_is_wrong(); REST)
// clang-format on

struct mistake
{
    const char* sentence;
    void (*make)();
};
std::ostream& operator<<(std::ostream& to, const mistake& one) { return to << one.sentence; }

template <int... Ways>
std::vector<mistake> mistakes(std::integer_sequence<int, Ways...>)
{
    return {mistake{says<Ways + 1>::told, [] { sdk::declared<wrong<Ways + 1>>(); }}...};
}

struct parent
{
    std::string a;
};
void declare(sdk::declaration& wire, parent& held)
{
    wire.is("Parent", "P.");
    wire.needs("a", held.a, "A.");
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
void declare(sdk::declaration& wire, skipping& held)
{
    wire.is("Skipping", "S.");
    wire.skips(held.cache);
    wire.takes("b", held.b, "B."); // declared order need not be memory order
    wire.needs("a", held.a, "A.");
}

struct block
{
    std::int64_t calls = 0;
    std::int32_t lost  = 0;
};
void give_block(sdk::declaration& wire, block& own)
{
    wire.gives("calls", own.calls, "Calls.");
    wire.gives("lost", own.lost, "Lost.");
    wire.skips(own); // its padding
}
struct row
{
    block        own;
    std::int32_t after = 0;
};
void declare(sdk::declaration& wire, row& given)
{
    wire.is("Row", "R.");
    give_block(wire, given.own);
    wire.gives("after", given.after, "After.");
}

struct nothing
{};
void declare(sdk::declaration& wire, nothing&) { wire.is("Nothing", "No fields."); }

enum class twice
{
    one,
    two
};
sdk::words declare(twice) { return {{"same", twice::one, "1."}, {"same", twice::two, "2."}}; }
struct with_twice
{
    twice held{};
};
void declare(sdk::declaration& wire, with_twice& held)
{
    wire.is("WithTwice", "W.");
    wire.takes("held", held.held, "H.");
}

struct outer
{
    parent inner;
};
void declare(sdk::declaration& wire, outer& held)
{
    wire.is("Outer", "O.").example(R"({"inner":{"a":1}})");
    wire.needs("inner", held.inner, "I.");
}

} // namespace

BOOST_AUTO_TEST_SUITE(author)

BOOST_DATA_TEST_CASE(a_mistake_is_told_in_one_sentence,
                     boost::unit_test::data::make(mistakes(std::make_integer_sequence<int, 23>{})), one)
{
    for (int i = 0; i < 2; ++i) // and again: a table that failed is not there the next time
        BOOST_CHECK_EXCEPTION(one.make(), std::logic_error, [&](const std::logic_error& thrown) {
            BOOST_TEST(thrown.what() == one.sentence);
            return true;
        });
}

BOOST_AUTO_TEST_CASE(a_derived_struct_does_not_inherit_its_parents_table)
{
    BOOST_CHECK_EXCEPTION(sdk::declared<child>(), std::logic_error, [](const std::logic_error& thrown) {
        return std::string_view{thrown.what()} ==
               "Parent: the member after 'a' is declared by no field; name it, or say wire.skips(it)";
    });
}

BOOST_AUTO_TEST_CASE(members_may_be_skipped_and_declared_in_any_order)
{
    const auto notes = sdk::notes(sdk::declared<skipping>());
    BOOST_REQUIRE_EQUAL(notes.size(), 2U);
    BOOST_TEST(notes[0].name == "b");
    BOOST_TEST(notes[1].name == "a");
}

BOOST_AUTO_TEST_CASE(a_shared_block_is_a_function_call)
{
    row given;
    given.own.lost = 3;
    std::string text;
    sdk::write(sdk::declared<row>(), &given, text);
    BOOST_TEST(text == R"({"calls":0,"lost":3,"after":0})");
}

BOOST_AUTO_TEST_CASE(a_type_without_members_is_a_table_too)
{
    nothing     given;
    std::string text;
    sdk::write(sdk::declared<nothing>(), &given, text);
    BOOST_TEST(text == "{}");
}

BOOST_AUTO_TEST_CASE(a_word_twice_is_a_mistake) { BOOST_CHECK_THROW(sdk::declared<with_twice>(), std::logic_error); }

BOOST_AUTO_TEST_CASE(an_example_that_breaks_a_nested_rule_stops_the_document)
{
    std::vector<sdk::component> all;
    BOOST_CHECK_EXCEPTION(sdk::add_component(sdk::declared<outer>(), all), std::logic_error,
                          [](const std::logic_error& thrown) {
                              return std::string_view{thrown.what()} ==
                                     "Outer: its example breaks a rule: inner.a: Input should be a valid string";
                          });
}

BOOST_AUTO_TEST_SUITE_END()
