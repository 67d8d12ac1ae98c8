#include "jobs/base64.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <utility>

using namespace verbatim::core::jobs;
using namespace std::string_literals;

BOOST_AUTO_TEST_SUITE(base64)

BOOST_AUTO_TEST_CASE(the_vectors_of_rfc_4648_are_written_and_read)
{
    for (const auto& [bytes, text] : {std::pair{""s, ""s},
                                      {"f"s, "Zg=="s},
                                      {"fo"s, "Zm8="s},
                                      {"foo"s, "Zm9v"s},
                                      {"foob"s, "Zm9vYg=="s},
                                      {"fooba"s, "Zm9vYmE="s},
                                      {"foobar"s, "Zm9vYmFy"s}})
    {
        BOOST_TEST(to_base64(bytes) == text);
        BOOST_TEST(from_base64(text).value_or("none") == bytes);
    }
}

BOOST_AUTO_TEST_CASE(every_byte_is_read_back_at_every_place)
{
    std::string bytes;
    for (int byte = 0; byte != 256; ++byte)
    {
        bytes += static_cast<char>(byte);
        BOOST_TEST(from_base64(to_base64(bytes)).value() == bytes, byte);
    }
}

BOOST_AUTO_TEST_CASE(only_the_text_that_would_be_written_is_read)
{
    for (const auto& text :
         {"Z"s,      "Zg"s,   "Zg="s,     "Zm9"s,   "Z==="s,   "===="s,     "Zg==Zg=="s, "Zm=v"s,
          "=m9v"s,   "Zh=="s, "Zm9="s,    " Zm9v"s, "Zm9v\n"s, "Zm9v    "s, "    Zm9v"s, "Zm9v\n\n\n\n"s,
          "Zm\n9v"s, "Zm-_"s, "Zm9\xFF"s, "Zm9\0"s, "    "s,   "----"s})
        BOOST_TEST(!from_base64(text).has_value(), text);
}

BOOST_AUTO_TEST_SUITE_END()
