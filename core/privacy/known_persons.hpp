#pragma once

#include "privacy/names.hpp"
#include "privacy/tokenizer.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>

#include <cstdint>
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
        std::size_t                text_index = 0;
        sdk::detected_entity       finding;
        std::size_t                second_begin    = 0; ///< begin of the second word; 0 if there is none
        bool                       first_word_only = false;
        std::vector<std::uint64_t> words;
        std::vector<part_match>    part_matches; ///< of each word
    };

    void remember(const std::vector<std::uint64_t>& words, const std::vector<part_match>& part_matches);

    using word_set  = boost::unordered_flat_set<std::uint64_t, word_hash>;
    using name_list = std::vector<std::vector<std::uint64_t>>;

    word_set lowercase_words_; // unlisted words written without a capital
    word_set parts_, cautious_parts_;
    boost::unordered_flat_map<std::uint64_t, name_list, word_hash> full_names_; // by first word
    std::vector<uncertain_name>                                    uncertain_names_;
};

} // namespace verbatim::core::privacy
