#pragma once

#include "privacy/name_trie.hpp"
#include "privacy/names.hpp"
#include "privacy/tokenizer.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <boost/unordered/unordered_flat_set.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace verbatim::core::privacy {

/// The persons that one request names. Collects the names of every text, then resolves the uncertain ones, then finds
/// all names again in each text. Lives as long as its request.
class known_persons
{
public:
    /// Appends the certain names of one annotated text; uncertain ones wait for `resolve`.
    void collect(std::size_t index, const tokenized_text& text, std::vector<sdk::detected_entity>& findings);

    /// Appends each uncertain name to the findings of its text, unless the request has its words in lower case
    /// elsewhere.
    void resolve(std::vector<std::vector<sdk::detected_entity>>& findings);

    bool empty() const noexcept { return parts_.empty() && cautious_parts_.empty() && full_names_.empty(); }

    /// Appends where `text` mentions a known person: full names in any case, parts of names with a capital.
    void find(const tokenized_text& text, std::vector<sdk::detected_entity>& findings) const;

private:
    /// Whether a part of a known name, capitalised and alone, counts as that person.
    enum class part_match : std::uint8_t
    {
        never,    ///< "van", "May", "J"
        cautious, ///< "Hill": not at the start of a sentence, nor beside another capital
        always,   ///< "Lindqvist"
    };
    static part_match part_match_of(const token& word) noexcept;

    struct uncertain_name
    {
        std::size_t          text_index = 0;
        sdk::detected_entity finding;
        std::size_t          second_begin    = 0; ///< begin of the second word; 0 if there is none
        bool                 first_word_only = false;
        std::size_t          first_word = 0, last_word = 0; ///< in uncertain_words_
    };
    struct name_word
    {
        std::uint64_t hash  = 0;
        part_match    match = part_match::never;
    };

    static void append_words(const tokenized_text& text, const name_match& name, std::vector<name_word>& words);
    void        remember(std::span<const name_word> words);

    using word_set = boost::unordered_flat_set<std::uint64_t, word_hash>;

    word_set                    lowercase_words_; // unlisted words written without a capital
    word_set                    parts_, cautious_parts_;
    name_trie                   full_names_; // of two words or more
    std::vector<uncertain_name> uncertain_names_;
    std::vector<name_word>      uncertain_words_;
    std::vector<name_word>      words_;  // scratch of `collect`
    std::vector<std::uint64_t>  hashes_; // scratch of `remember`
};

} // namespace verbatim::core::privacy
