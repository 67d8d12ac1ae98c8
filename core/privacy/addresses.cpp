#include "privacy/detectors.hpp"

#include "privacy/kinds.hpp"
#include "privacy/lexicon.hpp"
#include "privacy/names.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>

namespace verbatim::core::privacy {

namespace {

/// Finds the addresses of one text, from left to right.
class address_reader
{
public:
    address_reader(const tokenized_text& text, std::vector<sdk::detected_entity>& findings)
        : text_(text)
        , tokens_(text.tokens)
        , findings_(findings)
    {}

    /// "12 Hill Street", "rue de la Paix 4", "Markt 84", each with a town that may follow; "PO box 12".
    void read(std::size_t i)
    {
        auto end = std::size_t{0};
        if (tokens_[i].form == shape::number || tokens_[i].form == shape::coded) end = end_of_number_first(i);
        else if ((tokens_[i].cue & role::post_box) != 0) end = end_of_post_box(i);
        else if ((tokens_[i].roles & role::street_first) != 0) end = end_of_street_first(i);
        else if (may_begin(i)) end = end_of_street_last(i);
        if (end == 0 || i < consumed_) return;
        end       = include_town(end);
        consumed_ = end;
        findings_.push_back({.begin = start_of(i), .end = tokens_[end - 1].end, .kind = kind::location, .score = 0.8});
    }

private:
    static constexpr std::size_t street_words = 6;

    std::uint64_t roles(std::size_t i) const noexcept { return i < tokens_.size() ? tokens_[i].roles : 0; }

    std::string_view word(std::size_t i) const { return text_.text_of(tokens_[i]); }

    bool is_single_case() const noexcept { return !text_.has_upper || !text_.has_lower; }

    bool is_number(std::size_t i) const noexcept
    {
        return i < tokens_.size() && (tokens_[i].form == shape::number || tokens_[i].form == shape::coded) &&
               tokens_[i].letters <= 9;
    }

    /// A word of the name of a street or town: capitalised, or a particle between such words.
    bool is_address_word(std::size_t i) const noexcept
    {
        if (i >= tokens_.size() || tokens_[i].form >= shape::number) return false;
        if (is_capitalised(tokens_[i]) || tokens_[i].form == shape::upper || tokens_[i].form == shape::caseless ||
            is_single_case())
            return true;
        return (roles(i) & (role::particle | role::street)) != 0 || has_street_suffix(i);
    }

    bool has_street_suffix(std::size_t i) const
    {
        static constexpr std::string_view suffixes[] = {
            "straat", "laan", "weg",   "vej",    "gata", "gatan", "vägen", "strasse", "straße", "gasse", "gade",
            "utca",   "katu", "plein", "gracht", "kade", "dijk",  "veien", "vegen",   "allee",  "platz", "steeg"};
        if ((roles(i) & role::street_end) != 0) return true;
        const char last = text_.text[tokens_[i].end - 1];
        if (!sdk::ascii::is_lower(last)) return false; // the endings are Latin
        const auto text = word(i);
        return std::ranges::any_of(suffixes, [&](auto suffix) {
            return last == suffix.back() && text.size() > suffix.size() + 2 && text.ends_with(suffix);
        });
    }

    bool is_adjacent(std::size_t i) const noexcept
    {
        return i < tokens_.size() && (is_plain_gap(tokens_[i].before) || tokens_[i].before == gap::stop ||
                                      tokens_[i].before == gap::apostrophe);
    }

    bool may_begin(std::size_t i) const noexcept
    {
        const bool plausible =
            is_capitalised(tokens_[i]) || is_single_case() || (is_number(i + 1) && has_street_suffix(i));
        return i >= consumed_ && plausible &&
               (i == 0 || !is_plain_gap(tokens_[i].before) || !is_capitalised(tokens_[i - 1]) ||
                cannot_be_name(tokens_[i - 1]));
    }

    /// "12 Hill Street", "281 Eleftheriou Venizelou str"
    std::size_t end_of_number_first(std::size_t i) const
    {
        if (tokens_[i].letters > 5) return 0;
        auto j = i + 1;
        if (is_adjacent(j) && (roles(j) & role::street_first) != 0 && (roles(j) & role::street) == 0)
            return end_of_street_name(j + 1, i);
        while (j - i <= 4 && is_adjacent(j) && is_address_word(j) && (roles(j) & role::street) == 0) ++j;
        const bool street = j > i + 1 && is_adjacent(j) && (roles(j) & role::street) != 0 &&
                            (is_single_case() ? is_lowercase_street(i, j) : is_capitalised(tokens_[i + 1]));
        return street ? j + 1 : 0;
    }

