#include "pages/compression.hpp"

#include "support/temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <stdexcept>

using namespace verbatim;
using namespace verbatim::core;

namespace {

/// Unpacks with the gzip program, so that the format is checked independently.
std::string gunzip_with_program(const std::string& gzipped)
{
    const support::temporary_directory folder;
    const auto                         file = folder.path() / "text.gz";
    std::ofstream{file, std::ios::binary} << gzipped;
    std::FILE* pipe = popen(("gzip -dc '" + file.string() + "'").c_str(), "r");
    if (!pipe) throw std::runtime_error{"gzip cannot be run"};
    std::string text;
    char        buffer[4096];
    while (const auto got = std::fread(buffer, 1, sizeof buffer, pipe)) text.append(buffer, got);
    if (pclose(pipe) != 0) throw std::runtime_error{"gzip refuses it"};
    return text;
}

} // namespace

BOOST_AUTO_TEST_SUITE(compression)

BOOST_AUTO_TEST_CASE(a_text_is_compressed_in_both_encodings_smallest_first)
{
    std::string text;
    for (int i = 0; i < 20'000; ++i) text += R"({"type":"string","examples":[")" + std::to_string(i * i) + "\"]}";

    const auto encodings = pages::compress(text);

    BOOST_REQUIRE(encodings.size() == 2u);
    BOOST_TEST(encodings[0].encoding == "br");
    BOOST_TEST(encodings[1].encoding == "gzip");
    BOOST_TEST(encodings[0].body->size() < encodings[1].body->size());
    BOOST_TEST(encodings[1].body->size() < text.size() / 4);
    BOOST_TEST((gunzip_with_program(*encodings[1].body) == text));
}

BOOST_AUTO_TEST_CASE(an_encoding_that_is_not_smaller_is_omitted)
{
    BOOST_TEST(pages::compress("").empty());
    BOOST_TEST(pages::compress("{}").empty());
}

BOOST_AUTO_TEST_CASE(equal_texts_yield_equal_bytes)
{
    const std::string text(5000, 'a');

    const auto once = pages::compress(text), again = pages::compress(text);

    BOOST_REQUIRE(once.size() == again.size());
    for (std::size_t i = 0; i < once.size(); ++i) BOOST_TEST((*once[i].body == *again[i].body));
}

BOOST_AUTO_TEST_CASE(a_body_is_only_decompressed_to_the_size_of_its_text)
{
    const std::string text(5000, 'a');
    const auto        encodings = pages::compress(text);
    const auto        gzip_body = *std::ranges::find(encodings, "gzip", &http::encoded_body::encoding)->body;

    BOOST_TEST((pages::gunzip(gzip_body, text.size()) == text));
    for (const std::size_t size : {0, 4999, 5001})
        BOOST_CHECK_THROW(pages::gunzip(gzip_body, size), std::runtime_error);
    for (const auto& damaged : {std::string{}, std::string{"no gzip"}, gzip_body.substr(0, gzip_body.size() - 1)})
        BOOST_CHECK_THROW(pages::gunzip(damaged, text.size()), std::runtime_error);
}

BOOST_AUTO_TEST_SUITE_END()
