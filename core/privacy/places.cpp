#include "privacy/places.hpp"

#include "privacy/kinds.hpp"
#include "privacy/names.hpp"

#include <algorithm>

namespace verbatim::core::privacy {

namespace {

/// Reads one text's places.
class place_reader
{
public:
    place_reader(const scanned& text, std::vector<sdk::finding>& to)
        : text_(text)
        , tokens_(text.tokens)
        , to_(to)
    {
        // Headlines, and German, write other words with a capital too.
        std::size_t titles = 0, german = 0;
        for (const auto& one : tokens_)
        {
            titles += one.form == shape::title;
            german += (one.roles & role::german) != 0;
        }
        busy_ = titles * 3 > tokens_.size() + 3 || german > 1;
    }

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

    /// "in Longueuil", "à Beniarbeig": a word that no list knows, where only a place stands with a capital.
    void inside(std::size_t i)
    {
        const auto unknown = [&](std::size_t n) {
            return tokens_[n].form == shape::title && tokens_[n].roles == 0 && tokens_[n].letters > 3;
        };
        if (i == 0 || !unknown(i) || tokens_[i].before != gap::space || (tokens_[i - 1].roles & role::inside) == 0 ||
            busy_)
            return;
        auto end = i + 1;
        while (end < tokens_.size() && end - i < 3 && is_plain_gap(tokens_[end].before) && unknown(end)) ++end;
        const bool longer = end < tokens_.size() && is_plain_gap(tokens_[end].before) && is_capitalised(tokens_[end]);
        if (!longer) add(i, end, 0.6);
    }

private:
    void add(std::size_t first, std::size_t last, double score)
    {
        to_.push_back(
            {.begin = tokens_[first].begin, .end = tokens_[last - 1].end, .kind = kind::location, .score = score});
    }

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

    const scanned&             text_;
    const std::vector<token>&  tokens_;
    std::vector<sdk::finding>& to_;
    bool                       busy_ = false; // a capital says little
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
        places.inside(i);
    }
}

} // namespace verbatim::core::privacy
