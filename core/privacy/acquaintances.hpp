#pragma once

#include "privacy/hash_set.hpp"
#include "privacy/names.hpp"
#include "privacy/tokens.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace verbatim::core::privacy {

/// The people one request names, and the words it writes small. First every text is shown with `hear`; after `settle`
/// each is searched with `find`. Lives as long as its request.
class acquaintances
{
public:
    /// Reads the names of one annotated text. Appends those that are sure to `to`; the others wait for `settle`.
    void hear(std::size_t index, const scanned& text, std::vector<sdk::finding>& to);

    /// Decides on the doubtful names by the words that the request writes small. Appends them to the list of their
    /// text.
    void settle(std::vector<std::vector<sdk::finding>>& to);

    bool nobody() const noexcept { return parts_.empty() && shy_parts_.empty() && whole_.empty(); }

    /// Appends every further place where `text` names someone heard of: whole names in any case, parts with a capital.
    void find(const scanned& text, std::vector<sdk::finding>& to) const;

private:
    /// Whether a word of a name, alone and with a capital, means its bearer.
    enum class lending : std::uint8_t
    {
        never,  ///< "van", "May", "J"
        shyly,  ///< "Hill": not where a sentence begins, nor beside another capital
        always, ///< "Lindqvist"
    };
    static lending lending_of(const token& one) noexcept;

    struct doubt
    {
        std::size_t                text = 0;
        sdk::finding               found;
        std::size_t                second_begin = 0; ///< where the name begins without its first word
        bool                       first_only   = false;
        std::vector<std::uint64_t> words;
        std::vector<lending>       lent; ///< how each of the words may stand for the whole name
    };

    void remember(const std::vector<std::uint64_t>& words, const std::vector<lending>& lent);

    hash_set small_; // unlisted words written without a capital
    hash_set parts_, shy_parts_;
    std::unordered_map<std::uint64_t, std::vector<std::vector<std::uint64_t>>> whole_; // by first word
    std::vector<doubt>                                                         doubts_;
};

} // namespace verbatim::core::privacy
