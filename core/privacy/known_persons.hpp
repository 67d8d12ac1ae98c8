#pragma once

#include "privacy/names.hpp"
#include "privacy/tokenizer.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>

#include <cstdint>
#include <vector>

namespace verbatim::core::privacy {

/// The people one request names, and the words it writes small. First every text is shown with `hear`; after `settle`
/// each is searched with `find`. Lives as long as its request.
class known_persons
{
public:
    /// Reads the names of one annotated text. Appends those that are sure to `to`; the others wait for `settle`.
    void collect(std::size_t index, const tokenized_text& text, std::vector<sdk::detected_entity>& findings);

    /// Decides on the doubtful names by the words that the request writes small. Appends them to the list of their
    /// text.
    void resolve(std::vector<std::vector<sdk::detected_entity>>& findings);

    bool empty() const noexcept { return parts_.empty() && cautious_parts_.empty() && full_names_.empty(); }

    /// Appends every further place where `text` names someone heard of: whole names in any case, parts with a capital.
    void find(const tokenized_text& text, std::vector<sdk::detected_entity>& findings) const;

private:
    /// Whether a word of a name, alone and with a capital, means its bearer.
    enum class part_match : std::uint8_t
    {
        never,    ///< "van", "May", "J"
        cautious, ///< "Hill": not where a sentence begins, nor beside another capital
        always,   ///< "Lindqvist"
    };
    static part_match part_match_of(const token& word) noexcept;

    struct uncertain_name
    {
        std::size_t                text_index = 0;
        sdk::detected_entity       finding;
        std::size_t                second_begin    = 0; ///< where the name begins without its first word
        bool                       first_word_only = false;
        std::vector<std::uint64_t> words;
        std::vector<part_match>    part_matches; ///< how each of the words may stand for the whole name
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
