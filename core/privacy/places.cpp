#include "privacy/detectors.hpp"

#include "privacy/kinds.hpp"
#include "privacy/names.hpp"

#include <algorithm>

namespace verbatim::core::privacy {

namespace {

/// Finds the places of one text.
class place_reader
{
public:
    place_reader(const tokenized_text& text, std::vector<sdk::detected_entity>& findings)
        : text_(text)
        , tokens_(text.tokens)
        , findings_(findings)
    {
        // In headlines and in German, other words are capitalised too.
        std::size_t titles = 0, german = 0;
        for (const auto& word : tokens_)
        {
            titles += word.form == shape::title;
            german += (word.roles & role::german) != 0;
        }
        capitals_unreliable_ = titles * 3 > tokens_.size() + 3 || german > 1;
    }

    /// A listed place of one word: capitalised, or after a word such as "from" in a text without capitals.
    void find_listed(std::size_t i)
    {
        const auto place_roles = tokens_[i].roles & (role::place | role::country);
        if (place_roles == 0 || !written_as_name(i, i + 1)) return;
        const bool person = (tokens_[i].roles & role::any_name) != 0;
        const bool origin = i != 0 && (tokens_[i - 1].cue & (role::origin | role::district_first)) != 0;
        if (person && !origin && (place_roles & role::country) == 0) return;
        if ((tokens_[i].roles & role::ordinary) != 0 && !origin) return;
        if (person && !origin && i + 1 < tokens_.size() && tokens_[i + 1].before == gap::comma &&
            (i == 0 || tokens_[i].before > gap::comma))
            return;                                                                 // "Jordan, 34, says"
        if (person && i != 0 && (tokens_[i - 1].cue & role::relation) != 0) return; // "my son Jordan"
        add(i, i + 1, 0.85);
    }

    void find_phrase(const phrase_match& phrase)
    {
        if ((phrase.roles & (role::place | role::country)) == 0) return;
        // "the Netherlands", "la Haye": the first word may be in lower case. "La paz" may begin a sentence about peace.
        const bool article =
            (tokens_[phrase.first].roles & role::determiner) != 0 && (phrase.roles & role::country) == 0;
        if (written_as_name(phrase.last - 1, phrase.last) ||
            (!article && written_as_name(phrase.first, phrase.first + 1)))
            add(phrase.first, phrase.last, 0.9);
    }

    /// "Kenema District", "district of Bo", "resident of Kaolack".
    void find_beside_district(std::size_t i)
    {
        if (!is_name_word(i)) return;
        const bool after_cue =
            i != 0 && (tokens_[i - 1].cue & role::district_first) != 0 && tokens_[i].before == gap::space;
        auto end = i + 1;
        while (end < tokens_.size() && end - i < 3 && is_plain_gap(tokens_[end].before) && is_name_word(end)) ++end;
        const bool followed = end < tokens_.size() && tokens_[end].before == gap::space &&
                              (tokens_[end].roles & role::district) != 0 && is_capitalised(tokens_[end]);
        if (after_cue || (followed && (i == 0 || !is_plain_gap(tokens_[i].before) || !is_name_word(i - 1))))
            add(i, end, 0.75);
    }

    /// "in Longueuil", "à Beniarbeig": an unlisted capitalised word after a preposition of place.
    void find_after_preposition(std::size_t i)
    {
        const auto unknown = [&](std::size_t n) {
            return tokens_[n].form == shape::title && tokens_[n].roles == 0 && tokens_[n].letters > 3;
        };
        if (i == 0 || !unknown(i) || tokens_[i].before != gap::space ||
            (tokens_[i - 1].roles & role::place_preposition) == 0 || capitals_unreliable_)
            return;
        auto end = i + 1;
        while (end < tokens_.size() && end - i < 3 && is_plain_gap(tokens_[end].before) && unknown(end)) ++end;
        const bool longer = end < tokens_.size() && is_plain_gap(tokens_[end].before) && is_capitalised(tokens_[end]);
        if (!longer) add(i, end, 0.6);
    }

private:
    void add(std::size_t first, std::size_t last, double score)
    {
        findings_.push_back(
            {.begin = tokens_[first].begin, .end = tokens_[last - 1].end, .kind = kind::location, .score = score});
    }

    bool written_as_name(std::size_t first, std::size_t last) const noexcept
    {
        for (auto i = first; i != last; ++i)
        {
            const auto form = tokens_[i].form;
            if (form == shape::caseless || form == shape::upper || is_capitalised(tokens_[i])) continue;
            if (!text_.has_upper && i != 0 && (tokens_[i - 1].cue & (role::origin | role::district_first)) != 0)
                continue;
            return false;
        }
        return true;
    }

    bool is_name_word(std::size_t i) const noexcept
    {
        return is_capitalised(tokens_[i]) && (!cannot_be_name(tokens_[i]) || (tokens_[i].roles & role::place) != 0);
    }

    const tokenized_text&              text_;
    const std::vector<token>&          tokens_;
    std::vector<sdk::detected_entity>& findings_;
    bool                               capitals_unreliable_ = false; // a capital says little
};

} // namespace

void find_places(const tokenized_text& text, std::span<const phrase_match> phrases,
                 std::vector<sdk::detected_entity>& findings)
{
    place_reader places(text, findings);
    for (const auto& phrase : phrases) places.find_phrase(phrase);
    for (std::size_t i = 0; i != text.tokens.size(); ++i)
    {
        places.find_listed(i);
        places.find_beside_district(i);
        places.find_after_preposition(i);
    }
}

} // namespace verbatim::core::privacy
