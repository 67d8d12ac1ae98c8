#include "privacy/places.hpp"

#include "privacy/kinds.hpp"
#include "privacy/names.hpp"

#include <algorithm>

namespace verbatim::core::privacy {

namespace {

bool is_plain_gap(gap between) noexcept { return between == gap::space || between == gap::hyphen; }

/// Reads one text's places.
class place_reader
{
public:
    place_reader(const scanned& text, std::vector<sdk::finding>& to)
        : text_(text)
        , tokens_(text.tokens)
        , to_(to)
    {}

    /// A listed place of one word: with a capital, or in a text without any after a word like "from".
    void listed(std::size_t i)
    {
        const auto known = tokens_[i].roles & (role::place | role::country);
        if (known == 0 || !written_as_name(i, i + 1)) return;
        const bool person = (tokens_[i].roles & role::any_name) != 0;
        const bool whence = i != 0 && (tokens_[i - 1].cue & (role::whence | role::district_first)) != 0;
        if (person && !whence && (known & role::country) == 0) return;
        if ((tokens_[i].roles & role::ordinary) != 0 && !whence) return;
        if (person && !whence && i + 1 < tokens_.size() && tokens_[i + 1].before == gap::comma &&
            (i == 0 || tokens_[i].before > gap::comma))
            return;                                                                 // "Jordan, 34, says"
        if (person && i != 0 && (tokens_[i - 1].cue & role::relation) != 0) return; // "my son Jordan"
        add(i, i + 1, 0.85);
    }

    void phrase(const phrase_found& one)
    {
        if ((one.roles & (role::place | role::country)) == 0) return;
        // "the Netherlands", "la Haye": small at the beginning, but never at the end.
        if (written_as_name(one.last - 1, one.last) || written_as_name(one.first, one.first + 1))
            add(one.first, one.last, 0.9);
    }

    /// "Kenema District", "district of Bo", "resident of Kaolack".
    void beside_district(std::size_t i)
    {
        if (!is_name_word(i)) return;
        const bool named =
            i != 0 && (tokens_[i - 1].cue & role::district_first) != 0 && tokens_[i].before == gap::space;
        auto end = i + 1;
        while (end < tokens_.size() && end - i < 3 && is_plain_gap(tokens_[end].before) && is_name_word(end)) ++end;
        const bool followed = end < tokens_.size() && tokens_[end].before == gap::space &&
                              (tokens_[end].roles & role::district) != 0 && is_capitalised(tokens_[end]);
        if (named || (followed && (i == 0 || !is_plain_gap(tokens_[i].before) || !is_name_word(i - 1))))
            add(i, end, 0.75);
    }

    /// Where people live: "12 Hill Street", "rue de la Paix 4", "Markt 84", each with the town that may follow; "PO box
    /// 12".
    void address(std::size_t i)
    {
        auto end = std::size_t{0};
        if (tokens_[i].form == shape::number || tokens_[i].form == shape::coded) end = number_first(i);
        else if ((tokens_[i].cue & role::post_box) != 0) end = box(i);
        else if ((tokens_[i].roles & role::street_first) != 0) end = street_first(i);
        else if (may_open(i)) end = street_last(i);
        if (end == 0 || i < taken_) return;
        end    = with_town(end);
        taken_ = end;
        to_.push_back({.begin = start_of(i), .end = tokens_[end - 1].end, .kind = kind::location, .score = 0.8});
    }

private:
    static constexpr std::size_t street_words = 6;

    void add(std::size_t first, std::size_t last, double score)
    {
        to_.push_back(
            {.begin = tokens_[first].begin, .end = tokens_[last - 1].end, .kind = kind::location, .score = score});
    }

    std::uint64_t roles(std::size_t i) const noexcept { return i < tokens_.size() ? tokens_[i].roles : 0; }

    std::string_view word(std::size_t i) const
    {
        return text_.text.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin);
    }

    bool flat() const noexcept { return !text_.has_upper || !text_.has_lower; }

    bool written_as_name(std::size_t first, std::size_t last) const noexcept
    {
        for (auto i = first; i != last; ++i)
        {
            const auto form = tokens_[i].form;
            if (form == shape::caseless || form == shape::upper || is_capitalised(tokens_[i])) continue;
            if (!text_.has_upper && i != 0 && (tokens_[i - 1].cue & (role::whence | role::district_first)) != 0)
                continue;
            return false;
        }
        return true;
    }

    bool is_name_word(std::size_t i) const noexcept
    {
        return is_capitalised(tokens_[i]) && (!is_no_name(tokens_[i]) || (tokens_[i].roles & role::place) != 0);
    }

    bool is_number(std::size_t i) const noexcept
    {
        return i < tokens_.size() && (tokens_[i].form == shape::number || tokens_[i].form == shape::coded) &&
               tokens_[i].letters <= 9;
    }

