#include "auth/keyring.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <thread>

namespace verbatim::core::auth {

namespace {

known_key some_key(const std::string& key, const std::string& tenant)
{
    return {digest_of(key), {.tenant_id = tenant, .key_id = "id of " + key}};
}

} // namespace

BOOST_AUTO_TEST_SUITE(keyring_)

BOOST_AUTO_TEST_CASE(a_digest_is_the_standard_sha_256)
{
    const digest abc = digest_of("abc");
    BOOST_TEST(abc[0] == 0xBA);
    BOOST_TEST(abc[1] == 0x78);
    BOOST_TEST(abc[31] == 0xAD);
}

BOOST_AUTO_TEST_CASE(each_key_has_the_identity_of_its_tenant)
{
    const keyring keys{{some_key("one", "a"), some_key("two", "b"), some_key("three", "a")}};
    BOOST_TEST(keys.find("one")->tenant_id == "a");
    BOOST_TEST(keys.find("two")->tenant_id == "b");
    BOOST_TEST(keys.find("three")->key_id == "id of three");
}

BOOST_AUTO_TEST_CASE(a_similar_text_finds_no_identity)
{
    const keyring     keys{{some_key("a-long-secret", "a")}};
    const std::string attacks[] = {"",
                                   "a-long-secre",
                                   "a-long-secret ",
                                   "A-long-secret",
                                   std::string{"a-long-secret\0", 14},
                                   std::string(1 << 20, 'a')};
    for (const std::string& key : attacks) BOOST_TEST(!keys.find(key).has_value());
    BOOST_TEST(!keyring{{}}.find("a-long-secret").has_value());
}

BOOST_AUTO_TEST_CASE(a_digest_that_differs_in_any_bit_is_another_key)
{
    for (std::size_t bit = 0; bit < 256; ++bit) BOOST_TEST_CONTEXT("bit " << bit)
        {
            auto other = some_key("a-long-secret", "other");
            other.key_digest[bit / 8] ^= static_cast<unsigned char>(1U << bit % 8);
            BOOST_TEST(!keyring{{other}}.find("a-long-secret").has_value());

            const keyring keys{{other, some_key("a-long-secret", "a"), other}};
            BOOST_TEST(keys.find("a-long-secret")->tenant_id == "a");
        }
}

BOOST_AUTO_TEST_CASE(a_replaced_key_is_rejected_and_its_replacement_accepted)
{
    keyring keys{{some_key("old", "a")}};
    keys.replace_startup({some_key("new", "a")});
    BOOST_TEST(!keys.find("old").has_value());
    BOOST_TEST(keys.find("new").has_value());
    BOOST_TEST(keys.size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_key_in_both_sets_is_found_throughout_a_replacement)
{
    keyring                  keys{{some_key("stays", "a")}};
    std::atomic<bool>        running = true;
    std::atomic<int>         missed = 0, lookups = 0;
    std::vector<std::thread> readers;
    for (int n = 0; n < 3; ++n)
        readers.emplace_back([&] {
            do {
                const auto owner = keys.find("stays");
                if (!owner || owner->tenant_id != "a") ++missed;
                ++lookups;
            } while (running);
        });
    for (int n = 0; n < 500; ++n)
        keys.replace_startup({some_key("other" + std::to_string(n), "b"), some_key("stays", "a")});
    running = false;
    for (auto& reader : readers) reader.join();
    BOOST_TEST(missed == 0);
    BOOST_TEST(lookups >= 3);
}

BOOST_AUTO_TEST_CASE(startup_and_stored_keys_are_replaced_independently)
{
    keyring keys{{some_key("of the settings", "a")}};
    keys.replace_stored({some_key("stored", "b")});
    keys.replace_startup({some_key("of the new settings", "a")});
    BOOST_TEST(!keys.find("of the settings").has_value());
    BOOST_TEST(keys.find("of the new settings")->tenant_id == "a");
    BOOST_TEST(keys.find("stored")->tenant_id == "b");

    keys.add_stored(some_key("made", "c"));
    BOOST_TEST(keys.find("stored").has_value());
    BOOST_TEST(keys.find("made")->tenant_id == "c");

    keys.replace_stored({});
    BOOST_TEST(!keys.find("made").has_value());
    BOOST_TEST(keys.size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_key_is_refused_from_its_expiry_on)
{
    const auto now = current_time();
    auto       key = some_key("short", "a");
    key.expires    = now;
    const keyring keys{{key}};
    BOOST_TEST(keys.find("short", now - std::chrono::microseconds{1}).has_value());
    BOOST_TEST(!keys.find("short", now).has_value());
    BOOST_TEST(keys.is_expired("short", now));
    BOOST_TEST(!keys.is_expired("short", now - std::chrono::microseconds{1}));
    for (const auto* other : {"", "shor", "short ", "shorts"}) BOOST_TEST(!keys.is_expired(other, now));
}

BOOST_AUTO_TEST_CASE(uses_are_noted_once_an_hour)
{
    using namespace std::chrono;
    keyring    keys{{some_key("one", "a"), some_key("two", "b"), some_key("idle", "c")}};
    const auto noon = sys_days{2026y / November / 22} + 12h;
    keys.find("one", noon + 1min);
    keys.find("one", noon + 2min);
    keys.find("two", noon);
    keys.find("none", noon);
    BOOST_CHECK((keys.take_uses() == key_uses{{"id of one", noon}, {"id of two", noon}}));
    keys.find("one", noon + 59min);
    BOOST_CHECK(keys.take_uses().empty());
    keys.find("one", noon + 1h);
    keys.put_back({{"id of one", noon}, {"id of two", noon}}); // that could not be stored
    BOOST_CHECK((keys.take_uses() == key_uses{{"id of one", noon + 1h}, {"id of two", noon}}));
}

BOOST_AUTO_TEST_CASE(a_removed_key_is_refused)
{
    keyring keys{{some_key("of the settings", "a")}};
    keys.replace_stored({some_key("one", "a"), some_key("two", "a")});
    keys.remove_stored("id of one");
    keys.remove_stored("id of the settings");
    BOOST_TEST(!keys.find("one").has_value());
    BOOST_TEST(keys.find("two").has_value());
    BOOST_TEST(keys.find("of the settings").has_value());
}

BOOST_AUTO_TEST_CASE(a_key_in_both_sets_has_its_startup_identity)
{
    keyring keys{{some_key("twice", "of the settings")}};
    keys.replace_stored({some_key("twice", "stored")});
    BOOST_TEST(keys.find("twice")->tenant_id == "of the settings");
}

BOOST_AUTO_TEST_CASE(the_keyring_is_complete_once_the_stored_keys_were_read)
{
    keyring keys{{some_key("one", "a")}};
    BOOST_TEST(!keys.is_complete());
    keys.replace_startup({some_key("two", "a")});
    keys.add_stored(some_key("three", "a"));
    BOOST_TEST(!keys.is_complete());
    keys.replace_stored({});
    BOOST_TEST(keys.is_complete());
}

BOOST_AUTO_TEST_CASE(the_bearer_scheme_is_case_insensitive_and_blanks_are_trimmed)
{
    for (const char* value : {"Bearer key", "bearer key", "BEARER   key", "Bearer key  ", " Bearer\tkey\t"})
        BOOST_TEST_CONTEXT(value) BOOST_TEST(bearer_token(value).value_or("none") == "key");
    BOOST_TEST(bearer_token("Bearer two words").value() == "two words");
}

BOOST_AUTO_TEST_CASE(another_scheme_or_an_empty_token_is_rejected)
{
    for (const char* value :
         {"", " ", "Bearer", "Bearer ", "Bearer \t ", "Basic key", "Bearerkey", "Bearer,key", "key", "\"earer key"})
        BOOST_TEST_CONTEXT(value) BOOST_TEST(!bearer_token(value).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::auth
