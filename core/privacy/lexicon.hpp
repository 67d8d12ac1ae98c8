#pragma once

#include "privacy/tokenizer.hpp"

#include <boost/unordered/unordered_flat_map.hpp>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace verbatim::core::privacy {

/// Roles of listed words and phrases, one bit each, in the order of `role_names` in lexicon.cpp: the sections of data/.
namespace role {

enum bit : unsigned
{
    given_name_,
    wordlike_given_name_,
    family_name_,
    wordlike_family_name_,
    ordinary_,
    calendar_,
    people_,
    people_lower_,
    language_,
    people_noun_,
    title_,
    intro_,
    weak_intro_,
    greeting_,
    relation_,
    speech_,
    particle_,
    street_,
    street_first_,
    street_end_,
    post_box_,
    company_,
    company_soft_,
    company_verb_,
    district_,
    district_first_,
    place_,
    country_,
    phone_,
    number_,
    number_of_,
    bank_,
    social_security_,
    taxpayer_,
    passport_,
    driver_,
    health_number_,
    licence_,
    record_,
    quantity_,
    german_,
    determiner_,
    origin_,
    place_preposition_,
    tld_,
    tld_word_,
    field_,
    mail_header_,
    person_list_,
    closing_,
    person_verb_,
    conjunction_,
    card_,
    birth_,
    plate_,
    handle_,
    coordinate_,
    national_id_,
    insurance_,
    refugee_,
    device_,
    name_end_,
    phrase_start_, ///< a phrase begins with this word; not a section
};

constexpr std::uint64_t mask_of(bit position) noexcept { return std::uint64_t{1} << position; }

inline constexpr auto given_name = mask_of(given_name_), wordlike_given_name = mask_of(wordlike_given_name_),
                      family_name = mask_of(family_name_), wordlike_family_name = mask_of(wordlike_family_name_),
                      ordinary = mask_of(ordinary_), calendar = mask_of(calendar_), people = mask_of(people_),
                      people_lower = mask_of(people_lower_), language = mask_of(language_),
                      people_noun = mask_of(people_noun_), title = mask_of(title_), intro = mask_of(intro_),
                      weak_intro = mask_of(weak_intro_), greeting = mask_of(greeting_), relation = mask_of(relation_),
                      speech = mask_of(speech_), particle = mask_of(particle_), street = mask_of(street_),
                      street_first = mask_of(street_first_), street_end = mask_of(street_end_),
                      post_box = mask_of(post_box_), company = mask_of(company_), company_soft = mask_of(company_soft_),
                      company_verb = mask_of(company_verb_), district = mask_of(district_),
                      district_first = mask_of(district_first_), place = mask_of(place_), country = mask_of(country_),
                      phone = mask_of(phone_), number = mask_of(number_), number_of = mask_of(number_of_),
                      bank = mask_of(bank_), social_security = mask_of(social_security_), taxpayer = mask_of(taxpayer_),
                      passport = mask_of(passport_), driver = mask_of(driver_), health_number = mask_of(health_number_),
                      licence = mask_of(licence_), record = mask_of(record_), quantity = mask_of(quantity_),
                      german = mask_of(german_), determiner = mask_of(determiner_), origin = mask_of(origin_),
                      place_preposition = mask_of(place_preposition_), tld = mask_of(tld_),
                      tld_word = mask_of(tld_word_), field = mask_of(field_), mail_header = mask_of(mail_header_),
                      person_list = mask_of(person_list_), closing = mask_of(closing_),
                      person_verb = mask_of(person_verb_), conjunction = mask_of(conjunction_), card = mask_of(card_),
                      birth = mask_of(birth_), plate = mask_of(plate_), handle = mask_of(handle_),
                      coordinate = mask_of(coordinate_), national_id = mask_of(national_id_),
                      insurance = mask_of(insurance_), refugee = mask_of(refugee_), device = mask_of(device_),
                      name_end = mask_of(name_end_), phrase_start = mask_of(phrase_start_);

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