    /// In a text without capitals, only unknown words may stand before the street word: not "2 people on the street".
    bool is_lowercase_street(std::size_t i, std::size_t j) const noexcept
    {
        for (auto n = i + 1; n != j; ++n)
            if ((roles(n) & (role::ordinary | role::determiner | role::quantity)) != 0) return false;
        return true;
    }

    /// "rue de la Paix 4", "ul. Królowej Jadwigi 112"
    std::size_t end_of_street_first(std::size_t i) const
    {
        return i + 1 < tokens_.size() && is_adjacent(i + 1) ? end_of_street_name(i + 1, i) : 0;
    }

    std::size_t end_of_street_name(std::size_t j, std::size_t first) const
    {
        const auto from    = j;
        bool       capital = false;
        while (j - from < street_words && j < tokens_.size() && is_adjacent(j) && is_address_word(j))
        {
            capital = capital || is_capitalised(tokens_[j]) || (tokens_[j].form == shape::caseless && roles(j) == 0);
            ++j;
        }
        const bool number = j < tokens_.size() && tokens_[j].before <= gap::comma && tokens_[j].before != gap::stop &&
                            is_number(j) && tokens_[j].letters <= 5;
        if (j == from || (!capital && !(number && is_single_case()))) return 0;
        const bool numbered = tokens_[first].form == shape::number || number;
        const bool specific = (roles(first) & role::ordinary) == 0 || is_capitalised(tokens_[first]);
        if (!numbered && (!specific || !capital)) return 0;
        return number ? j + 1 : j;
    }

    /// "Kerkstraat 12", and any name with a house number that a town with its postcode follows: "Markt 84, Wien 1010".
    std::size_t end_of_street_last(std::size_t i) const
    {
        auto j      = i;
        bool suffix = false;
        while (j - i < street_words && j < tokens_.size() && (j == i || is_adjacent(j)) && is_address_word(j))
        {
            suffix = suffix || has_street_suffix(j);
            ++j;
        }
        if (j == i || !is_number(j) || tokens_[j].letters > 5 || tokens_[j].before > gap::comma) return 0;
        if (suffix && tokens_[j].before == gap::space && !is_single_case()) return j + 1;
        const bool town = include_town(j + 1) != j + 1;
        return town && (!is_single_case() || suffix) ? j + 1 : 0;
    }

    std::size_t end_of_post_box(std::size_t i) const
    {
        return i + 1 < tokens_.size() && tokens_[i + 1].before == gap::space && is_number(i + 1) ? i + 2 : 0;
    }

    /// Extends the address over ", København K 1370" or ", 1011 AB Amsterdam". Returns its end.
    std::size_t include_town(std::size_t end) const
    {
        if (end >= tokens_.size() || (tokens_[end].before != gap::comma && !after_stop_and_comma(end))) return end;
        auto j = end;
        if (is_number(j) && tokens_[j].letters >= 4)
        {
            auto k = j + 1;
            while (k - j <= 4 && is_adjacent(k) && is_address_word(k) && tokens_[k].before == gap::space) ++k;
            return k > j + 1 ? k : end;
        }
        while (j - end < street_words && j < tokens_.size() && (j == end || is_adjacent(j)) && is_address_word(j)) ++j;
        if (j == end || !is_number(j) || tokens_[j].before > gap::hyphen || tokens_[j].letters < 3) return end;
        ++j;
        if (j < tokens_.size() && tokens_[j].before == gap::hyphen && is_number(j)) ++j; // 3610-114
        return j;
    }

    /// "Árpád útja 89., Bicske": the number is an ordinal.
    bool after_stop_and_comma(std::size_t end) const
    {
        return text_.text.substr(tokens_[end - 1].end, tokens_[end].begin - tokens_[end - 1].end) == "., ";
    }

    /// A post box cue ends at its last word: "P. O. Box" begins two tokens earlier.
    std::size_t start_of(std::size_t i) const
    {
        const bool boxed = (tokens_[i].cue & role::post_box) != 0 && i >= 2 && tokens_[i - 1].letters == 1 &&
                           tokens_[i - 2].letters == 1;
        return tokens_[boxed ? i - 2 : i].begin;
    }

    const tokenized_text&              text_;
    const std::vector<token>&          tokens_;
    std::vector<sdk::detected_entity>& findings_;
    std::size_t                        consumed_ = 0; // tokens before it are in an address
};

} // namespace

void find_addresses(const tokenized_text& text, std::vector<sdk::detected_entity>& findings)
{
    address_reader addresses(text, findings);
    for (std::size_t i = 0; i != text.tokens.size(); ++i) addresses.read(i);
}

} // namespace verbatim::core::privacy