    /// A word of a street's or a town's name: any capitalised word, and small ones between.
    bool is_address_word(std::size_t i) const noexcept
    {
        if (i >= tokens_.size() || tokens_[i].form >= shape::number) return false;
        if (is_capitalised(tokens_[i]) || tokens_[i].form == shape::upper || tokens_[i].form == shape::caseless ||
            flat())
            return true;
        return (roles(i) & (role::particle | role::street)) != 0 || street_suffix(i);
    }

    bool street_suffix(std::size_t i) const
    {
        static constexpr std::string_view ends[] = {
            "straat", "laan", "weg",   "vej",    "gata", "gatan", "vägen", "strasse", "straße", "gasse", "gade",
            "utca",   "katu", "plein", "gracht", "kade", "dijk",  "veien", "vegen",   "allee",  "platz", "steeg"};
        if ((roles(i) & role::street_end) != 0) return true;
        if (tokens_[i].form == shape::caseless) return false; // the endings are Latin
        const auto text = word(i);
        return std::ranges::any_of(ends, [&](auto one) { return text.size() > one.size() + 2 && text.ends_with(one); });
    }

    bool joined(std::size_t i) const noexcept
    {
        return i < tokens_.size() && (is_plain_gap(tokens_[i].before) || tokens_[i].before == gap::stop ||
                                      tokens_[i].before == gap::apostrophe);
    }

    bool may_open(std::size_t i) const noexcept
    {
        const bool written = is_capitalised(tokens_[i]) || flat() || (is_number(i + 1) && street_suffix(i));
        return i >= taken_ && written &&
               (i == 0 || !is_plain_gap(tokens_[i].before) || !is_capitalised(tokens_[i - 1]) ||
                is_no_name(tokens_[i - 1]));
    }

    /// "12 Hill Street", "281 Eleftheriou Venizelou str"
    std::size_t number_first(std::size_t i) const
    {
        if (tokens_[i].letters > 5) return 0;
        auto j = i + 1;
        if (joined(j) && (roles(j) & role::street_first) != 0 && (roles(j) & role::street) == 0)
            return street_name(j + 1, i);
        while (j - i <= 4 && joined(j) && is_address_word(j) && (roles(j) & role::street) == 0) ++j;
        const bool street = j > i + 1 && joined(j) && (roles(j) & role::street) != 0 &&
                            (flat() ? is_flat_street(i, j) : is_capitalised(tokens_[i + 1]));
        return street ? j + 1 : 0;
    }

    /// Without capitals "2 people on the street" is no address: the words between must be unknown, and a town follow.
    bool is_flat_street(std::size_t i, std::size_t j) const noexcept
    {
        for (auto n = i + 1; n != j; ++n)
            if ((roles(n) & (role::ordinary | role::determiner | role::quantity)) != 0) return false;
        return true;
    }

    /// "rue de la Paix 4", "ul. Królowej Jadwigi 112"
    std::size_t street_first(std::size_t i) const
    {
        return i + 1 < tokens_.size() && joined(i + 1) ? street_name(i + 1, i) : 0;
    }

    std::size_t street_name(std::size_t j, std::size_t first) const
    {
        const auto from    = j;
        bool       capital = false;
        while (j - from < street_words && j < tokens_.size() && joined(j) && is_address_word(j))
        {
            capital = capital || is_capitalised(tokens_[j]) || (tokens_[j].form == shape::caseless && roles(j) == 0);
            ++j;
        }
        const bool number = j < tokens_.size() && tokens_[j].before <= gap::comma && tokens_[j].before != gap::stop &&
                            is_number(j) && tokens_[j].letters <= 5;
        if (j == from || (!capital && !(number && flat()))) return 0;
        const bool lettered = tokens_[first].form == shape::number || number;
        const bool spelled  = (roles(first) & role::ordinary) == 0 || is_capitalised(tokens_[first]);
        if (!lettered && (!spelled || !capital)) return 0;
        return number ? j + 1 : j;
    }

    /// "Kerkstraat 12", and any name with a house number that a town with its postcode follows: "Markt 84, Wien 1010".
    std::size_t street_last(std::size_t i) const
    {
        auto j      = i;
        bool suffix = false;
        while (j - i < street_words && j < tokens_.size() && (j == i || joined(j)) && is_address_word(j))
        {
            suffix = suffix || street_suffix(j);
            ++j;
        }
        if (j == i || !is_number(j) || tokens_[j].letters > 5 || tokens_[j].before > gap::comma) return 0;
        if (suffix && tokens_[j].before == gap::space && !flat()) return j + 1;
        const bool town = with_town(j + 1) != j + 1;
        return town && (!flat() || suffix) ? j + 1 : 0;
    }

    std::size_t box(std::size_t i) const
    {
        return i + 1 < tokens_.size() && tokens_[i + 1].before == gap::space && is_number(i + 1) ? i + 2 : 0;
    }

