#include "jobs/sealing.hpp"

#include "core/jobs/key_file.hpp"
#include "encoding/encoding.hpp"

#include <boost/test/unit_test.hpp>

#include <set>
#include <string>

using namespace verbatim::core::jobs;
using verbatim::jobs_test::key_line;
using verbatim::jobs_test::keys_of;

namespace {

const job_identity owner{.id = "6f1d2c3b4a59687786950a1b2c3d4e5f", .tenant = "tenant"};
constexpr part     request{.kind = part_kind::request};

/// Calls `visit` with each text that differs from this one in one bit.
template <class Visit>
void for_each_flipped_bit(std::string text, Visit visit)
{
    for (std::size_t bit = 0; bit != 8 * text.size(); ++bit)
    {
        const auto mask = static_cast<char>(1U << bit % 8);
        text[bit / 8] ^= mask;
        visit(text);
        text[bit / 8] ^= mask;
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(sealing)

BOOST_AUTO_TEST_CASE(every_text_opens_as_it_was_sealed)
{
    const data_key key{owner};
    for (const auto& bytes : {std::string{}, std::string{"a"}, std::string{"ab"}, std::string{"abc"},
                              std::string{"\0\n\xFF", 3}, std::string(16 << 20, 'x')})
        for (const auto& place :
             {request, part{part_kind::result}, part{part_kind::failure}, part{part_kind::answer, 3}})
            BOOST_TEST((key.open(place, key.seal(place, bytes)) == bytes), bytes.size());
}

BOOST_AUTO_TEST_CASE(a_sealed_text_hides_its_content_and_adds_the_overhead)
{
    const auto text = data_key{owner}.seal(request, std::string(3'000, 'x'));
    BOOST_TEST(text.size() == (3'000 + sealing_overhead + 2) / 3 * 4);
    BOOST_TEST(verbatim::core::encoding::from_base64(text).value().find("xxxx") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(no_sealed_text_equals_another)
{
    const auto            keys = keys_of(key_line("1a"));
    const data_key        key{owner};
    std::set<std::string> texts;
    for (int i = 0; i != 500; ++i)
    {
        texts.insert(key.seal(request, ""));
        texts.insert(key.wrap(keys).text);
    }
    BOOST_TEST(texts.size() == 1'000U);
    BOOST_TEST(data_key{owner}.seal(request, "a") != data_key{owner}.seal(request, "a"));
}

BOOST_AUTO_TEST_CASE(a_key_is_unwrapped_after_a_rotation)
{
    const data_key key{owner};
    const auto     text       = key.seal(request, "text");
    const auto     stored_key = key.wrap(keys_of(key_line("1a")));
    const auto     rotated    = keys_of(key_line("2b") + key_line("1a"));

    const data_key again{stored_key, rotated, owner};
    BOOST_TEST(again.open(request, text) == "text");
    const auto new_stored_key = again.wrap(rotated);
    BOOST_TEST(new_stored_key.master_id == rotated.sealing_key().id);
    BOOST_TEST(new_stored_key.master_id != stored_key.master_id);
    BOOST_TEST((data_key{new_stored_key, keys_of(key_line("2b")), owner}.open(request, text) == "text"));
}

// Texts of this form are in databases. They were made with the package cryptography of Python.
BOOST_AUTO_TEST_CASE(an_earlier_text_opens)
{
    const auto        keys = keys_of(key_line("1a"));
    const wrapped_key stored_key{
        .master_id = keys.sealing_key().id,
        .text      = "GFOwzJGJw8bSGewNmqaaLlPm5GIM30ug2Ja8IRM8VvEAAQIDBAUGBwgJCgv9hPSc8CQP2r3PPmS1yXoO"};
    const data_key key{stored_key, keys, owner};
    BOOST_TEST(key.open({.kind = part_kind::answer, .number = 7}, "pzWct6BOMjM0NTY3ODk6Ozw9vn3Amxx8kVO3/sz1i76YtQ==") ==
               "answer");
}

BOOST_AUTO_TEST_CASE(each_flipped_bit_is_noticed)
{
    const auto     keys = keys_of(key_line("1a"));
    const data_key key{owner};
    for (const std::string bytes : {"", "a", "ab"})
        for_each_flipped_bit(key.seal(request, bytes), [&](const std::string& text) {
            BOOST_CHECK_THROW(key.open(request, text), sealed_data_error);
        });
    for_each_flipped_bit(key.wrap(keys).text, [&](const std::string& text) {
        BOOST_CHECK_THROW((data_key{{keys.sealing_key().id, text}, keys, owner}), sealed_data_error);
    });
}

BOOST_AUTO_TEST_CASE(a_text_that_is_cut_or_extended_does_not_open)
{
    const data_key key{owner};
    const auto     text = key.seal(request, "twelve bytes");
    for (std::size_t size = 0; size != text.size(); ++size)
        BOOST_CHECK_THROW(key.open(request, text.substr(0, size)), sealed_data_error);
    for (const auto* end : {"=", "\n", "    ", "AAAA", "A"})
        BOOST_CHECK_THROW(key.open(request, text + end), sealed_data_error);
}

BOOST_AUTO_TEST_CASE(a_part_opens_in_its_own_place_only)
{
    const auto     keys = keys_of(key_line("1a"));
    const data_key key{owner};
    const auto     stored_key = key.wrap(keys);
    const part     place{.kind = part_kind::answer, .number = 1};
    const auto     text = key.seal(place, "text");

    for (const auto& other : {part{part_kind::request, 1}, part{part_kind::result, 1}, part{part_kind::failure, 1},
                              part{part_kind::answer, 0}, part{part_kind::answer, 11}})
        BOOST_CHECK_THROW(key.open(other, text), sealed_data_error);
    BOOST_CHECK_THROW(data_key{owner}.open(place, text), sealed_data_error);
    BOOST_CHECK_THROW(key.open(place, stored_key.text), sealed_data_error);
}

BOOST_AUTO_TEST_CASE(a_key_opens_for_its_own_job_and_tenant_only)
{
    const auto     keys = keys_of(key_line("1a"));
    const data_key key{owner};
    const auto     stored_key = key.wrap(keys);

    for (const auto& [id, tenant] : {job_identity{owner.id, "other"},
                                     {"other", owner.tenant},
                                     {owner.id + "t", "enant"},
                                     {owner.tenant, owner.id},
                                     {"", ""}})
        BOOST_CHECK_THROW((data_key{stored_key, keys, {id, tenant}}), sealed_data_error);
    BOOST_CHECK_THROW((data_key{stored_key, keys_of(key_line("2b")), owner}), sealed_data_error);
    const auto other_keys = keys_of(key_line("2b"));
    BOOST_CHECK_THROW((data_key{{other_keys.sealing_key().id, stored_key.text}, other_keys, owner}), sealed_data_error);
    BOOST_CHECK_THROW((data_key{{stored_key.master_id, key.seal(request, std::string(32, 'x'))}, keys, owner}),
                      sealed_data_error);
}

BOOST_AUTO_TEST_SUITE_END()
