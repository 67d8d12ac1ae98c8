#include "pages/compression.hpp"

#include "support/scratch.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdio>
#include <fstream>
#include <stdexcept>

using namespace verbatim;
using namespace verbatim::core;

namespace {

/// What the gzip program reads in it: a judge that is not ours.
std::string unpacked(const std::string& gzipped)
{
    const support::scratch folder;
    const auto             file = folder.path() / "text.gz";
    std::ofstream{file, std::ios::binary} << gzipped;
    std::FILE* pipe = popen(("gzip -dc '" + file.string() + "'").c_str(), "r");
    if (!pipe) throw std::runtime_error{"gzip cannot be run"};
    std::string all;
    char        buffer[4096];
    while (const auto got = std::fread(buffer, 1, sizeof buffer, pipe)) all.append(buffer, got);
    if (pclose(pipe) != 0) throw std::runtime_error{"gzip refuses it"};
    return all;
}

} // namespace

BOOST_AUTO_TEST_SUITE(compression)

BOOST_AUTO_TEST_CASE(a_text_comes_in_both_codings_the_smaller_first_and_is_whole_again_when_read)
{
    std::string text;
    for (int i = 0; i < 20'000; ++i) text += R"({"type":"string","examples":[")" + std::to_string(i * i) + "\"]}";

    const auto made = pages::compressed(text);

    BOOST_REQUIRE(made.size() == 2u);
    BOOST_TEST(made[0].coding == "br");
    BOOST_TEST(made[1].coding == "gzip");
    BOOST_TEST(made[0].body->size() < made[1].body->size());
    BOOST_TEST(made[1].body->size() < text.size() / 4);
    BOOST_TEST((unpacked(*made[1].body) == text));
}

BOOST_AUTO_TEST_CASE(what_would_not_get_smaller_is_left_as_it_is)
{
    BOOST_TEST(pages::compressed("").empty());
    BOOST_TEST(pages::compressed("{}").empty());
}

BOOST_AUTO_TEST_CASE(the_same_text_gives_the_same_bytes)
{
    const std::string text(5000, 'a');

    const auto once = pages::compressed(text), again = pages::compressed(text);

    BOOST_REQUIRE(once.size() == again.size());
    for (std::size_t i = 0; i < once.size(); ++i) BOOST_TEST((*once[i].body == *again[i].body));
}

BOOST_AUTO_TEST_SUITE_END()