    /// Takes in ", København K 1370" or ", 1011 AB Amsterdam" when it follows.
    std::size_t with_town(std::size_t end) const
    {
        if (end >= tokens_.size() || (tokens_[end].before != gap::comma && !after_stop_and_comma(end))) return end;
        auto j = end;
        if (is_number(j) && tokens_[j].letters >= 4)
        {
            auto k = j + 1;
            while (k - j <= 4 && joined(k) && is_address_word(k) && tokens_[k].before == gap::space) ++k;
            return k > j + 1 ? k : end;
        }
        while (j - end < street_words && j < tokens_.size() && (j == end || joined(j)) && is_address_word(j)) ++j;
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

    /// The cue of a phrase such as "PO box" began some words earlier.
    std::size_t start_of(std::size_t i) const
    {
        const bool boxed = (tokens_[i].cue & role::post_box) != 0 && i >= 2 && tokens_[i - 1].letters == 1 &&
                           tokens_[i - 2].letters == 1;
        return tokens_[boxed ? i - 2 : i].begin;
    }

    const scanned&             text_;
    const std::vector<token>&  tokens_;
    std::vector<sdk::finding>& to_;
    std::size_t                taken_ = 0; // tokens before it are in an address
};

} // namespace

void find_places(const scanned& text, std::span<const phrase_found> phrases, std::vector<sdk::finding>& to)
{
    place_reader places(text, to);
    for (const auto& one : phrases) places.phrase(one);
    for (std::size_t i = 0; i != text.tokens.size(); ++i)
    {
        places.listed(i);
        places.beside_district(i);
        places.address(i);
    }
}

namespace {

/// The run of capitalised words that ends before `last`: "Enervee" in "Enervee Corporation".
std::size_t start_of_run(const scanned& text, std::size_t last) noexcept
{
    auto first = last;
    while (first != 0 && last - first < 4 && is_capitalised(text.tokens[first - 1]) &&
           (text.tokens[first - 1].roles & (role::determiner | role::calendar | role::title)) == 0 &&
           (first == last ? text.tokens[first].before <= gap::comma : is_plain_gap(text.tokens[first].before)))
        --first;
    return first;
}

void find_organisation(const scanned& text, std::size_t i, std::vector<sdk::finding>& to)
{
    const auto& one   = text.tokens[i];
    const auto  known = one.roles & (role::company | role::company_soft);
    if (known != 0 && (is_capitalised(one) || one.form == shape::upper))
    {
        const auto first = start_of_run(text, i);
        const bool named = std::any_of(text.tokens.begin() + static_cast<std::ptrdiff_t>(first),
                                       text.tokens.begin() + static_cast<std::ptrdiff_t>(i),
                                       [](const token& word) { return (word.roles & role::ordinary) == 0; });
        if (first != i && named && ((known & role::company) != 0 || is_plain_gap(one.before)))
            to.push_back({.begin = text.tokens[first].begin, .end = one.end, .kind = kind::organization, .score = 0.8});
        return;
    }
    if (i == 0 || (text.tokens[i - 1].cue & role::company_verb) == 0 || one.before != gap::space ||
        !is_capitalised(one) || is_no_name(one))
        return;
    auto end = i + 1;
    while (end < text.tokens.size() && end - i < 4 && is_plain_gap(text.tokens[end].before) &&
           is_capitalised(text.tokens[end]))
        ++end;
    to.push_back({.begin = one.begin, .end = text.tokens[end - 1].end, .kind = kind::organization, .score = 0.7});
}

/// A word that only some readings make a people.
bool is_people(const scanned& text, std::size_t i) noexcept
{
    const auto& one   = text.tokens[i];
    const bool  large = is_capitalised(one) || (!text.has_upper && one.form == shape::lower);
    if ((one.roles & role::people_lower) != 0) return true;
    if ((one.roles & role::people) != 0) return large;
    if ((one.roles & role::tongue) == 0 || !large || i + 1 >= text.tokens.size()) return false;
    const auto& next = text.tokens[i + 1];
    return next.before == gap::space && (next.roles & role::people_noun) != 0;
}

} // namespace

void find_groups(const scanned& text, std::span<const phrase_found> phrases, std::vector<sdk::finding>& to)
{
    for (const auto& one : phrases)
        if ((one.roles & (role::people | role::people_lower)) != 0)
            to.push_back({.begin = text.tokens[one.first].begin,
                          .end   = text.tokens[one.last - 1].end,
                          .kind  = kind::nrp,
                          .score = 0.75});
    for (std::size_t i = 0; i != text.tokens.size(); ++i)
    {
        if (is_people(text, i))
            to.push_back({.begin = text.tokens[i].begin, .end = text.tokens[i].end, .kind = kind::nrp, .score = 0.8});
        find_organisation(text, i, to);
    }
}

} // namespace verbatim::core::privacy
