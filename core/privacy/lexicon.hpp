#pragma once

#include "privacy/tokenizer.hpp"

#include <boost/unordered/unordered_flat_map.hpp>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace verbatim::core::privacy {

/// The roles of listed words and phrases: the sections of data/.
// clang-format off
#define VERBATIM_ROLES(role)                                                                                          \
    role(given_name) role(wordlike_given_name) role(family_name) role(wordlike_family_name) role(ordinary)            \
    role(calendar) role(people) role(people_lower) role(language) role(people_noun) role(title) role(intro)           \
    role(weak_intro) role(greeting) role(relation) role(speech) role(particle) role(street) role(street_first)        \
    role(street_end) role(post_box) role(company) role(company_soft) role(company_verb) role(district)                \
    role(district_first) role(place) role(country) role(phone) role(number) role(number_of) role(bank)                \
    role(social_security) role(taxpayer) role(passport) role(driver) role(health_number) role(licence) role(record)   \
    role(quantity) role(german) role(determiner) role(origin) role(place_preposition) role(tld) role(tld_word)        \
    role(field) role(mail_header) role(person_list) role(closing) role(person_verb) role(conjunction) role(card)      \
    role(birth) role(plate) role(handle) role(coordinate) role(national_id) role(insurance) role(refugee)             \
    role(device) role(name_end)
// clang-format on

/// A bit for each role.
namespace role {

enum class position : unsigned
{
#define VERBATIM_POSITION(name) name,
    VERBATIM_ROLES(VERBATIM_POSITION)
#undef VERBATIM_POSITION
        count
};

#define VERBATIM_ROLE(name)                                                                                            \
    inline constexpr std::uint64_t name = std::uint64_t{1} << static_cast<unsigned>(position::name);
VERBATIM_ROLES(VERBATIM_ROLE)
#undef VERBATIM_ROLE

/// A phrase begins with this word.
inline constexpr std::uint64_t phrase_start = std::uint64_t{1} << static_cast<unsigned>(position::count);

inline constexpr auto names    = given_name | family_name;
inline constexpr auto wordlike = wordlike_given_name | wordlike_family_name;
inline constexpr auto any_name = names | wordlike;
/// Roles that say nothing about the word as a name.
inline constexpr auto neutral = phrase_start | tld | tld_word | field | mail_header | person_list | closing |
                                person_verb | conjunction | card | name_end;
inline constexpr auto digit_context = phone | number | bank | social_security | taxpayer | passport | driver |
                                      health_number | licence | national_id | insurance | refugee | device;

} // namespace role

/// A listed phrase of two or more words in a text: the tokens [first, last).
struct phrase_match
{
    std::size_t   first = 0, last = 0;
    std::uint64_t roles = 0;
};

/// All listed words and phrases of all languages together, since short messages are too short for language detection.
/// Constructed once, at start. [any thread] afterwards.
class lexicon
{
public:
    lexicon();

    /// Sets roles and cues of the tokens and lists the phrases in order; of several at one token, the longest.
    void annotate(std::span<token> tokens, std::vector<phrase_match>& phrases) const;

    /// The roles of a word; 0 if it is unknown.
    std::uint64_t roles_of(std::uint64_t hash) const noexcept;

    /// The roles of a Bengali or Ethiopic word by its listed form, without case ending or preposition, if that is a
    /// name; otherwise 0.
    std::uint64_t attached_roles(std::string_view word) const;

    /// The roles of a capitalised Cyrillic word by its listed form without case ending, or `ordinary` if its ending
    /// rules out a name; otherwise 0.
    std::uint64_t declined_roles(std::string_view word) const;

private:
    struct phrase
    {
        std::vector<std::uint64_t> words;
        std::uint64_t              roles = 0;
    };

    std::uint64_t declined_noun_roles(std::string_view word, std::size_t shortest_stem,
                                      std::uint64_t accepted_roles) const;
    std::uint64_t declined_adjective_roles(std::string_view word) const;

    void read(std::string_view list);
    void add(std::string_view entry, std::uint64_t roles);
    void add_countries();
    void add_places(std::string_view lines, std::uint64_t roles);
    void add_unless_word(std::string_view name, std::uint64_t roles);
    void resolve_wordlike_names();

    boost::unordered_flat_map<std::uint64_t, std::uint64_t, word_hash>       words_;   // roles by hash
    boost::unordered_flat_map<std::uint64_t, std::vector<phrase>, word_hash> phrases_; // by first word, longest first
};

} // namespace verbatim::core::privacy
