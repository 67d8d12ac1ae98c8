#include "jobs/cryptography.hpp"

#include "core/jobs/key_file.hpp"
#include "core/settings/problem_of.hpp"
#include "encoding/encoding.hpp"
#include "support/temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <set>
#include <string>
#include <utility>

using namespace verbatim;
using namespace verbatim::core::jobs;
using jobs_test::key_line;
using jobs_test::keys_of;
using enum digested_text;

namespace {

core::settings::setting_problem problem_of(const std::filesystem::path& file)
{
    return core::settings::problem_of([&] { master_keys{file}; });
}

core::settings::setting_problem problem_in(std::string_view content)
{
    const support::temporary_directory folder;
    return problem_of(folder.file("keys", content));
}

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

BOOST_AUTO_TEST_SUITE(master_keys_)

BOOST_AUTO_TEST_CASE(the_first_key_seals_and_every_key_is_found_by_its_id)
{
    const auto keys = keys_of(key_line("1a") + key_line("2B"));
    const auto ids  = keys.ids();

    BOOST_REQUIRE(ids.size() == 2U);
    BOOST_TEST(keys.sealing_key().id == ids[0]);
    BOOST_TEST(keys.sealing_key().key.view() == std::string(32, '\x1a'));
    BOOST_TEST(keys.find(ids[1])->key.view() == std::string(32, '\x2b'));
    BOOST_TEST(keys.find("0123456789abcdef") == nullptr);
    BOOST_TEST(keys.find("") == nullptr);
}

// The digests were computed with the module hashlib of Python.
BOOST_AUTO_TEST_CASE(the_id_of_a_key_never_changes)
{
    BOOST_TEST(keys_of(key_line("00")).sealing_key().id == "31ae4d027d37b00d");
    BOOST_TEST(keys_of(key_line("fF")).sealing_key().id == "6ca24da679dbb3c4");
}

BOOST_AUTO_TEST_CASE(blanks_and_empty_lines_are_ignored)
{
    const auto key = key_line("1a").substr(0, 64);
    for (const auto& content : {key, key + "\r\n", "\n\n  \t" + key + " \r\n\n", " \r\n" + key + "\t"})
        BOOST_TEST(keys_of(content).sealing_key().id == keys_of(key).sealing_key().id);
}

BOOST_AUTO_TEST_CASE(a_problem_names_the_setting_and_the_line_and_never_the_content)
{
    const auto        key = key_line("1a");
    const std::string unfit{" of the file is not a key; write 64 hexadecimal digits"};
    for (const auto& [content, text] :
         {std::pair{"s3cr3t\n" + key, "line 1" + unfit},
          {key + "\n\n" + key.substr(1), "line 4" + unfit},
          {key + key.substr(0, 63) + "g", "line 2" + unfit},
          {key + "0x" + key.substr(2, 62), "line 2" + unfit},
          {key.substr(0, 64) + "0", "line 1" + unfit},
          {key.substr(0, 63) + std::string(1, '\0'), "line 1" + unfit},
          {"\xEF\xBB\xBF" + key, "line 1" + unfit},
          {"# key\n" + key, "line 1" + unfit},
          {key_line("1a") + "\n" + key_line("2b") + key_line("1A"), "line 4 of the file repeats a key; remove it"},
          {"", "the file has no key; write the output of openssl rand -hex 32 into it"},
          {" \n\r\n", "the file has no key; write the output of openssl rand -hex 32 into it"},
          {std::string((1 << 20) + 1, '\n'), "the file is larger than 1 MiB"}})
        BOOST_TEST(to_string(problem_in(content)) == "JOBS_KEY_FILE: " + text);
}

BOOST_AUTO_TEST_CASE(a_file_that_cannot_be_read_is_a_problem)
{
    const support::temporary_directory folder;
    BOOST_TEST(to_string(problem_of(folder.path())) == "JOBS_KEY_FILE: the file is a folder");
    BOOST_TEST(to_string(problem_of(folder.path() / "none")) ==
               "JOBS_KEY_FILE: the file cannot be read (No such file or directory)");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(keyed_digests)

// The values were computed with the module hmac of Python.
BOOST_AUTO_TEST_CASE(digests_never_change)
{
    std::array<unsigned char, 32> key{};
    key.fill(0x0b);
    BOOST_TEST(core::encoding::to_hexadecimal(digest_of("Hi There", key)) ==
               "198a607eb44bfbc69903a0f1cf2bbdc5ba0aa3f3d9ae3c1c7a3b1696a0b68cf7");
    BOOST_TEST(digests_of(idempotency_key, "tenant", "key", keys_of(key_line("1a"))).front() ==
               "4193f4bb1dc402a6577c3ce7b9fef3d2017d8f15046e4b03027916333ea4024d");
    BOOST_TEST(digests_of(body, "tenant", "{}", keys_of(key_line("1a"))).front() ==
               "9b85f33ae5fa84c42a31a233428c0729e94415571c034811c65707b524f74fdd");
}

BOOST_AUTO_TEST_CASE(kind_tenant_text_and_key_change_the_digest)
{
    const auto            keys  = keys_of(key_line("1a"));
    const auto            other = keys_of(key_line("2b"));
    std::set<std::string> digests;
    for (const auto& values :
         {digests_of(body, "tenant", "text", keys), digests_of(idempotency_key, "tenant", "text", keys),
          digests_of(body, "other", "text", keys), digests_of(body, "tenant", "other", keys),
          digests_of(body, "tenantt", "ext", keys), digests_of(body, "", "", keys),
          digests_of(body, "tenant", "text", other)})
        digests.insert(values.begin(), values.end());
    BOOST_TEST(digests.size() == 7U);
}

BOOST_AUTO_TEST_CASE(a_digest_of_before_a_rotation_is_among_those_of_after)
{
    const auto before = digests_of(idempotency_key, "tenant", "key", keys_of(key_line("1a")));
    const auto after  = digests_of(idempotency_key, "tenant", "key", keys_of(key_line("2b") + key_line("1a")));

    BOOST_REQUIRE(before.size() == 1U);
    BOOST_REQUIRE(after.size() == 2U);
    BOOST_TEST(after[1] == before[0]);
    BOOST_TEST(after[0] == digests_of(idempotency_key, "tenant", "key", keys_of(key_line("2b"))).front());
}

BOOST_AUTO_TEST_SUITE_END()

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
    BOOST_TEST(core::encoding::from_base64(text).value().find("xxxx") == std::string::npos);
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
