#pragma once

#include "privacy/tokens.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace verbatim::core::privacy {

/// What a listed word or phrase is. One bit each, in the order of `role_names` (lexicon.cpp), which are the section
/// names of data/.
namespace role {

enum bit : unsigned
{
    given_,
    wordlike_given_,
    family_,
    wordlike_family_,
    ordinary_,
    calendar_,
    people_,
    people_lower_,
    tongue_,
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
    social_,
    taxpayer_,
    passport_,
    driver_,
    health_number_,
    licence_,
    record_,
    quantity_,
    german_,
    determiner_,
    whence_,
    inside_,
    tld_,
    tld_word_,
    leads_, ///< a phrase begins with this word; not a section
};

constexpr std::uint64_t of(bit one) noexcept { return std::uint64_t{1} << one; }

inline constexpr auto given = of(given_), wordlike_given = of(wordlike_given_), family = of(family_),
                      wordlike_family = of(wordlike_family_), ordinary = of(ordinary_), calendar = of(calendar_),
                      people = of(people_), people_lower = of(people_lower_), tongue = of(tongue_),
                      people_noun = of(people_noun_), title = of(title_), intro = of(intro_),
                      weak_intro = of(weak_intro_), greeting = of(greeting_), relation = of(relation_),
                      speech = of(speech_), particle = of(particle_), street = of(street_),
                      street_first = of(street_first_), street_end = of(street_end_), post_box = of(post_box_),
                      company = of(company_), company_soft = of(company_soft_), company_verb = of(company_verb_),
                      district = of(district_), district_first = of(district_first_), place = of(place_),
                      country = of(country_), phone = of(phone_), number = of(number_), number_of = of(number_of_),
                      bank = of(bank_), social = of(social_), taxpayer = of(taxpayer_), passport = of(passport_),
                      driver = of(driver_), health_number = of(health_number_), licence = of(licence_),
                      record = of(record_), quantity = of(quantity_), german = of(german_),
                      determiner = of(determiner_), whence = of(whence_), inside = of(inside_), tld = of(tld_),
                      tld_word = of(tld_word_), leads = of(leads_);

inline constexpr auto names    = given | family;
inline constexpr auto wordlike = wordlike_given | wordlike_family;
inline constexpr auto any_name = names | wordlike;
inline constexpr auto digit_context =
    phone | number | bank | social | taxpayer | passport | driver | health_number | licence;

} // namespace role

/// A listed phrase of two or more words, as found in a text: the tokens [first, last).
struct phrase_found
{
    std::size_t   first = 0, last = 0;
    std::uint64_t roles = 0;
};

/// All listed words and phrases, in every language at once: a cue needs no language detection, which short messages
/// defeat. Made once, at start; afterwards any thread may read it.
class lexicon
{
public:
    lexicon();

    /// Writes roles and cues into the tokens and lists the phrases, in order, longest where several begin.
    void annotate(std::span<token> tokens, std::vector<phrase_found>& phrases) const;

    /// The roles of one word; 0 for an unknown one.
    std::uint64_t roles_of(std::uint64_t hash) const noexcept;

    /// The roles of a capitalised Cyrillic word whose case ending hides its listed form, or whose ending shows that it
    /// is no name; 0 when there is nothing to say.
    std::uint64_t declined(std::string_view word) const;

private:
    struct phrase
    {
        std::vector<std::uint64_t> words;
        std::uint64_t              roles = 0;
    };
    struct slot
    {
        std::uint64_t hash  = 0;
        std::uint64_t roles = 0;
    };

    std::uint64_t declined_noun(std::string_view word, std::size_t shortest_stem, std::uint64_t among) const;
    std::uint64_t declined_adjective(std::string_view word) const;

    void read(std::string_view list);
    void add(std::string_view entry, std::uint64_t roles);
    void add_countries();
    void add_places(std::string_view lines, std::uint64_t roles);
    void add_unless_word(std::string_view name, std::uint64_t roles);
    void add_word(std::uint64_t hash, std::uint64_t roles);
    void settle();
    void grow();

    std::vector<slot>                                      words_;
    std::size_t                                            used_ = 0;
    std::unordered_map<std::uint64_t, std::vector<phrase>> phrases_; // by first word, longest first
};

} // namespace verbatim::core::privacy
