#pragma once

#include "privacy/lexicon.hpp"
#include "privacy/tokenizer.hpp"

#include "verbatim/sdk/anonymizer.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

/// The searches of recognizer for one kind of data each.
namespace verbatim::core::privacy {

/// The tokens [first, last), which are not empty, as a finding.
inline sdk::detected_entity finding_of(const tokenized_text& text, std::size_t first, std::size_t last,
                                       std::string_view kind, double score)
{
    return {.begin = text.tokens[first].begin, .end = text.tokens[last - 1].end, .kind = kind, .score = score};
}

/// Appends street addresses, with the town that may follow, and post boxes. The text is annotated.
void find_addresses(const tokenized_text& text, std::vector<sdk::detected_entity>& findings);

/// Appends dates beside a word for birth in the annotated text: "born on 12/03/1990", "née le 3 mai 1987". Other dates
/// and years alone stay.
void find_birth_dates(const tokenized_text& text, std::vector<sdk::detected_entity>& findings);

/// Appends positions on the earth in the annotated text: pairs of decimal degrees, degrees with minutes, plus codes and
/// what3words addresses.
void find_coordinates(const tokenized_text& text, std::vector<sdk::detected_entity>& findings);

/// Appends nationalities, religions, and organisations with a legal form (Ltd, GmbH); not languages. The text is
/// annotated with `phrases`.
void find_groups(const tokenized_text& text, std::span<const phrase_match> phrases,
                 std::vector<sdk::detected_entity>& findings);

/// Appends names of accounts in the annotated text: behind "@", or behind the name of a network.
void find_handles(const tokenized_text& text, std::vector<sdk::detected_entity>& findings);

enum class number_kinds
{
    all,
    verified, ///< those with a checksum, as if there were no others
};

/// Appends cards, accounts, phones, identity numbers and IPv4 addresses of the text, which `words` has annotated. A
/// weak shape needs a valid check digit or a word that names it. Skips dates, amounts, counts and record ids.
void find_numbers(const tokenized_text& text, const lexicon& words, std::vector<sdk::detected_entity>& findings,
                  number_kinds kinds = number_kinds::all);

/// Appends listed countries, subdivisions and large cities, and places by a cue ("Kenema District"). The text is
/// annotated with `phrases`.
void find_places(const tokenized_text& text, std::span<const phrase_match> phrases,
                 std::vector<sdk::detected_entity>& findings);

/// Appends vehicle plates of the annotated text: behind a word for plates, or in a form that nothing else has (French,
/// Kenyan, Ugandan, Russian, Ukrainian).
void find_plates(const tokenized_text& text, std::vector<sdk::detected_entity>& findings);

} // namespace verbatim::core::privacy
